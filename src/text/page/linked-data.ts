/** The few facts we take from JSON-LD: headline, description, dates, language and text of the article it describes. */
import { findDate } from './dates.js';

export type LinkedData = {
  readonly headline?: string;
  readonly description?: string;
  readonly published?: string;
  readonly modified?: string;
  readonly language?: string;
  readonly articleBody?: string;
  /** Names, one a line. */
  readonly author?: string;
};

const articleType = /Article|Posting|WebPage|Report|Recipe|HowTo|QAPage|Product|Event|Book|Dataset/;
const maxObjects = 200;
const maxScriptCharacters = 500_000;

export function readLinkedData(scripts: readonly string[]): LinkedData {
  const objects = scripts.flatMap((script) => (script.length > maxScriptCharacters ? [] : objectsIn(script)));
  const described = objects.filter((object) => articleType.test(typeOf(object)));
  described.sort((one, other) => Number(isWebPage(one)) - Number(isWebPage(other)));
  const text = (name: string) =>
    described.map((object) => object[name]).find((value) => typeof value === 'string' && value.trim() !== '') as
      | string
      | undefined;
  const fields: Record<keyof LinkedData, string | undefined> = {
    headline: text('headline')?.trim(),
    description: text('description')?.trim(),
    published: findDate(text('datePublished')),
    modified: findDate(text('dateModified')),
    language: text('inLanguage'),
    articleBody: text('articleBody')?.trim(),
    author: described.flatMap(({ author }) => namesIn(author)).join('\n') || undefined,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** `"Ann Lee"`, `{ "name": "Ann Lee" }`, or a list of either. */
function namesIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > deepestName) return [];
  if (Array.isArray(value)) return value.slice(0, maxObjects).flatMap((one) => namesIn(one, depth + 1));
  return namesIn((value as { name?: unknown }).name, depth + 1);
}

const deepestName = 3;

function isWebPage(object: Readonly<Record<string, unknown>>): boolean {
  return typeOf(object).includes('WebPage');
}

/** The objects of a script: the value itself, its array, its @graph and mainEntity. A broken script holds none. */
function objectsIn(script: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  const waiting: unknown[] = [parseLoosely(script)];
  while (waiting.length > 0 && found.length < maxObjects) {
    const value = waiting.shift();
    if (Array.isArray(value)) waiting.push(...value.slice(0, maxObjects));
    else if (typeof value === 'object' && value !== null) {
      const object = value as Record<string, unknown>;
      found.push(object);
      waiting.push(object['@graph'], object.mainEntity, object.mainEntityOfPage);
    }
  }
  return found;
}

/** Sites wrap scripts in comments and break lines inside texts; both are no JSON, but harmless. */
function parseLoosely(script: string): unknown {
  const attempts = [
    () => script,
    () => script.replace(/^[\s;]*(<!--|<!\[CDATA\[)|(-->|\]\]>)\s*$/g, '').replace(/\p{Cc}+/gu, ' '),
  ];
  for (const attempt of attempts) {
    try {
      return JSON.parse(attempt());
    } catch {}
  }
  return undefined;
}

function typeOf(object: Readonly<Record<string, unknown>>): string {
  const type = object['@type'];
  return typeof type === 'string'
    ? type
    : Array.isArray(type)
      ? type.filter((name) => typeof name === 'string').join(' ')
      : '';
}
