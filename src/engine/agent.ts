/** Who we say we are to the sites we read. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { FetchConfig } from './config/web.js';

const manifest = z.object({ name: z.string(), version: z.string() });
const { name, version } = manifest.parse(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
);

/** The name that robots.txt files may address (RFC 9309, 2.2.1). */
export const PRODUCT = name;

/** "winnow-rag/0.1.0 (+https://...)": the address, where one is configured, tells a site's owner whom to ask. */
export function userAgentOf({ contact }: Pick<FetchConfig, 'contact'>): string {
  return `${PRODUCT}/${version}${contact === undefined ? '' : ` (+${contact})`}`;
}
