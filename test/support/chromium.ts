/**
 * The Chromium and the playwright-core that tests of the browser use: what is installed, or what WINNOW_PLAYWRIGHT (a
 * module's path) names.
 */
import { createRequire } from 'node:module';
import { findChromium, type LoadPlaywright, type Playwright } from '../../src/providers/fetch/browser/playwright.js';

const modulePath = process.env.WINNOW_PLAYWRIGHT ?? installed();

function installed(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('playwright-core');
  } catch {
    return undefined;
  }
}

/** Why the browser cannot be tested here; nothing where it can. */
export const browserMissing: string | undefined = !modulePath
  ? 'playwright-core is not installed'
  : findChromium()
    ? undefined
    : 'there is no Chromium in the usual places';

export const loadPlaywright: LoadPlaywright = async () =>
  createRequire(import.meta.url)(modulePath as string) as Playwright;
