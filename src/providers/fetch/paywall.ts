/**
 * Whether a page says of itself that its text is not free: schema.org's isAccessibleForFree, in JSON-LD or microdata,
 * as Google asks publishers to mark it.
 */
import { Parser } from 'htmlparser2';
import { parseJson } from '../../core/json.js';

const mostScriptCharacters = 500_000;
const mostObjects = 500;

export function asksForMoney(html: string): boolean {
  if (!/isAccessibleForFree|article:content_tier/i.test(html)) return false;
  let [script, inScript, closed]: [string, boolean, boolean] = ['', false, false];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      inScript = name === 'script' && /ld\+json/i.test(attributes.type ?? '');
      if (inScript) script = '';
      if (/^isAccessibleForFree$/i.test(attributes.itemprop ?? '') && isNo(attributes.content ?? attributes.href))
        closed = true;
      // Open Graph's word for it: free, metered or locked.
      if (attributes.property === 'article:content_tier' && attributes.content === 'locked') closed = true;
    },
    ontext: (piece) => {
      if (inScript && script.length < mostScriptCharacters) script += piece;
    },
    onclosetag: (name) => {
      if (name === 'script' && inScript && saysNo(parseJson(script))) closed = true;
      inScript = false;
    },
  });
  parser.end(html);
  return closed;
}

/** The article itself must say so; a part of it (hasPart) that is closed, say a video, does not close the rest. */
function saysNo(data: unknown): boolean {
  const waiting: unknown[] = [data];
  for (let seen = 0; waiting.length > 0 && seen < mostObjects; seen += 1) {
    const value = waiting.shift();
    if (Array.isArray(value)) waiting.push(...value.slice(0, mostObjects));
    else if (typeof value === 'object' && value !== null) {
      const object = value as Readonly<Record<string, unknown>>;
      if (isNo(object.isAccessibleForFree)) return true;
      waiting.push(object['@graph'], object.mainEntity, object.mainEntityOfPage);
    }
  }
  return false;
}

/** false, "False", "http://schema.org/False". */
function isNo(value: unknown): boolean {
  return value === false || (typeof value === 'string' && /^(?:https?:\/\/schema\.org\/)?false$/i.test(value.trim()));
}
