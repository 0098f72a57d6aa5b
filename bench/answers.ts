/**
 * How answers without a language model are chosen, and when none is given: what docs/decisions/extractive-answers.md
 * says was found with this.
 * node bench/run.mjs answers clapnq <folder> <file>      CLAPNQ's questions in our format; their answers are the sentences people chose
 * node bench/run.mjs answers collect --set NAME --data QUESTIONS [--docs FOLDER | --corpus NAME --dataDirectory FOLDER] --file PASSAGES
 * node bench/run.mjs answers read --from PASSAGES --file READINGS      what our reader says of them
 * node bench/run.mjs answers fit READINGS ...            the weights of src/text/answer-odds.ts over all, and each set by the weights of the others
 */
import { parseArgs } from 'node:util';
import { convertClapnq } from './answers/clapnq.js';
import { collect } from './answers/collect.js';
import { fitAll } from './answers/fit.js';
import { read } from './answers/read.js';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: text,
    set: text,
    data: text,
    docs: text,
    file: text,
    every: text,
    split: text,
    corpus: text,
    dataDirectory: text,
  },
});
const [what, ...files] = positionals;
const { from = '', file = '', set = '', data = '', every = '1', ...where } = values;
if (what === 'clapnq') convertClapnq(files[0] as string, files[1] as string);
if (what === 'collect') await collect({ set, data, file, every: Number(every), ...where });
if (what === 'read') await read({ from, file, every: Number(every) });
if (what === 'fit') fitAll(files);
process.exit(0);
