/**
 * HTML to sections: megabytes a second of processor time, and how well, on real articles where they are there
 * (WINNOW_DATA), else on the sample's pages.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parsePage } from '../../src/text/page/index.js';
import { loadPeers } from '../parse/peers.js';
import { compare, scoreOf } from '../parse/score.js';
import { printRows, processorMs, type Row } from './row.js';

type Page = { readonly url: string; readonly html: string; readonly expected?: string };
type Measured = { readonly speed: number; readonly f1: number };

const articles = join(process.env.WINNOW_DATA ?? '../shared/data', 'article-extraction');

function realArticles(): Page[] {
  const truth = JSON.parse(readFileSync(join(articles, 'ground-truth.json'), 'utf8')) as Record<
    string,
    { url: string; articleBody: string }
  >;
  return Object.entries(truth).map(([key, { url, articleBody }]) => ({
    url,
    html: gunzipSync(readFileSync(join(articles, 'html', `${key}.html.gz`))).toString('utf8'),
    expected: articleBody,
  }));
}

function samplePages(): Page[] {
  const files = readdirSync('corpus/web', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  );
  return files.map((file) => ({ url: `https://${file}`, html: readFileSync(join('corpus/web', file), 'utf8') }));
}

const isReal = existsSync(join(articles, 'ground-truth.json'));
const pages = (isReal ? realArticles() : samplePages()).filter((_, at) => at % 3 === 0); // defuddle takes a third of a second for each
const megabytes = pages.reduce((sum, { html }) => sum + html.length, 0) / 1e6;

const measured = (texts: readonly string[], ms: number): Measured => ({
  speed: megabytes / (ms / 1000),
  f1: isReal ? scoreOf(pages.map(({ expected = '' }, at) => compare(expected, texts[at] as string))).f1 : Number.NaN,
});

async function inProcess(extract: (html: string, url: string) => string | Promise<string>): Promise<Measured> {
  for (const { html, url } of pages.slice(0, 20)) await extract(html, url);
  const before = process.cpuUsage();
  const texts: string[] = [];
  for (const { html, url } of pages) texts.push(await extract(html, url));
  return measured(texts, processorMs(before));
}

const TRAFILATURA = `
import json, sys, time, trafilatura
pages = json.load(open(sys.argv[1]))
for page in pages[:20]: trafilatura.extract(page)
before = time.process_time()
texts = [trafilatura.extract(page) or '' for page in pages]
print(json.dumps({'ms': (time.process_time() - before) * 1000, 'texts': texts}))`;

/** PYTHON names one that has trafilatura. */
function trafilatura(): Measured {
  const file = join(mkdtempSync(join(tmpdir(), 'winnow-bench-')), 'pages.json');
  writeFileSync(file, JSON.stringify(pages.map(({ html }) => html)));
  const output = execFileSync(process.env.PYTHON ?? 'python3', ['-c', TRAFILATURA, file], {
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1e9,
  });
  const { texts, ms } = JSON.parse(output.toString()) as { texts: string[]; ms: number };
  return measured(texts, ms);
}

/** The gold text has neither the headline (`# `) nor captions (a line in italics). */
const ours = await inProcess((html, url) =>
  parsePage(html, { url }).text.replace(/^(# .*|\s*(- )?\*[^*\n]+\*)$/gm, ''),
);
const peers: Record<string, Measured | string> = {};
for (const { name, extract } of await loadPeers()) peers[name] = await inProcess(extract);
try {
  peers.trafilatura = trafilatura();
} catch {
  peers.trafilatura = 'not measured: pip install trafilatura, and name its Python in PYTHON';
}
const figures = (pick: (measured: Measured) => number) =>
  Object.fromEntries(Object.entries(peers).map(([name, peer]) => [name, typeof peer === 'string' ? peer : pick(peer)]));
const name = isReal ? `${pages.length} real articles` : `${pages.length} pages of the sample`;
const rows: Row[] = [
  {
    what: `HTML to sections, ${name}`,
    unit: 'MB/s of processor time',
    isBetter: 'more',
    ours: ours.speed,
    peers: figures(({ speed }) => speed),
  },
];
if (isReal)
  rows.push({
    what: `the same, F1 of the text`,
    unit: '',
    isBetter: 'more',
    ours: ours.f1,
    peers: figures(({ f1 }) => f1),
  });
printRows(rows);
