/** Options that several comparators share. Each comparator's own file says which of them it has. */
import { choice, flag, wholeNumber } from '../../core/option.js';

export const abstainOption = flag(true, 'let the writer say that the passages do not hold the answer');

export const modeOption = choice(
  ['sparse', 'dense', 'hybrid'],
  'hybrid',
  'how passages are retrieved: by words, by meaning, or both',
);

export const pageOptions = {
  maxPages: wholeNumber([1, 50], 8, 'pages read at most, per web search'),
  concurrency: wholeNumber([1, 64], 8, 'pages fetched and passages judged at the same time'),
  pageTimeoutMs: wholeNumber([1, 3_600_000], 10_000, 'time for one page'),
};
