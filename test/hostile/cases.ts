/**
 * All hostile cases. What a page states falsely without giving an order is not here: that is a matter of sources that
 * disagree.
 */
import { citations } from './citations.js';
import { disguised } from './disguised.js';
import { filters } from './filters.js';
import { hidden } from './hidden.js';
import { languages } from './languages.js';
import { links } from './links.js';
import { orders } from './orders.js';
import type { HostileCase } from './page.js';
import { snippets } from './snippets.js';
import { unicode } from './unicode.js';

export const HOSTILE_CASES: readonly HostileCase[] = [
  ...hidden,
  ...orders,
  ...citations,
  ...links,
  ...unicode,
  ...snippets,
  ...filters,
  ...disguised,
  ...languages,
];
