import { writeFileSync } from 'node:fs';
import { createLocalModels } from '../src/providers/local/models.js';
import { contextualText } from '../src/text/contextual.js';
import { splitSentences } from '../src/text/sentences.js';
import { clapnqCases, hotpotCases, rgbCases } from './survival/cases.js';
const data = process.env.WINNOW_DATA as string;
const { verifier, reader } = createLocalModels(['verifier', 'reader']);
const call = { signal: AbortSignal.timeout(3e6) };
const out: unknown[] = [];
for (const one of [...clapnqCases(data), ...rgbCases(data), ...hotpotCases(data)]) {
  if (one.part !== 'tune') continue;
  const text = one.passages.map((p) => contextualText(p.source.title, p.headings, p.text)).join(' ');
  const q = /\?\s*$/.test(one.question) ? one.question : `${one.question}?`;
  if (one.set === 'clapnq') {
    const sents = splitSentences(one.answer);
    for (const [at, s] of sents.entries()) {
      if (one.kind !== 'true' && at !== one.altered) continue;
      const [a] = await verifier!.entail(s.text, [text], call);
      const [b] = await verifier!.entail(s.text, [one.passages.map((p) => p.text).join(' ')], call);
      const [c] = at > 0 ? await verifier!.entail(`${sents[at - 1]!.text} ${s.text}`, [text], call) : [a];
      const [d] = await verifier!.entail(`${q} ${s.text}`, [text], call);
      out.push({ set: one.set, kind: one.kind, at, q, s: s.text, text, a, b, c, d });
    }
  } else {
    const [a] = await verifier!.entail(`${q} ${one.answer}`, [text], call);
    const singles = await verifier!.entail(`${q} ${one.answer}`, one.passages.map((p) => contextualText(p.source.title, p.headings, p.text)), call);
    const spans = await reader!.read(q, one.passages.map((p) => contextualText(p.source.title, p.headings, p.text)), call);
    out.push({ set: one.set, kind: one.kind, q, s: one.answer, text, a, singles, spans });
  }
}
writeFileSync('/tmp/check/explore.jsonl', out.map((o) => JSON.stringify(o)).join('\n'));
console.log(out.length);
