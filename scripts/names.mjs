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
const functions = [];

for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8');
  if (text.slice(0, 300).includes(': do not edit')) continue; // written by a script
  const lineAt = (offset) => text.slice(0, offset).split('\n').length;
  text.split('\n').forEach((line, at) => {
    if (line.length > LONGEST_LINE) found.lines.push(`${file}:${at + 1} ${line.length}`);
  });
  const spans = [];
  const measure = (node) => node.body && spans.push({ first: lineAt(node.start), last: lineAt(node.end) });
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
  for (const span of spans)
    functions.push({ lines: linesOf(span), own: ownLines(span, spans), place: `${file}:${span.first}` });
}

function linesOf({ first, last }) {
  return last - first + 1;
}

/** A function within another counts as the one line it could be called in: a factory is as long as what it does itself. */
function ownLines(span, spans) {
  const holds = (outer, inner) =>
    outer.first <= inner.first && inner.last <= outer.last && linesOf(inner) < linesOf(outer);
  const within = spans.filter((other) => holds(span, other));
  const outermost = within.filter((inner) => !within.some((other) => holds(other, inner)));
  return outermost.reduce((own, inner) => own - (inner.last - inner.first), linesOf(span));
}

const quantile = (what, share) =>
  functions.map((one) => one[what]).sort((one, other) => one - other)[Math.floor(share * (functions.length - 1))];
const longest = functions.reduce((one, other) => (other.lines > one.lines ? other : one));
const counts = Object.entries(found).map(([what, places]) => `${what} ${places.length}`);
process.stdout.write(
  `${files.length} files; ${counts.join(', ')}; functions ${functions.length}: median ${quantile('lines', 0.5)} lines, ` +
    `p95 ${quantile('lines', 0.95)}, without the functions inside ${quantile('own', 0.95)}, ` +
    `longest ${longest.lines} ${longest.place}\n`,
);
if (process.argv.includes('--list'))
  for (const [what, places] of Object.entries(found)) process.stdout.write(`\n${what}\n${places.join('\n')}\n`);
