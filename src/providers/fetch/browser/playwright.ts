/**
 * Starts Chromium through playwright-core, which is an optional install. The browser is cut off from the network: all
 * it asks for is handed to it.
 */
import { existsSync } from 'node:fs';
import { messageOf } from '../../../core/errors.js';
import { unreadError } from '../../../core/unread.js';

/** What is used of playwright-core 1.65; its own types are not there where it is not installed. */
export type Playwright = {
  readonly chromium: { launch(options: Readonly<Record<string, unknown>>): Promise<Browser> };
};
export type Browser = {
  newContext(options: Readonly<Record<string, unknown>>): Promise<Context>;
  isConnected(): boolean;
  close(): Promise<void>;
};
export type Context = {
  addInitScript(script: { readonly content: string }): Promise<unknown>;
  route(url: RegExp, handler: (route: Route) => Promise<void>): Promise<unknown>;
  routeWebSocket(url: RegExp, handler: (socket: { close(): Promise<void> }) => void): Promise<void>;
  on(event: 'page', listener: (page: Page) => void): unknown;
  newPage(): Promise<Page>;
  close(): Promise<void>;
};
export type Page = {
  goto(url: string, options: Readonly<Record<string, unknown>>): Promise<unknown>;
  waitForLoadState(state: 'domcontentloaded', options: { readonly timeout: number }): Promise<void>;
  content(): Promise<string>;
  url(): string;
  close(): Promise<void>;
};
export type Route = {
  request(): BrowserRequest;
  abort(reason?: string): Promise<void>;
  fulfill(response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer;
  }): Promise<void>;
};
export type BrowserRequest = {
  url(): string;
  method(): string;
  headers(): Readonly<Record<string, string>>;
  postDataBuffer(): Buffer | null;
  resourceType(): string;
  isNavigationRequest(): boolean;
  frame(): { parentFrame(): unknown };
};

export type LoadPlaywright = () => Promise<Playwright>;

export type LaunchOptions = {
  readonly executablePath?: string | undefined;
  readonly load?: LoadPlaywright | undefined;
};

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

export function findChromium(): string | undefined {
  return usualPlaces.find((place) => existsSync(place));
}

/** A name rather than a literal, so that the compiler does not look for what is not there. */
const moduleName: string = 'playwright-core';
const loadInstalled: LoadPlaywright = async () => (await import(moduleName)) as Playwright;

/**
 * No name resolves, literal addresses included, and the proxy, which counts for loopback too, does not exist: what is
 * not answered by our own client fails. UDP goes through proxies only, so WebRTC has no way out.
 */
const cutOff = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--disable-background-networking',
  '--js-flags=--max-old-space-size=512',
];
const nowhere = { server: 'http://proxy.invalid:9', bypass: '<-loopback>' };

export async function launch({
  executablePath = findChromium(),
  load = loadInstalled,
}: LaunchOptions): Promise<Browser> {
  const playwright = await load().catch((cause: unknown) => {
    throw failed(
      'playwright-core is not installed. Install it beside this package (npm install playwright-core).',
      cause,
    );
  });
  if (!executablePath || !existsSync(executablePath))
    throw failed('there is no Chromium. Install one, or set fetch.browser.executablePath.');
  // Chromium has no sandbox for root; everyone else gets it.
  const isRoot = process.getuid?.() === 0;
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const options = {
    executablePath,
    headless: true,
    chromiumSandbox: !isRoot,
    args: cutOff,
    proxy: nowhere,
    ...signals,
  };
  return playwright.chromium.launch(options).catch((cause: unknown) => {
    throw failed(`${executablePath} could not be started (${messageOf(cause).split('\n')[0]}).`, cause);
  });
}

function failed(why: string, cause?: unknown) {
  return unreadError('empty', `The page holds no text before its scripts have run, and they were not run: ${why}`, {
    cause,
  });
}
