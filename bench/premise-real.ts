/**
 * How often a question's premise is called false, on real questions with their gold passages (none may be), and on the
 * same questions with a year, a number or a name of theirs changed (each should be). node bench/run.mjs premise-real
 * [set,...] [show]
 */
import { readFileSync } from 'node:fs';
import type { Passage } from '../src/core/data.js';
import { startRun } from '../src/core/run.js';
import { createLocalModels, LOCAL_MODEL_NAMES } from '../src/providers/local/models.js';
import { checkPremise } from '../src/stages/check-premise.js';
import { seededRandom } from '../src/text/random.js';

type Row = {
  readonly question: string;
  readonly answers?: readonly string[];
  readonly gold_doc_ids?: readonly string[];
  readonly context_doc_ids?: readonly string[];
};
type Doc = { readonly id: string; readonly title: string; readonly text: string };

const { verifier } = createLocalModels(LOCAL_MODEL_NAMES);
const data = process.env.WINNOW_DATA ?? '../shared/data';
const [sets = 'clapnq-half,hotpotqa-val-half,rgb-fact,popqa1000', how] = process.argv.slice(2);
const lines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
const random = seededRandom('premise');
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const asPassage = ({ id, title, text }: Doc): Passage =>
  ({
    id,
    source: { url: `https://set.example/${encodeURIComponent(id)}`, title },
    headings: [],
    text,
    start: 0,
    end: text.length,
  }) as unknown as Passage;

const names = (text: string): string[] =>
  text.match(/(?<=\p{Ll}\S* )\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]+)*/gu) ?? [];

/** Only where the passages say the true one. */
function altered(question: string, passages: readonly Passage[], others: readonly string[]): Record<string, string> {
  const known = passages.map(({ text, source }) => `${source.title} ${text}`).join(' ');
  const year = question.match(/\b(?:1[5-9]|20)\d\d\b/)?.[0];
  const number = question.match(/(?<![\d.,-])\b\d{1,3}\b(?![\d.,-])/)?.[0];
  const name = names(question).find((one) => known.includes(one));
  const out: Record<string, string> = {};
  if (year && known.includes(year)) out.year = question.replace(year, String(Number(year) + pick([-7, -3, 4, 9])));
  if (number && known.includes(number)) out.number = question.replace(number, String(Number(number) + pick([2, 3, 5])));
  if (name) out.name = question.replace(name, pick(others.filter((one) => !known.includes(one))));
  return out;
}

async function corrected(question: string, passages: readonly Passage[]): Promise<string | undefined> {
  const { run } = startRun();
  const outcome = await checkPremise(
    { question: { text: question, askedAt: '2026-01-01T00:00:00.000Z' }, passages, verifier },
    run,
  );
  return outcome && ('answer' in outcome ? outcome.answer.text : JSON.stringify(outcome));
}

for (const set of sets.split(',')) {
  const docs = new Map(lines<Doc>(`${data}/${set}/corpus.jsonl`).map((doc) => [doc.id, doc]));
  const rows = lines<Row>(`${data}/${set}/questions.jsonl`);
  const others = rows.flatMap(({ question }) => names(question));
  const counts: Record<string, [number, number]> = {};
  const count = (key: string, isHit: boolean) => {
    const [hit, all] = counts[key] ?? [0, 0];
    counts[key] = [hit + Number(isHit), all + 1];
  };
  for (const row of rows) {
    const ids = [...(row.gold_doc_ids ?? []), ...(row.context_doc_ids ?? [])];
    const passages = [...new Set(ids)].flatMap((id) => docs.get(id) ?? []).map(asPassage);
    if (passages.length === 0) continue;
    const wrong = await corrected(row.question, passages);
    count('true premise called false', wrong !== undefined);
    if (wrong && how) console.log(`  ${row.question}\n     -> ${wrong.slice(0, 300)}`);
    for (const [kind, question] of Object.entries(altered(row.question, passages, others))) {
      const found = await corrected(question, passages);
      count(`altered ${kind} noticed`, found !== undefined);
      if (found && how) console.log(`  [${kind}] ${question}\n     -> ${found.slice(0, 300)}`);
    }
  }
  console.log(set, JSON.stringify(counts));
}
