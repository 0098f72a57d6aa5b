/**
 * What one does with answers and documents in a real Chromium: take them away, compare them, drop files in, browse what
 * is large.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { slowPipeline } from './server/start.js';
import { browserMissing } from './support/chromium.js';
import { pageTest } from './support/page-browser.js';
import { hostilePipeline, tablePipeline } from './support/page-pipelines.js';

const QUESTION = 'Who built the Kestrel Bridge?';

describe.skipIf(browserMissing)('the page in use', () => {
  const {
    open,
    url,
    asked: ask,
  } = pageTest({
    pipelines: [slowPipeline, hostilePipeline, tablePipeline],
    config: { local: { embedder: false, reranker: false, verifier: false, reader: false } },
  });
  const asked = (pipeline: string, options: Record<string, unknown> = {}) => ask(QUESTION, pipeline, options);
  const isOver = (page: Page) => page.waitForSelector('main.run[data-status=answered]');

  test('an answer is taken away: copied with and without citations, as a link, as Markdown, as JSON', async () => {
    const id = await asked('table');
    const page = await open(`/runs/${id}`, { permissions: ['clipboard-read', 'clipboard-write'] });
    await isOver(page);
    const copied = async (name: string) => {
      await page.getByRole('button', { name }).click();
      await page.waitForSelector('.done:not(:empty)');
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    expect(await copied('Copy with citations')).toMatch(
      /1934 \[1\].*\n\n\[1\] List of crossings: https:\/\/example\.com\/list$/s,
    );
    expect(await copied('Copy text')).not.toContain('[1]');
    expect(await copied('Copy link')).toBe(`${url()}/runs/${id}`);
    const saved = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return readFileSync((await download.path()) as string, 'utf8');
    };
    expect(await saved('Markdown')).toMatch(/^# Who built the Kestrel Bridge\?\n.*\[1\]/s);
    expect(JSON.parse(await saved('JSON'))).toMatchObject({
      question: QUESTION,
      pipeline: 'table',
      answer: { status: 'answered' },
    });
  });

  test('a question is asked again with another pipeline', async () => {
    const page = await open(`/runs/${await asked('table')}`);
    await isOver(page);
    const first = page.url();
    await page.waitForSelector('.actions option:text-is("hostile")', { state: 'attached' });
    await page.getByLabel('Ask again with').selectOption('hostile');
    await page.waitForURL((to) => to.href !== first);
    await isOver(page);
    expect(await page.textContent('h1')).toBe(QUESTION);
    expect(await page.locator('.sentence.contradicted').count()).toBe(1);
  });

  test('tables are tables, in answers and in sources, their cells text and their quote marked', async () => {
    const page = await open(`/runs/${await asked('table')}`);
    await isOver(page);
    expect(await page.locator('.reading .answer table th').allTextContents()).toEqual(['Bridge', 'Opened']);
    expect(await page.textContent('.reading .answer tbody tr:first-child')).toContain('1934');
    expect(await page.locator('.reading .answer td .chip').count()).toBe(1);
    expect(await page.textContent('.reading .answer tbody tr:last-child')).toContain('<b>Weir</b>');
    expect(await page.textContent('.why table mark')).toBe('1934');
  });

  test('compare marks what differs: answers, sentences, sources, time', async () => {
    const page = await open(
      `/compare?runs=${await asked('table')},${await asked('slow', { ms: 400 })},${await asked('table')}`,
    );
    for (const n of [1, 2, 3]) await page.waitForSelector(`.column:nth-child(${n}) .figures`);
    expect(await page.textContent('.verdict-on')).toBe('2 different short answers from 3 pipelines.');
    expect(await page.textContent('.column:nth-child(2) .figures')).toMatch(/Time.*\+\d/s);
    expect(await page.textContent('.column:nth-child(2)')).toContain('1 source of the others not cited here');
    expect(await page.locator('.column:nth-child(1) .only').count()).toBe(0); // the third says the same
    await page.goto(`${url()}/compare?runs=${await asked('table')},${await asked('hostile')}`);
    await page.waitForSelector('.column:nth-child(2) .only');
    expect(await page.textContent('.column:nth-child(1) .plain')).toContain('only here');
  });

  test('a folder is dropped on the first view, read, and asked about', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'winnow-dropped-'));
    mkdirSync(join(folder, 'manuals', 'deep'), { recursive: true });
    writeFileSync(
      join(folder, 'manuals', 'deep', 'boiler.md'),
      '# Boiler\n\nThe boiler is serviced by Ida Rusk every October.\n',
    );
    writeFileSync(join(folder, 'manuals', 'pump.txt'), 'The pump was made by Otto Fenn in 1951.\n');
    try {
      const page = await open('/');
      await page.waitForSelector('.scope select');
      await drop(page, join(folder, 'manuals'));
      await page.waitForSelector('text=done: 2 documents');
      await expect.poll(() => page.locator('.scope select').first().inputValue()).toBe('dropped');
      await page.fill('.question-input', 'Who services the boiler?');
      await page.keyboard.press('Enter');
      await isOver(page);
      expect(await page.textContent('.reading .answer')).toContain('Ida Rusk');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('a long list holds the rows in sight alone, wherever it is scrolled to', async () => {
    const page = await open('/library');
    const documents = Array.from({ length: 1200 }, (_, at) => ({
      name: `page-${`${at}`.padStart(4, '0')}.md`,
      mimeType: 'text/markdown',
      buffer: Buffer.from(`# Page ${at}\n\nThis is page number ${at} of many.\n`),
    }));
    await page.getByLabel('Corpus').fill('many');
    await page.locator('input[type=file]').first().setInputFiles(documents);
    await page.waitForSelector('text=Ask about many', { timeout: 60_000 });
    await page.goto(`${url()}/library/many`);
    await page.waitForSelector('.virtual a');
    expect(await page.locator('.virtual li').count()).toBeLessThan(40);
    await page.locator('.virtual').evaluate((box) => Object.assign(box, { scrollTop: 1e9 }));
    await page.waitForSelector('.virtual b:text-is("Page 1199")');
    expect(await page.locator('.virtual li').count()).toBeLessThan(40);
    await page.click('.virtual b:text-is("Page 1199")');
    await page.waitForSelector('text=This is page number 1199');
  }, 90_000);
});

/** As the system drops it: a real folder, whose files the page asks for. */
async function drop(page: Page, path: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 600, y: 300, data });
}
