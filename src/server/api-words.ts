/**
 * Where an error advises a command, a client of the API has an endpoint for the same. What only the one who runs the
 * server could do is not for the client.
 */
const WORDS: readonly (readonly [RegExp, string])[] = [
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
