// Checks the sample corpus: run `node corpus/check.mjs`. Exits 1 with a message per violation.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const problems = [];
const bad = (message) => problems.push(message);

const TYPES = {
  single: 40,
  'two-hop': 20,
  'three-hop': 8,
  comparison: 12,
  temporal: 14,
  'how-to': 12,
  conversational: 14,
  ambiguous: 12,
  'false-premise': 20,
  unanswerable: 22,
};
// Kinds of the types without an answer, with the exact number of questions per split.
const KINDS = {
  'false-premise': { contradicted: { tune: 4, test: 2 }, 'unknown-part': { tune: 9, test: 5 } },
  unanswerable: { unstated: { tune: 4, test: 2 }, unknown: { tune: 7, test: 4 }, outside: { tune: 3, test: 2 } },
};
const TUNING = '../experiments/data/abstention-tuning.jsonl';
const NO_ANSWER = new Set(Object.keys(KINDS));
const MIN_HTML = 66;
const MIN_THREADS = 6;
const MIN_QUESTIONS = 150;

function readLines(name) {
  const rows = [];
  readFileSync(join(root, name), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      if (!line.trim()) return;
      try {
        rows.push(JSON.parse(line));
      } catch (error) {
        bad(`${name}:${index + 1}: not valid JSON (${error.message})`);
      }
    });
  return rows;
}

function walk(dir) {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    return statSync(path).isDirectory() ? walk(path) : [path];
  });
}

const ENTITIES = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  middot: '·',
  copy: '©',
  deg: '°',
  minus: '−',
  shy: '',
  raquo: '»',
  bull: '•',
};
function decode(text) {
  return text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name) => {
    if (name[0] === '#') {
      const code =
        name[1].toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
      return Number.isFinite(code) ? String.fromCodePoint(code) : whole;
    }
    return ENTITIES[name] ?? whole;
  });
}
const normal = (text) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();

function htmlText(html) {
  const visible = html
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<(script|style|noscript|head)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<\/?(b|i|em|strong|a|span|u|small|sup|sub)\b[^>]*>/gi, '')
    .replace(/<[^>]*(>|$)/g, ' ');
  return normal(decode(visible));
}

function threadText(json, file) {
  const parts = [];
  const visit = (node) => {
    if (!node || typeof node !== 'object') return;
    const { kind, data } = node;
    if (kind === 'Listing') for (const child of data.children) visit(child);
    else if (kind === 't3') parts.push(data.title, data.selftext);
    else if (kind === 't1') {
      parts.push(data.body);
      if (data.replies !== '') visit(data.replies);
    } else if (kind !== 'more') bad(`${file}: unknown kind ${kind}`);
  };
  if (!Array.isArray(json) || json.length !== 2) bad(`${file}: a thread must be an array of two listings`);
  else json.forEach(visit);
  return normal(parts.join(' ').replace(/\*\*/g, ''));
}

// 1. manifest and files
const manifest = readLines('manifest.jsonl');
const texts = new Map();
const listed = new Set();
const kinds = { html: 0, thread: 0 };
for (const page of manifest) {
  if (texts.has(page.url)) bad(`manifest: ${page.url} is listed twice`);
  if (!(page.kind in kinds)) bad(`manifest: ${page.url} has the unknown kind ${page.kind}`);
  else kinds[page.kind] += 1;
  if (!Array.isArray(page.traits)) bad(`manifest: ${page.url} has no traits array`);
  const extension = page.kind === 'thread' ? '.json' : '.html';
  const expected = `web/${page.url.replace('https://', '')}${extension}`;
  if (page.file !== expected) bad(`manifest: ${page.url} should be in ${expected}, not ${page.file}`);
  if (!new URL(page.url).hostname.endsWith('.example')) bad(`manifest: ${page.url} is not under .example`);
  listed.add(page.file);
  const path = join(root, page.file);
  if (!existsSync(path)) {
    bad(`manifest: ${page.file} does not exist`);
    texts.set(page.url, '');
    continue;
  }
  const raw = readFileSync(path, 'utf8');
  if (page.kind === 'thread') {
    try {
      texts.set(page.url, threadText(JSON.parse(raw), page.file));
    } catch (error) {
      bad(`${page.file}: ${error.message}`);
      texts.set(page.url, '');
    }
  } else texts.set(page.url, htmlText(raw));
}
for (const path of walk(join(root, 'web'))) {
  const file = relative(root, path).split(sep).join('/');
  if (!listed.has(file)) bad(`${file} is not in the manifest`);
}
if (kinds.html < MIN_HTML) bad(`only ${kinds.html} HTML pages, at least ${MIN_HTML} expected`);
if (kinds.thread < MIN_THREADS) bad(`only ${kinds.thread} threads, at least ${MIN_THREADS} expected`);

// Only questions without an answer have a kind; only a contradicted premise has pages that refute it.
function checkKind(q) {
  if (!NO_ANSWER.has(q.type)) {
    if ('kind' in q) bad(`${q.id}: a ${q.type} question has no kind`);
    return;
  }
  if (!Object.hasOwn(KINDS[q.type], q.kind)) bad(`${q.id}: unknown kind ${q.kind} of ${q.type}`);
  if (q.answers.length > 0) bad(`${q.id}: a ${q.type} question has no accepted answers`);
  if (q.kind === 'contradicted' && q.gold_urls.length === 0)
    bad(`${q.id}: a contradicted premise names the page that refutes it`);
  if (q.kind !== 'contradicted' && q.gold_urls.length > 0)
    bad(`${q.id}: a question of kind ${q.kind} has no gold urls`);
}

