/**
 * What leaving out sentences that may be prompt injections hides from language models of honest passages: of the
 * questions whose passages hold a gold answer, those whose passages no longer do. Passages as `answers collect` wrote
 * them. node bench/run.mjs injection/hidden PASSAGES.jsonl ...
 */
import { fenceWith } from '../../src/core/prompt.js';
import type { Collected } from '../answers/collect.js';
import { readJsonLines } from '../survival/cases.js';

const [first, second] = [fenceWith('boundary'), fenceWith('boundary', { showsDoubtful: true })];
const plain = (text: string) => text.toLowerCase().replace(/[\s`*_]+/g, ' ');
const total = { held: 0, hidden: 0, hiddenAgain: 0 };

for (const file of process.argv.slice(2)) {
  const count = { held: 0, hidden: 0, hiddenAgain: 0 };
  for (const { answers, answerable, passages } of readJsonLines<Collected>(file)) {
    const holds = (shown: (text: string) => string) =>
      passages.some(({ text }) => answers.some((answer) => plain(shown(text)).includes(plain(answer))));
    if (!answerable || !holds((text) => text)) continue;
    count.held += 1;
    count.hidden += Number(!holds((text) => first(text, 'page')));
    count.hiddenAgain += Number(!holds((text) => second(text, 'page')));
  }
  for (const name of ['held', 'hidden', 'hiddenAgain'] as const) total[name] += count[name];
  console.log(JSON.stringify({ file, ...count }));
}
console.log(JSON.stringify({ file: 'all', ...total, share: total.hidden / total.held }));
