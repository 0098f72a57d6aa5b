/**
 * What reads badly, counted: types named by a bare participle (`Asked`, `Weighing`), lines over 120 columns, regular
 * expressions over 200 characters, and the lengths of functions. `node scripts/names.mjs` prints the counts, `--list`
 * the places.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

const IRREGULAR = `Asked Begun Bound Built Chosen Cut Done Drawn Fallen Felt Found Given Gone Held Kept Known Laid Left
  Lost Made Meant Met Put Read Said Seen Sent Set Shown Sought Spent Spoken Struck Taken Taught Thought Told Torn
  Understood Won Written`;
const PARTICIPLE = new RegExp(`^(?:[A-Z][a-z]+(?:ed|ing)|${IRREGULAR.split(/\s+/).join('|')})$`);
/** Nouns of the field that end like one, and `Scored<T>`. */
const NOUNS = new Set(
  `Embedding Finding Heading Listing Meaning Ranking Rating Reading Recording Setting Spelling String Thing Wording
  Pricing Chunking Screening Ping Feed Scored`.split(/\s+/),
);
const LONGEST_LINE = 120;
const LONGEST_PATTERN = 200;

const root = new URL('..', import.meta.url).pathname;
const files = ['src', 'web/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
);

const found = { participles: [], lines: [], patterns: [] };
const lengths = [];

for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8');
  if (text.slice(0, 300).includes(': do not edit')) continue; // written by a script
  const lineAt = (offset) => text.slice(0, offset).split('\n').length;
  text.split('\n').forEach((line, at) => {
    if (line.length > LONGEST_LINE) found.lines.push(`${file}:${at + 1} ${line.length}`);
  });
  const measure = (node) =>
    node.body && lengths.push([lineAt(node.end) - lineAt(node.start) + 1, `${file}:${lineAt(node.start)}`]);
  new Visitor({
    TSTypeAliasDeclaration: ({ id }) => {
      if (PARTICIPLE.test(id.name) && !NOUNS.has(id.name))
        found.participles.push(`${file}:${lineAt(id.start)} ${id.name}`);
    },
    Literal: (node) => {
      if (node.regex && node.regex.pattern.length > LONGEST_PATTERN)
        found.patterns.push(`${file}:${lineAt(node.start)} ${node.regex.pattern.length}`);
    },
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(file, text).program);
}

lengths.sort(([one], [other]) => one - other);
const at = (share) => lengths[Math.floor(share * (lengths.length - 1))]?.[0];
const counts = Object.entries(found).map(([what, places]) => `${what} ${places.length}`);
process.stdout.write(
  `${files.length} files; ${counts.join(', ')}; functions ${lengths.length}: median ${at(0.5)} lines, p95 ${at(0.95)}, longest ${lengths.at(-1)?.join(' ')}\n`,
);
if (process.argv.includes('--list'))
  for (const [what, places] of Object.entries(found)) process.stdout.write(`\n${what}\n${places.join('\n')}\n`);
