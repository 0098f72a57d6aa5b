/**
 * The article of a page whose own text is thin: some pages carry it in their linked data, in a template, or in the data
 * a script would draw it from. Only used when it is much longer than what readers would otherwise get.
 */
import type { Block } from './blocks.js';

/** What a script holds as HTML or as plain paragraphs. */
export type ScriptText = { readonly html: string };

const shortestArticle = 400;
/** How many times as long as the page's own text it must be. */
const times = 2.5;
const longestScript = 3_000_000;
const mostScripts = 60;

/** `ownLetters`: how much text the page itself shows. */
export function findScriptText(
  raw: string,
  articleBody: string | undefined,
  ownLetters: number,
): ScriptText | undefined {
  const least = Math.max(shortestArticle, ownLetters * times);
  const candidates = [
    ...(articleBody === undefined ? [] : [asHtml(articleBody)]),
    ...(ownLetters < shortestArticle ? scriptTexts(raw) : []),
  ];
  const found = candidates.find((html) => lettersOf(html) >= least);
  return found === undefined ? undefined : { html: found };
}

/** Blocks of the article below the headline of the page. */
export function underTitle(blocks: readonly Block[], title: string): Block[] {
  const own = blocks
    .filter(({ level, text }) => !(level > 0 && text === title))
    .map((block) => ({ ...block, start: 0, end: 0 }));
  return title === '' ? own : [{ level: 1, text: title, start: 0, end: 0 }, ...own];
}

const scriptPattern = /<(script|template)\b([^>]*)>([\s\S]*?)<\/\1>/gi;

function scriptTexts(raw: string): string[] {
  const found: string[] = [];
  let count = 0;
  for (const [, tag = '', attributes = '', content = ''] of raw.matchAll(scriptPattern)) {
    if (++count > mostScripts || content.length < shortestArticle || content.length > longestScript) continue;
    if (
      tag.toLowerCase() === 'template' ||
      /type\s*=\s*["']?text\/(?:x-)?(?:template|html|handlebars|x-jquery-tmpl|ng-template)/i.test(attributes)
    )
      found.push(content);
    else if (/type\s*=\s*["']?application\/json|__NEXT_DATA__/i.test(attributes)) found.push(...longestTexts(content));
    else if (!/\b(?:src|type)\s*=/i.test(attributes)) found.push(...longestTexts(assignedData(content)));
  }
  return found;
}

const assignment = /^\s*(?:(?:var|let|const)\s+)?[\w$.]{1,80}\s*=\s*(?=\{)/;

/** The data of `window.__STATE__ = {...};`, which is JSON on most pages; nothing for any other script. */
function assignedData(script: string): string {
  const start = assignment.exec(script)?.[0].length;
  return start === undefined ? '' : script.slice(start, script.lastIndexOf('}') + 1);
}

/** In data the article is the longest text, or a list of paragraphs under one name. */
function longestTexts(json: string): string[] {
  const byName = new Map<string, string[]>();
  const visit = (value: unknown, name: string, depth: number): void => {
    if (depth > 40) return;
    if (typeof value === 'string') {
      if (isProse(value)) byName.set(name, [...(byName.get(name) ?? []), value]);
    } else if (Array.isArray(value)) for (const item of value) visit(item, name, depth + 1);
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) visit(item, key, depth + 1);
  };
  try {
    visit(JSON.parse(json), '', 0);
  } catch {
    return [];
  }
  const texts = [...byName.values()].map((pieces) => [...new Set(pieces)].map(asHtml).join('\n'));
  return texts.sort((one, other) => lettersOf(other) - lettersOf(one)).slice(0, 1);
}

/** Some words with the end of a sentence; no address, style or code. */
function isProse(text: string): boolean {
  return (
    text.length > 80 &&
    /[\p{L}]{2,}(?:\s+[\p{L}\d'’(«„"-]+){6,}/u.test(text) &&
    /[.!?。](?:\s|<|"|”|$)/.test(text) &&
    !/[{};]\s*\n|function\s*\(/.test(text)
  );
}

/** Plain text as paragraphs; what holds tags is HTML already. */
function asHtml(text: string): string {
  if (/<(?:p|div|br|h[1-6]|ul|li)\b/i.test(text)) return text;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped
    .split(/\r?\n+/)
    .map((line) => `<p>${line}</p>`)
    .join('\n');
}

const lettersOf = (html: string): number => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').length;
