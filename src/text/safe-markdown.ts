/**
 * Markdown that does nothing when it is shown: paragraphs, lists, emphasis, code, headings, tables, quotes, and links
 * to pages that were read. No other link or address, no image, no HTML, no control or invisible character. Does not
 * judge what the words say.
 */
import { withoutControls } from './controls.js';
import { type KnownAddress, knownAddresses, withoutAddresses, withoutSchemes } from './safe-markdown/addresses.js';
import { withoutEntities } from './safe-markdown/entities.js';
import { withoutLinks } from './safe-markdown/links.js';
import { withoutReferences } from './safe-markdown/references.js';
import { withoutTags } from './safe-markdown/tags.js';

/** Text that is still not harmless then was nested to keep us busy, and loses its brackets. */
const MOST_PASSES = 20;

/** `allowed` are the addresses of the pages that were read. What came out once comes out unchanged. */
export function safeMarkdown(text: string, allowed: ReadonlySet<string>): string {
  const known = knownAddresses(allowed);
  let safe = text;
  // Taking one thing out can put another together ("<scr<b>ipt>"), so this goes on until there is nothing to take out.
  for (let pass = 1; ; pass += 1) {
    const before = safe;
    safe = pass > MOST_PASSES ? cleaned(before.replace(/[[\]<>&]/g, ''), known) : cleaned(before, known);
    if (safe === before) return safe;
  }
}

function cleaned(text: string, known: KnownAddress): string {
  const visible = withoutControls(withoutEntities(withoutControls(text)));
  const linked = withoutLinks(withoutReferences(visible), known);
  return withoutTags(withoutAddresses(withoutSchemes(linked), known));
}
