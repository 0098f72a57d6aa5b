/**
 * Makes one small recording of many: node scripts/pack-recording.mjs OUT.jsonl.gz RECORDING... (made with --set
 * calls.recorded=models --record FILE). Prompts are left out, since a reply is found by the hash of what was asked; of
 * the first token's probabilities those of yes and no are kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const [out, ...files] = process.argv.slice(2);
if (!out || files.length === 0) {
  console.error('node scripts/pack-recording.mjs OUT.jsonl.gz RECORDING...');
  process.exit(2);
}

const placeOf = ({ run, port, name, key, n }) => [run, port, name, key, n].join('\t');
const isYesOrNo = ({ token }, at) => at === 0 || /^\W*(?:y|n)/i.test(token);

function packed(line) {
  const { output } = line;
  const firstToken = output?.firstToken?.filter(isYesOrNo);
  return { ...line, input: null, ...(firstToken && { output: { ...output, firstToken } }) };
}

const lines = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n')).map((line) => JSON.parse(line));
const once = new Map(lines.map((line) => [placeOf(line), line]));
writeFileSync(
  out,
  gzipSync([...once.values()].map((line) => `${JSON.stringify(packed(line))}\n`).join(''), { level: 9 }),
);