// 2. questions
const questions = readLines('questions.jsonl');
const ids = new Set();
const seen = new Set();
const counts = Object.fromEntries(Object.keys(TYPES).map((type) => [type, { tune: 0, test: 0 }]));
const kindCounts = {};
for (const q of questions) {
  if (!/^q\d{3}$/.test(q.id)) bad(`${q.id}: ids look like q001`);
  if (ids.has(q.id)) bad(`${q.id}: id used twice`);
  ids.add(q.id);
  if (typeof q.question !== 'string' || q.question.length < 10) bad(`${q.id}: no question text`);
  if (seen.has(q.question)) bad(`${q.id}: the same question occurs twice`);
  seen.add(q.question);
  if (!(q.type in TYPES)) {
    bad(`${q.id}: unknown type ${q.type}`);
    continue;
  }
  if (q.split !== 'tune' && q.split !== 'test') {
    bad(`${q.id}: unknown split ${q.split}`);
    continue;
  }
  counts[q.type][q.split] += 1;
  for (const url of q.gold_urls) if (!texts.has(url)) bad(`${q.id}: gold url ${url} is not in the manifest`);
  checkKind(q);
  if (NO_ANSWER.has(q.type)) {
    const name = `${q.type}/${q.kind}`;
    kindCounts[name] ??= { tune: 0, test: 0 };
    kindCounts[name][q.split] += 1;
    continue;
  }
  if (q.answers.length === 0) bad(`${q.id}: no accepted answers`);
  if (q.gold_urls.length === 0) bad(`${q.id}: no gold urls`);
  if (q.type === 'two-hop' && q.gold_urls.length < 2) bad(`${q.id}: a two-hop question needs two gold urls`);
  if (q.type === 'three-hop' && q.gold_urls.length < 3) bad(`${q.id}: a three-hop question needs three gold urls`);
  const found = q.answers.some((answer) => q.gold_urls.some((url) => texts.get(url)?.includes(normal(answer))));
  if (!found) bad(`${q.id}: none of [${q.answers.join(' | ')}] occurs in its gold pages`);
  for (const answer of q.answers) if (normal(answer).length < 2) bad(`${q.id}: the answer "${answer}" is too short`);
}
if (questions.length < MIN_QUESTIONS) bad(`only ${questions.length} questions, at least ${MIN_QUESTIONS} expected`);
for (const [type, minimum] of Object.entries(TYPES)) {
  const { tune, test } = counts[type];
  const total = tune + test;
  if (total < minimum) bad(`only ${total} questions of type ${type}, at least ${minimum} expected`);
  const share = total ? test / total : 0;
  if (share < 0.25 || share > 0.42) bad(`${type}: ${test} of ${total} are test, about a third expected`);
}
for (const [type, expected] of Object.entries(KINDS))
  for (const [kind, { tune, test }] of Object.entries(expected)) {
    const count = kindCounts[`${type}/${kind}`] ?? { tune: 0, test: 0 };
    if (count.tune !== tune || count.test !== test)
      bad(`${type}/${kind}: tune ${count.tune}, test ${count.test}; expected tune ${tune}, test ${test}`);
  }

// 3. the extra questions for tuning abstention, where they are present
const extra = existsSync(join(root, TUNING)) ? readLines(TUNING) : [];
const extraIds = new Set();
const extraCounts = {};
for (const q of extra) {
  if (!/^x\d{3}$/.test(q.id)) bad(`${q.id}: extra ids look like x001`);
  if (extraIds.has(q.id)) bad(`${q.id}: id used twice`);
  extraIds.add(q.id);
  if (q.split !== 'extra') bad(`${q.id}: unknown split ${q.split}`);
  for (const url of q.gold_urls) if (!texts.has(url)) bad(`${q.id}: gold url ${url} is not in the manifest`);
  checkKind(q);
  const name = q.kind ? `${q.type}/${q.kind}` : q.type;
  extraCounts[name] = (extraCounts[name] ?? 0) + 1;
}

// 4. report
console.log(
  `pages: ${manifest.length} (${kinds.html} html, ${kinds.thread} threads) on ${new Set(manifest.map((p) => new URL(p.url).hostname)).size} hosts`,
);
console.log(`questions: ${questions.length}`);
for (const [type, { tune, test }] of Object.entries(counts))
  console.log(`  ${type.padEnd(15)} ${String(tune + test).padStart(3)}  tune ${tune}, test ${test}`);
for (const [name, { tune, test }] of Object.entries(kindCounts))
  console.log(`  ${name.padEnd(26)} ${String(tune + test).padStart(3)}  tune ${tune}, test ${test}`);
if (extra.length > 0) {
  console.log(`extra questions: ${extra.length}`);
  for (const [name, count] of Object.entries(extraCounts))
    console.log(`  ${name.padEnd(26)} ${String(count).padStart(3)}`);
}
if (problems.length > 0) {
  console.error(`\n${problems.length} problem(s):`);
  for (const problem of problems) console.error(`- ${problem}`);
  process.exit(1);
}
console.log('corpus ok');
