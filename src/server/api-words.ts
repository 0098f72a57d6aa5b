/**
 * Errors advise in the words of the command line; a client of the API has fields and endpoints for the same. What only
 * the one who runs the server could do is not for the client.
 */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/ \(--[a-z][^()]*\)/g, ''],
  [/--timeout\b/g, 'timeoutMs'],
  [/--max-cost\b/g, 'maxCostUsd'],
  [/--mode (\w+)/g, '"mode": "$1"'],
  [/--rerank\b/g, 'rerank'],
  [/--pipeline\b/g, 'pipeline'],
  [/, e\.g\. --corpus (\w+)/g, ', e.g. $1'],
  [/"winnow ingest <sources> --corpus ([\w-]+)" makes it/g, 'POST /api/corpora/$1/jobs makes it'],
  [
    /: winnow ingest <sources> --corpus \S+ --rebuild/g,
    ': DELETE /api/corpora/:corpus, then POST /api/corpora/:corpus/jobs',
  ],
];

const COMMAND_LINE = /(?:^|[\s"'(])--[a-z]|\bwinnow [a-z]/;

export function apiWords(message: string): string {
  const translated = WORDS.reduce((text, [from, to]) => text.replace(from, to), message);
  const [first = '', ...rest] = translated.split(/(?<=[.!?]"?) (?=["\p{Lu}])/u);
  return [first, ...rest.filter((sentence) => !COMMAND_LINE.test(sentence))].join(' ');
}
