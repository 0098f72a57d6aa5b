/**
 * The page in a real Chromium, over a real server: what a user sees, with mouse, keyboard and phone, and what a hostile
 * page may not do.
 */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { keysFile, openKeys } from '../src/server/callers/keys.js';
import { bridgeServer, slowPipeline } from './server/start.js';
import { browserMissing } from './support/chromium.js';
import { overflows, pageTest, seriousFor } from './support/page-browser.js';
import { failingPipeline, heldPipeline, holdNamed, hostilePipeline } from './support/page-pipelines.js';

if (browserMissing)
  test(`the page was NOT tested: ${browserMissing} (scripts/chromium.sh installs it on Debian)`, ({ skip }) => skip());

const MOST_BYTES = 200_000;
const QUESTION = 'Who built the Kestrel Bridge?';

describe.skipIf(browserMissing)('the page', () => {
  const {
    open,
    url,
    forgive,
    asked: ask,
  } = pageTest({ pipelines: [slowPipeline, heldPipeline, hostilePipeline, failingPipeline] });
  const asked = (pipeline: string, options: Record<string, unknown> = {}) => ask(QUESTION, pipeline, options);

  const isOver = (page: Page) => page.waitForSelector('main.run[data-status=answered]');

  test('is small: the first load in bytes, as they come over the wire', async () => {
    const page = await open('/');
    await page.waitForSelector('.scope select');
    const bytes = await page.evaluate<number>(
      `performance.getEntries().filter((entry) => !entry.name.includes('/api/')).reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)`,
    );
    expect(bytes).toBeGreaterThan(5000);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  test('a first question: asked, answered, every sentence cited, announced once, kept in the history', async () => {
    const page = await open('/');
    expect(await page.evaluate('document.activeElement.className')).toContain('question-input');
    await page.fill('.question-input', QUESTION);
    await page.keyboard.press('Enter');
    await isOver(page);
    expect(await page.textContent('h1')).toBe(QUESTION);
    expect(await page.textContent('.reading .answer')).toContain('Tobias Wrenfield');
    expect(await page.locator('.chip').count()).toBeGreaterThan(0);
    expect(await page.textContent('[role=status]')).toContain('Answer:');
    await page.keyboard.press('h');
    await page.fill('input[type=search]', 'kestrel');
    await page
      .getByRole('button', { name: `Delete: ${QUESTION}` })
      .first()
      .click();
    await page.waitForSelector('text=holds these words');
  });

  test('a citation shows the quoted span in its surroundings on hover, and the source at that span on click', async () => {
    const page = await open(`/runs/${await asked('hostile')}`);
    await isOver(page);
    await page.click('#tab-funnel');
    await page.hover('.chip');
    expect(await page.textContent('.pop mark')).toBe('The bridge was built in 1934.');
    expect(await page.textContent('.pop .quote')).toContain('Before.');
    await page.click('.chip');
    expect(await page.textContent('.why .passage mark')).toBe('The bridge was built in 1934.');
  });

  test('what no source carries is marked by a word and a shape, and a contradiction says what the source says', async () => {
    const page = await open(`/runs/${await asked('hostile')}`);
    await isOver(page);
    expect(await page.textContent('.unsure')).toContain('More likely wrong than right');
    expect(await page.textContent('.sentence.unsupported .verdict')).toBe('no source says this');
    expect(await page.locator('.sentence.unsupported .verdict svg').count()).toBe(1);
    expect(await page.textContent('.sentence.unchecked .verdict')).toBe('not checked');
    expect(await page.textContent('.source-says')).toContain('It opened in 1934.');
    expect(await page.locator('.sentence.supported .verdict').count()).toBe(0);
  });

  test('markup of a page or a model stays text in every view, and its links lead nowhere but to the web', async () => {
    const id = await asked('hostile', { hold: 'draft' });
    const page = await open(`/runs/${id}`);
    await page.waitForSelector('.draft >> text=<img src=x');
    holdNamed('draft').release();
    await isOver(page);
    for (const tab of ['evidence', 'funnel', 'trace']) {
      await page.click(`#tab-${tab}`);
      expect(await page.locator('#page img, #page script, #page iframe').count()).toBe(0);
    }
    expect(await page.textContent('.short')).toContain('<img src=x');
    const links = await page
      .locator('#page a')
      .evaluateAll((all) => all.map((one) => (one as unknown as { href: string }).href));
    expect(links.filter((href) => !/^https?:/.test(href))).toEqual([]);
    expect(await page.getAttribute('.answer a', 'rel')).toContain('noopener');
    await page.goto(`${url()}/compare?runs=${id}`);
    await page.waitForSelector('.column .short');
    expect(await page.locator('#page img').count()).toBe(0);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  test('the funnel names what was kept, the trace how long every stage took', async () => {
    const page = await open('/');
    await page.fill('.question-input', QUESTION);
    await page.keyboard.press('Enter');
    await isOver(page);
    await page.click('#tab-funnel');
    expect(await page.getAttribute('.strip svg', 'aria-label')).toMatch(/results?, .*pages?/);
    expect(await page.locator('.sifted li').count()).toBeGreaterThan(0);
    await page.fill('.why input[type=search]', 'no such thing');
    expect(await page.locator('.sifted li').count()).toBe(0);
    await page.click('#tab-trace');
    expect(await page.locator('.waterfall .bar').count()).toBeGreaterThan(3);
  });

  test('a reload in mid-answer goes on', async () => {
    const page = await open(`/runs/${await asked('held', { hold: 'reload' })}`);
    await page.waitForSelector('.steps');
    await page.reload();
    await page.waitForSelector('.steps');
    holdNamed('reload').release();
    await isOver(page);
    expect(await page.locator('.steps').count()).toBe(0);
  });

  test('Esc stops a running answer, which can be asked again', async () => {
    const page = await open(`/runs/${await asked('slow', { ms: 600_000 })}`);
    await page.waitForSelector('.steps');
    await page.keyboard.press('Escape');
    await page.waitForSelector('text=Stopped before there was an answer.');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.waitForSelector('main.run[data-status=answered]');
  });

  test('a failure is named by its stage and can be tried again', async () => {
    const page = await open(`/runs/${await asked('failing')}`);
    await page.waitForSelector('main.run[data-status=failed]');
    expect(await page.textContent('.problem')).toMatch(/Writing the answer.*Try again/s);
  });

  test('by keyboard alone: ask, walk the sentences, switch tabs, list the keys, ask anew', async () => {
    const page = await open(`/runs/${await asked('hostile')}`);
    await isOver(page);
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog:not([open])', { state: 'attached' });
    for (let n = 0; n < 12; n += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(`document.activeElement.matches('.sentence.unsupported')`)) break;
    }
    expect(await page.textContent('.why .panel')).toContain('No source that was read says this.');
    await page.focus('#tab-evidence');
    await page.keyboard.press('ArrowRight');
    expect(await page.getAttribute('#tab-funnel', 'aria-selected')).toBe('true');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.className')).toContain('question-input');
    await page.keyboard.press('Control+k');
    await page.waitForSelector('main.ask');
  });

  test('a follow-up is asked in context, and says how it was understood', async () => {
    const page = await open('/');
    await page.fill('.question-input', QUESTION);
    await page.keyboard.press('Enter');
    await isOver(page);
    const first = page.url();
    await page.fill('.question-input', 'When was it built?');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href !== first);
    await isOver(page);
    expect(await page.textContent('.asked-as')).toContain('Kestrel Bridge');
  });

  test('/?q= asks at once, and browsers are told how', async () => {
    const page = await open(`/?q=${encodeURIComponent(QUESTION)}`);
    await isOver(page);
    const said = await (await fetch(`${url()}/opensearch.xml`)).text();
    expect(said).toContain(`template="${url()}/?q={searchTerms}"`);
  });

  test('check: every claim has a verdict, and the quote beside it', async () => {
    const page = await open('/check');
    await page
      .getByLabel('Text', { exact: true })
      .fill('The work takes a morning [1]. It is done by the council of Tovrick [1].');
    await page.getByLabel('Source [1]').fill('The work takes a morning. Nobody says who does it.');
    await page.getByRole('button', { name: 'Check every claim' }).click();
    await page.waitForSelector('.claim');
    expect(await page.locator('.claim').count()).toBe(2);
    expect(await page.textContent('.claim .says')).toContain('The work takes a morning.');
    expect(await page.locator('.claim .verdict').count()).toBe(2);
  });

  test('compare: two pipelines side by side', async () => {
    const page = await open(`/compare?runs=${await asked('hostile')},${await asked('slow', { ms: 50 })}`);
    for (const n of [1, 2]) await page.waitForSelector(`.column:nth-child(${n}) .figures`);
    expect(await page.textContent('.columns')).toContain('1 no source says this');
  });

  test('library: a file is uploaded, found, seen as it was cut, and offered for questions', async () => {
    const page = await open('/library');
    const file = {
      name: 'boiler.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Boiler\n\nIda Rusk services the boiler every October.\n'),
    };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.waitForSelector('text=Ask about notes');
    await page.goto(`${url()}/library/notes`);
    await page.fill('input[type=search]', 'boiler');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.hits mark');
    await page.click('.hits a');
    expect(await page.textContent('.piece .answer')).toContain('Ida Rusk');
  });

  test('phone: nothing is cut off, and the evidence comes up as a sheet', async () => {
    const page = await open(`/runs/${await asked('hostile')}`, {
      viewport: { width: 360, height: 700 },
      hasTouch: true,
    });
    await isOver(page);
    expect(await overflows(page)).toBe(false);
    await page.click('.chip');
    await page.waitForSelector('.why.open mark');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.why:not(.open)');
    for (const path of ['/', '/history', '/compare', '/check', '/library', '/lab', '/settings']) {
      await page.goto(`${url()}${path}`);
      await page.waitForSelector('main');
      expect(await overflows(page), path).toBe(false);
    }
    await page.click('.more summary');
    await page.click('.more a[href="/lab"]');
    await page.waitForSelector('h1:has-text("Lab")');
    expect(await page.locator('.more[open]').count()).toBe(0);
  });

  test('axe finds nothing serious in any view, nor in the dark', { timeout: 60_000 }, async () => {
    const id = await asked('hostile');
    const views = [
      `/runs/${id}`,
      '/',
      '/history',
      `/compare?runs=${id}`,
      '/check',
      '/library',
      '/library/~docs',
      '/lab',
      '/settings',
    ];
    const found: string[] = [];
    for (const [colorScheme, paths] of [
      ['light', views],
      ['dark', views.slice(0, 2)],
    ] as const) {
      const page = await open(`/runs/${id}`, { colorScheme });
      await isOver(page);
      for (const path of paths) {
        await page.goto(`${url()}${path}`);
        await page.waitForLoadState('networkidle');
        found.push(...(await seriousFor(page, axe.source)).map((one) => `${colorScheme} ${one}`));
      }
    }
    expect(found).toEqual([]);
  });

  test('a server that asks for a key: the page asks for it in turn, and goes on', async () => {
    const own = await bridgeServer({ config: { server: { requireKey: true } } });
    try {
      const { key } = await openKeys(keysFile(own.dataDirectory)).create({ name: 'ada', isAdmin: false, limits: {} });
      const page = await open('/');
      await page.goto(own.url);
      await page.getByLabel('API key of this server').fill(key);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.scope select');
      forgive(); // the browser reports each refusal
      await page.fill('.question-input', QUESTION);
      await page.keyboard.press('Enter');
      await isOver(page);
    } finally {
      await own.close();
    }
  });

  test('dark: as the system has it, or as chosen', async () => {
    const page = await open('/settings', { colorScheme: 'dark' });
    const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const dark = await paper();
    await page.getByLabel('Appearance').selectOption('light');
    expect(await paper()).not.toBe(dark);
    await page.reload();
    expect(await paper()).not.toBe(dark);
  });
});
