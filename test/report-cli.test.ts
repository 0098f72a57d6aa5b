/**
 * `winnow report` as a user runs it: one file that needs nothing else, in which every number leads to rows, also in a
 * real browser.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EvalRow } from '../src/lab/run/row.js';
import { findChromium } from '../src/providers/fetch/browser/playwright.js';
import { browserMissing, loadPlaywright } from './support/chromium.js';
import { BARE, winnow } from './support/command.js';
import { elementsIn, type HtmlElement } from './support/html-elements.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-report-'));
afterAll(() => rmSync(root, { recursive: true }));

const HOSTILE = `<script>document.title='taken'</script></script><img src="https://evil.example/x" onerror="document.title='taken'">\u001b[31m`;
const lines = (length: number, make: (at: number) => unknown) =>
  Array.from({ length }, (_, at) => JSON.stringify(make(at))).join('\n');

function dataset(): string {
  const folder = mkdtempSync(join(root, 'data-'));
  const page = (at: number) => ({
    id: `d${at}`,
    url: `https://bridges.example/${at}`,
    title: `Bridge ${at} <b>`,
    text: `Bridge number ${at} was opened in ${1800 + at}. ${at === 1 ? HOSTILE : ''}`,
  });
  const question = (at: number) => ({
    id: `q${at}`,
    question: at === 5 ? `When was bridge number 5 opened? ${HOSTILE}` : `When was bridge number ${at} opened?`,
    answers: [at === 3 ? 'never' : `${1800 + at}`],
    gold_doc_ids: [`d${at}`],
    type: at % 2 ? 'odd' : 'even',
  });
  writeFileSync(join(folder, 'corpus.jsonl'), lines(6, page));
  writeFileSync(join(folder, 'questions.jsonl'), lines(6, question));
  return folder;
}

const [data, run] = [dataset(), join(root, 'run')];
const report = (...args: readonly string[]) => winnow(['report', ...args], { cwd: root });
const readPage = (file: string) => readFileSync(file, 'utf8');

beforeAll(async () => {
  const pipelines = ['hifi-rag', 'naive-sparse'].flatMap((name) => ['--pipeline', name]);
  const { code, stderr } = await winnow(['eval', '--data', data, '--out', run, ...pipelines, ...BARE], { cwd: root });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const file = join(run, 'rows.jsonl');
  const rows = readPage(file)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as EvalRow);
  const spoilt = rows.map((row) =>
    row.id === 'q2'
      ? { ...row, answer: HOSTILE, sources: [{ n: 1, url: 'javascript:alert(1)', title: HOSTILE, passages: [] }] }
      : row,
  );
  writeFileSync(file, spoilt.map((row) => `${JSON.stringify(row)}\n`).join(''));
  expect(await report(run)).toMatchObject({ code: 0, stdout: expect.stringMatching(/report\.html \(\d+ KB\)/) });
}, 120_000);

const wholePage = () => readPage(join(run, 'report.html'));
const attributesNamed = (elements: readonly HtmlElement[], name: string) =>
  elements.flatMap(({ attributes }) => attributes[name] ?? []);

test('the file needs nothing else: no address but those of sources, which are told nothing', () => {
  const elements = elementsIn(wholePage());
  const outside = elements.filter(({ attributes: { href } }) => href !== undefined && !href.startsWith('#'));
  expect(outside.length).toBeGreaterThan(0);
  for (const { name, attributes } of outside) {
    expect(name).toBe('a');
    expect(attributes.href).toMatch(/^https:\/\/bridges\.example\/\d$/);
    expect(attributes.rel).toContain('noreferrer');
  }
  expect(
    elements.filter(({ name }) => /^(?:img|link|iframe|object|embed|form|base|audio|video|source)$/.test(name)),
  ).toEqual([]);
  for (const name of ['src', 'srcset', 'style', 'action', 'onclick', 'onerror', 'xlink:href'])
    expect(attributesNamed(elements, name)).toEqual([]);
  const [style] = elements.filter(({ name }) => name === 'style');
  expect(style?.text).not.toMatch(/url\(|@import/);
});

test('only its own style and script may take effect: the policy names them by their hashes', () => {
  const elements = elementsIn(wholePage());
  const [policy] = elements.filter(({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy');
  const [style, script] = ['style', 'script'].map((name) => elements.filter((element) => element.name === name));
  expect([style?.length, script?.length]).toEqual([1, 1]);
  const hash = (text: string | undefined) =>
    `'sha256-${createHash('sha256')
      .update(text ?? '')
      .digest('base64')}'`;
  expect(policy?.attributes.content).toBe(
    `default-src 'none'; style-src ${hash(style?.[0]?.text)}; script-src ${hash(script?.[0]?.text)}; base-uri 'none'; form-action 'none'`,
  );
});

test('what pages, questions and answers hold stays text', () => {
  const page = wholePage();
  expect(page).toContain('&lt;script&gt;document.title=&#39;taken&#39;');
  expect(page).not.toContain('\u001b');
  expect(page).not.toMatch(/href="javascript:/i);
});

test('every number of the score table leads to rows that are there', () => {
  const page = wholePage();
  const ids = new Set(attributesNamed(elementsIn(page), 'id'));
  const tables = page.slice(page.indexOf('<section id="scores">'), page.indexOf('<section id="differences">'));
  const cells = [...tables.matchAll(/<td>(.*?)<\/td>/g)]
    .map(([, cell]) => cell as string)
    .filter((cell) => cell !== '–');
  expect(cells.length).toBeGreaterThan(30);
  for (const cell of cells) {
    const [link] = elementsIn(cell);
    expect(link?.text).toMatch(/^\d\.\d{3}$/);
    expect(link?.attributes.href).toMatch(/^#rows-p[01]$/);
    expect(ids).toContain(link?.attributes.href?.slice(1));
  }
  const missing = attributesNamed(elementsIn(page), 'href').filter(
    (href) => href.startsWith('#') && !ids.has(href.slice(1)),
  );
  expect(missing).toEqual([]);
});

test('every row has its anchor and the line it is kept in, and the worst question its gold answer', () => {
  const page = wholePage();
  for (const column of [0, 1])
    for (const question of [0, 1, 2, 3, 4, 5]) expect(page).toContain(`<tr id="p${column}q${question}"`);
  const worst = page.slice(page.indexOf('<section id="worst">'), page.indexOf('<section id="rows">'));
  expect(worst).toMatch(/<h3 dir="auto">q3: .*<b>Gold:<\/b> never/);
  expect(worst).toMatch(/Whole: line \d+ of .*rows\.jsonl/);
});

test('two runs are compared, with the questions that differ most side by side', async () => {
  const out = join(root, 'compared.html');
  expect(await report(`${run}:hifi-rag`, `${run}:naive-sparse`, '--out', out)).toMatchObject({ code: 0 });
  const page = readPage(out);
  expect(page).toContain('hifi-rag against naive-sparse');
  for (const part of ['p (Holm)', 'wins', 'ties', 'losses', 'Questions that differ most']) expect(page).toContain(part);
});

test('a grid shows its champion, effects, interactions and points', { timeout: 120_000 }, async () => {
  const [file, out] = [join(data, 'grid.yaml'), join(root, 'grid')];
  const axes = 'axes:\n  filterHits: [false, true]\n  filterSections: ["off", model]\n  maxPages: [1, 3]\n';
  writeFileSync(
    file,
    `name: bridges\ndata: ${data}\nlimit: 3\npipeline: hifi-rag\n${axes}response: 0.6*contains + 0.4*citation.anyGold\n`,
  );
  expect(await winnow(['grid', file, '--out', out, ...BARE], { cwd: root })).toMatchObject({ code: 0 });
  expect(await report(out)).toMatchObject({ code: 0 });
  const page = readPage(join(out, 'report.html'));
  for (const part of [
    'Champion',
    'Runner-up',
    'Noise floor',
    'Mean response by filterHits',
    'filterHits by filterSections',
    'Analysis of variance',
  ])
    expect(page).toContain(part);
  expect(page).toContain('--set filterHits=');
});

test.each([
  [['nowhere'], 'holds neither a run nor a grid'],
  [[`${run}:other`], 'holds no pipeline "other"'],
  [[run, '--metric', 'speed'], 'No row has a score "speed"'],
  [[run, '--baseline', 'other'], 'There is no pipeline "other"'],
  [[run, run], 'Name one of them'],
  [[run, '--out', join(root, 'no', 'folder.html')], 'cannot be written'],
])('%j is refused with what to do', async (args, said) => {
  expect(await report(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
});

test('questions that are gone are said to be gone, and may be named', async () => {
  const [moved, out] = [mkdtempSync(join(root, 'moved-')), join(root, 'gone.html')];
  for (const name of ['rows.jsonl', 'summary.json']) writeFileSync(join(moved, name), readPage(join(run, name)));
  const record = JSON.parse(readPage(join(run, 'run.json')));
  writeFileSync(
    join(moved, 'run.json'),
    JSON.stringify({ ...record, data: { ...record.data, path: join(root, 'gone') } }),
  );
  expect((await report(moved, '--out', out)).code).toBe(0);
  expect(readPage(out)).toContain('gold answers are not shown');
  expect((await report(moved, '--out', out, '--data', data)).code).toBe(0);
  expect(readPage(out)).not.toContain('gold answers are not shown');
  expect(existsSync(join(moved, 'report.html'))).toBe(false);
});

if (browserMissing) test(`the report was NOT tested in a browser: ${browserMissing}`, ({ skip }) => skip());

describe.skipIf(browserMissing)('in a browser', () => {
  test('a number shows the rows it was made of, their mean is that number, and nothing of a page is run or fetched', async () => {
    const { chromium } = (await loadPlaywright()) as unknown as { readonly chromium: BrowserType };
    const browser = await chromium.launch({ executablePath: findChromium() as string, args: ['--no-sandbox'] });
    const page = await browser.newPage();
    const [requests, problems]: [string[], string[]] = [[], []];
    page.on('request', (request) => requests.push((request as { url: () => string }).url()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => problems.push((message as { text: () => string }).text()));
    await page.goto(pathToFileURL(join(run, 'report.html')).href);
    const clicked = await page.evaluate(`(() => {
      const link = document.querySelector('#scores table a.n[data-m]');
      link.click();
      const shown = [...document.querySelectorAll('tr[data-v]')].filter((row) => !row.hidden && !row.closest('section').hidden);
      return [link.textContent, document.getElementById('f-said').textContent, shown.map(({ id }) => id), document.title];
    })()`);
    await browser.close();
    const [figure, said, shown, title] = clicked as [string, string, string[], string];
    expect(Number(/mean contains ([\d.]+)/.exec(said)?.[1])).toBeCloseTo(Number(figure), 3);
    expect(shown.toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((at) => `p0q${at}`));
    expect(title).toContain('Winnow report');
    expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
    expect(problems).toEqual([]);
  });
});

/** What the test uses of playwright-core. */
type BrowserType = {
  readonly launch: (options: object) => Promise<{
    readonly newPage: () => Promise<{
      readonly on: (event: string, listener: (happened: unknown) => void) => void;
      readonly goto: (url: string) => Promise<unknown>;
      readonly evaluate: (script: string) => Promise<unknown>;
    }>;
    readonly close: () => Promise<void>;
  }>;
};
