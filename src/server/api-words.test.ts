import { expect, test } from 'vitest';
import { apiWords } from './api-words.js';

test.each([
  [
    'The deadline of 10 ms was reached. Raise timeoutMs to give it longer.',
    'The deadline of 10 ms was reached. Raise timeoutMs to give it longer.',
  ],
  [
    'The corpus is of format 1. Make it again from its sources; a corpus: winnow ingest <sources> --corpus <name> --rebuild.',
    'The corpus is of format 1. Make it again from its sources; a corpus: DELETE /api/corpora/:corpus, then POST /api/corpora/:corpus/jobs.',
  ],
  [
    'There is no corpus "a-b". There are: c. "winnow ingest <sources> --corpus a-b" makes it.',
    'There is no corpus "a-b". There are: c. POST /api/corpora/a-b/jobs makes it.',
  ],
  [
    'The process that runs the small models ended twice (exit code 1). Free some memory, or switch models off with --set local.reranker=false.',
    'The process that runs the small models ended twice (exit code 1).',
  ],
  ['The question is empty. Ask something.', 'The question is empty. Ask something.'],
])('%s', (said, told) => {
  expect(apiWords(said)).toBe(told);
});
