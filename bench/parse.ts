/**
 * How good and how fast is the page parser? F1 on scrapinghub/article-extraction-benchmark beside @mozilla/readability
 * and defuddle, in one run.
 * node bench/run.mjs parse <folder with ground-truth.json and html/*.html.gz>
 * node bench/run.mjs parse fuzz [documents] [seed]
 * Half of the pages, chosen by hash, were used for tuning; the other half is the result.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parsePage } from '../src/text/page/index.js';
import { fuzz } from './parse/fuzz.js';
import { type Extractor, loadPeers } from './parse/peers.js';
import { type Counts, compare, scoreOf } from './parse/score.js';

type Page = { readonly url: string; readonly html: string; readonly expected: string; readonly isTuning: boolean };

const winnow: Extractor = { name: 'winnow', extract: (html, url) => bodyOf(parsePage(html, { url }).text) };

/** The gold text has neither the headline (`# `) nor captions (a line in italics). */
function bodyOf(markdown: string): string {
  return markdown.replace(/^(# .*|\s*(- )?\*[^*\n]+\*)$/gm, '');
}

function readPages(folder: string): Page[] {
  const truth = JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8')) as Record<
    string,
    { url: string; articleBody: string }
  >;
  return Object.entries(truth).map(([key, { url, articleBody }]) => ({
    url,
    html: gunzipSync(readFileSync(join(folder, 'html', `${key}.html.gz`))).toString('utf8'),
    expected: articleBody,
    isTuning: createHash('sha256').update(key).digest()[0]! % 2 === 0,
  }));
}

async function measure({ name, extract }: Extractor, pages: readonly Page[]): Promise<void> {
  const megabytes = pages.reduce((sum, { html }) => sum + html.length, 0) / 1e6;
  for (const { html, url } of pages.slice(0, 20)) await extract(html, url);
  const texts: string[] = [];
  const slowest = { ms: 0, url: '' };
  const cpuBefore = process.cpuUsage();
  for (const { html, url } of pages) {
    const before = performance.now();
    texts.push(await extract(html, url));
    const ms = performance.now() - before;
    if (ms > slowest.ms) Object.assign(slowest, { ms, url });
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const seconds = (user + system) / 1e6;
  const counts = pages.map(({ expected }, index) => compare(expected, texts[index]!));
  const line = (label: string, chosen: readonly Counts[]) => {
    const { precision, recall, f1 } = scoreOf(chosen);
    return `${label} F1 ${f1.toFixed(4)} (P ${precision.toFixed(4)} R ${recall.toFixed(4)})`;
  };
  const half = (isTuning: boolean) => counts.filter((_, index) => pages[index]!.isTuning === isTuning);
  console.log(
    `${name.padEnd(12)} ${line('reported half', half(false))}  ${line('tuning half', half(true))}  ${line('all', counts)}`,
  );
  console.log(
    `${''.padEnd(12)} ${(megabytes / seconds).toFixed(1)} MB per second of processor time, slowest page ${slowest.ms.toFixed(0)} ms`,
  );
}

const [target = '', ...rest] = process.argv.slice(2);
if (target === 'fuzz') fuzz(Number(rest[0] ?? 1_000_000), Number(rest[1] ?? 1));
else if (target === '') console.log('usage: node bench/run.mjs parse <folder> | fuzz [documents] [seed]');
else {
  const pages = readPages(target);
  for (const extractor of [winnow, ...(await loadPeers())]) await measure(extractor, pages);
}
