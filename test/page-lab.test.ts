/**
 * The lab in a real Chromium: an experiment is started, watched, stopped, gone on with, compared, and its report
 * opened.
 */
import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { browserMissing } from './support/chromium.js';
import { overflows, pageTest, seriousFor } from './support/page-browser.js';

describe.skipIf(browserMissing)('the lab on the page', () => {
  const { open, url } = pageTest({});

  test('a run: started, live, plotted, its report opened; two of its pipelines compared', {
    timeout: 300_000,
  }, async () => {
    const page = await open('/lab');
    await page.waitForSelector('text=Nothing in');
    await page.getByLabel('Name').fill('first');
    await page.getByLabel('Questions at most').fill('12');
    await page.waitForSelector('.pick input');
    await page.getByLabel('naive-hybrid').uncheck();
    await page.getByLabel('naive-sparse').check();
    await page.getByRole('button', { name: 'Start first' }).click();
    await page.waitForSelector('main.lab[data-status]');
    await page.waitForSelector('main.lab[data-status=done]', { timeout: 200_000 });
    await page.waitForSelector('.course canvas');
    expect(await page.locator('.scores tbody tr').count()).toBe(2);
    expect(await page.textContent('.state')).toContain('24 of 24 answers');
    expect(await seriousFor(page, axe.source)).toEqual([]);

    const [report] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open the report' }).click(),
    ]);
    await report.waitForSelector('h1');
    expect(await report.evaluate('getComputedStyle(document.body).maxWidth')).toBe('1240px'); // its own style is allowed
    expect(await report.evaluate('origin')).toBe('null'); // and it can reach nothing of the server's
    await report.close();

    await page.goto(`${url()}/lab`);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.waitForSelector('.scores tbody tr');
    expect(await page.textContent('h1')).toContain('first:hifi-rag against first:naive-sparse');
    expect(await seriousFor(page, axe.source)).toEqual([]);
  });

  test('a run that is stopped stands as stopped, and goes on', { timeout: 300_000 }, async () => {
    const page = await open('/lab');
    await page.getByLabel('Name').fill('second');
    await page.getByLabel('Questions at most').fill('120');
    await page.getByRole('button', { name: 'Start second' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.waitForSelector('main.lab[data-status=stopped]');
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.waitForSelector('main.lab[data-status=done]', { timeout: 200_000 });
    expect(await page.textContent('.state')).toContain('240 of 240');
  });

  test('a grid: options come from the pipeline, the champion is named; a phone shows all of it', {
    timeout: 300_000,
  }, async () => {
    const page = await open('/lab', { viewport: { width: 360, height: 700 } });
    await page.getByLabel('Grid').check();
    await page.getByLabel('Name').fill('grid');
    await page.getByLabel('Questions at most').fill('4');
    await page.locator('.axes select').selectOption('filterHits');
    expect(await page.getByLabel('Values of filterHits').inputValue()).toBe('false, true');
    expect(await page.textContent('.axes')).toContain('2 combinations');
    expect(await overflows(page)).toBe(false);
    await page.getByRole('button', { name: 'Start grid' }).click();
    await page.waitForSelector('main.lab[data-status=done]', { timeout: 200_000 });
    await page.waitForSelector('.factor');
    expect(await page.textContent('.figures')).toContain('Champion');
    expect(await overflows(page)).toBe(false);
  });
});
