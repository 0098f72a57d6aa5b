/**
 * Pictures of every view for the docs, made from a real server over the sample corpus: node
 * scripts/page-screenshots.mjs [folder] [light|dark|phone ...] Where no look is named, those that the docs keep: every
 * view in the light, a few in the dark and on a phone. Chromium writes WebP, which keeps each at a few tens of
 * kilobytes.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { buildIfStale } from './fresh-build.mjs';
import { buildPageIfStale } from './page-build.mjs';

await buildIfStale();
await buildPageIfStale();
const { startServer } = await import('../dist/server/index.js');
const { configSchema } = await import('../dist/engine/config.js');
const { findChromium } = await import('../dist/providers/fetch/browser/playwright.js');

const [out = 'docs/page', ...wanted] = process.argv.slice(2);
const LOOKS = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 780 }, colorScheme: 'light', hasTouch: true, deviceScaleFactor: 1.5 },
};
const QUALITY = 60;
const IN_EVERY_LOOK = ['ask', 'answer', 'lab-run'];

const folder = mkdtempSync(join(tmpdir(), 'winnow-pictures-'));
const server = await startServer({
  config: configSchema.parse({
    dataDirectory: join(folder, 'data'),
    server: { port: 0, logs: 'off', labFolder: join(folder, 'runs') },
  }),
});
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});

const api = async (path, body) => {
  const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${server.url}/api/${path}`, init);
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
};
const until = async (path, isOver) => {
  for (;;) {
    const value = await api(path);
    if (isOver(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
};
const asked = async (question, pipeline = 'hifi-rag') => {
  const { id } = await api('ask', { question, pipeline, background: true });
  await until(`runs/${id}`, ({ result }) => result);
  return id;
};

const QUESTION = 'How long is the Kestrel Line, and how many stops does it have?';

async function prepared() {
  await asked('Who wrote the anthem of Pellandine?');
  const ids = [await asked('When was the plan for an airport on Coldfold Marsh rejected?')];
  for (const pipeline of ['hifi-rag', 'naive-hybrid', 'level-rag']) ids.push(await asked(QUESTION, pipeline));
  await api('lab/runs', {
    kind: 'run',
    name: 'pipelines',
    questions: 'sample',
    pipelines: ['hifi-rag', 'naive-hybrid', 'chunk-rag'],
    limit: 40,
  });
  await until('lab/runs/pipelines', ({ status }) => status === 'done');
  await api('lab/runs', {
    kind: 'grid',
    name: 'filters',
    questions: 'sample',
    limit: 16,
    response: 'citation.precision',
    pipeline: 'hifi-rag',
    axes: { sectionsKept: [1, 4, 12], filterHits: [false, true] },
  });
  await until('lab/runs/filters', ({ status }) => status === 'done');
  return ids;
}

const views = ([id, ...compared]) => [
  ['ask', '/', async (page) => page.waitForSelector('.examples button')],
  ['answer', `/runs/${id}`, async (page) => page.waitForSelector('.sources .card')],
  ['funnel', `/runs/${id}`, (page) => page.click('#tab-funnel')],
  ['trace', `/runs/${id}`, (page) => page.click('#tab-trace')],
  [
    'compare',
    `/compare?${new URLSearchParams({ runs: compared.join(','), q: QUESTION })}`,
    async (page) => page.waitForSelector('.column:nth-child(3) .figures'),
  ],
  [
    'library',
    '/library/~docs',
    async (page) => {
      await page.fill('input[type=search]', 'kestrel bridge opened');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.hits mark');
      await page.click('.hits summary');
    },
  ],
  [
    'check',
    '/check',
    async (page) => {
      await page.getByRole('button', { name: 'Fill in an example' }).click();
      await page.getByRole('button', { name: 'Check every claim' }).click();
      await page.waitForSelector('.claim');
    },
  ],
  ['history', '/history', async (page) => page.waitForSelector('.runs li')],
  ['lab', '/lab', async (page) => page.waitForSelector('.runs li')],
  ['lab-run', '/lab/pipelines', async (page) => page.waitForSelector('.course canvas')],
  ['lab-grid', '/lab/filters', async (page) => page.waitForSelector('.factor')],
  [
    'lab-compare',
    '/lab/compare?first=pipelines:naive-hybrid&second=pipelines:hifi-rag',
    async (page) => page.waitForSelector('.scores td'),
  ],
  ['settings', '/settings', async (page) => page.waitForSelector('.figures dt')],
];

try {
  mkdirSync(out, { recursive: true });
  const ids = await prepared();
  for (const [look, options] of Object.entries(LOOKS)) {
    if (wanted.length > 0 && !wanted.includes(look)) continue;
    const isKept = (name) => wanted.length > 0 || look === 'light' || IN_EVERY_LOOK.includes(name);
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    for (const [name, path, ready] of views(ids).filter(([view]) => isKept(view))) {
      const page = await context.newPage();
      await page.goto(`${server.url}${path}`);
      await ready(page);
      await page.waitForTimeout(300);
      const devtools = await context.newCDPSession(page);
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
      const file = join(out, `${name}-${look}.webp`);
      writeFileSync(file, Buffer.from(data, 'base64'));
      process.stdout.write(`${file} ${Math.round(statSync(file).size / 1024)} KB\n`);
      await page.close();
    }
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
