/**
 * The page's first load in Chromium, from a server on this machine: bytes over the wire by kind, and when it can be
 * used.
 * node bench/run.mjs page [--times N]: one JSON line, the median of N fresh browsers' visits (no cache).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { buildPageIfStale } from '../scripts/page-build.mjs';
import { configSchema } from '../src/engine/config.js';
import { findChromium } from '../src/providers/fetch/browser/playwright.js';
import { startServer } from '../src/server/index.js';

const { values } = parseArgs({ options: { times: { type: 'string', default: '7' } } });

type Visit = {
  readonly bytes: Readonly<Record<string, number>>;
  readonly firstPaintMs: number;
  /** The input has the focus and the line below it says what will be searched. */
  readonly usableMs: number;
  readonly layoutShift: number;
};

const MEASURE = `({
  bytes: performance.getEntries().filter(({ transferSize, name }) => transferSize && !name.includes('/api/')).reduce(
    (sums, { name, transferSize }) => {
      const kind = /\\.(js|css|svg)$/.exec(name)?.[1] ?? 'html';
      return { ...sums, [kind]: (sums[kind] ?? 0) + transferSize };
    }, {}),
  firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  usableMs: window.usableMs ?? Infinity,
  layoutShift: window.shifted ?? 0,
})`;
/** Looked at in every frame, by the page itself: the page's policy forbids what a test driver would evaluate there. */
const WATCH = `new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted = (window.shifted ?? 0) + value;
}).observe({ type: 'layout-shift', buffered: true });
const look = () => {
  const isUsable = document.activeElement?.classList.contains('question-input') && document.querySelectorAll('.scope option').length > 3;
  if (isUsable) window.usableMs = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look)`;

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForSelector('.scope option:nth-child(3)', { state: 'attached' });
  await page.waitForTimeout(500);
  const measured = await page.evaluate<Visit>(MEASURE);
  await context.close();
  return measured;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

await buildPageIfStale();
const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-page-'));
const server = await startServer({
  config: configSchema.parse({ dataDirectory: folder, server: { port: 0, logs: 'off' } }),
});
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  const visits: Visit[] = [];
  for (let at = 0; at <= Number(values.times); at += 1) visits.push(await visit(browser, server.url));
  const counted = visits.slice(1); // the first waits for the documents to be read
  const bytes = counted[0]?.bytes ?? {};
  const figures = {
    kilobytes: Math.round(Object.values(bytes).reduce((sum, size) => sum + size, 0) / 100) / 10,
    bytes,
    firstPaintMs: Math.round(median(counted.map(({ firstPaintMs }) => firstPaintMs))),
    usableMs: Math.round(median(counted.map(({ usableMs }) => usableMs))),
    slowestMs: Math.round(Math.max(...counted.map(({ usableMs }) => usableMs))),
    layoutShift: Math.max(...counted.map(({ layoutShift }) => layoutShift)),
    load: loadavg()[0]?.toFixed(1),
  };
  process.stdout.write(`${JSON.stringify({ what: 'page', visits: counted.length, ...figures })}\n`);
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
