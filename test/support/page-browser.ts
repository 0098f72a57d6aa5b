/**
 * The page in Chromium over a server of its own, for tests that look at it as a user does. Whatever the browser
 * complains about fails the test.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { buildPageIfStale } from '../../scripts/page-build.mjs';
import { findChromium } from '../../src/providers/fetch/browser/playwright.js';
import { bridgeServer, type TestServer } from '../server/start.js';

const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

export type PageTest = {
  readonly url: () => string;
  readonly server: () => TestServer;
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  /** What is reported by the browser from here on counts; what was before is forgiven. */
  readonly forgive: () => void;
  /** The id of a question that is asked in the background. */
  readonly asked: (question: string, pipeline: string, options?: Record<string, unknown>) => Promise<string>;
};

/** To be called within `describe`. */
export function pageTest(input: Parameters<typeof bridgeServer>[0]): PageTest {
  let [server, browser]: [TestServer | undefined, Browser | undefined] = [undefined, undefined];
  let problems: string[] = [];
  beforeAll(async () => {
    await buildPageIfStale();
    server = await bridgeServer(input);
    const { chromium } = await import('playwright-core');
    browser = await chromium.launch({ executablePath: findChromium() ?? '', args: FLAGS.split(' ') });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    expect(problems.splice(0)).toEqual([]);
  });
  const url = () => server?.url ?? '';
  return {
    url,
    server: () => server as TestServer,
    forgive: () => {
      problems = [];
    },
    open: async (path, options = {}) => {
      problems = [];
      const context = await (browser as Browser).newContext({ viewport: { width: 1280, height: 820 }, ...options });
      const page = await context.newPage();
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(error.message));
      page.setDefaultTimeout(15_000);
      await page.goto(`${url()}${path}`);
      return page;
    },
    asked: async (question, pipeline, options = {}) => {
      const body = JSON.stringify({ question, pipeline, options, background: true });
      const response = await fetch(`${url()}/api/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return ((await response.json()) as { id: string }).id;
    },
  };
}

/** The serious violations that axe finds, as one line each. */
export async function seriousFor(page: Page, axeSource: string): Promise<string[]> {
  await page.evaluate(axeSource);
  const found = await page.evaluate<{ violations: { id: string; impact: string; nodes: { target: unknown }[] }[] }>(
    'axe.run()',
  );
  const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map((one) => `${page.url()}: ${one.id} at ${one.nodes.map(({ target }) => target).join(' ')}`);
}

export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
