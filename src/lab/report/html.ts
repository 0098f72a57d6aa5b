/**
 * HTML and SVG as values: everything put into a template is escaped unless it is such a value itself. Page text cannot
 * become markup.
 */

export type Html = { readonly html: string };

/** What was made here. An object from elsewhere that has a field `html`, e.g. read from a file, is no markup. */
const made = new WeakSet<object>();

export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** html`<p>${text}</p>`. Attribute values stand in double quotes, always. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return ownMarkup(strings.reduce((text, string, at) => `${text}${rendered(parts[at - 1])}${string}`));
}

/** Markup that stands in our source, such as the report's style; never what was read. */
export function ownMarkup(text: string): Html {
  const markup = { html: text };
  made.add(markup);
  return markup;
}

function rendered(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  if (Array.isArray(part)) return part.map(rendered).join('');
  return made.has(part) ? (part as Html).html : escaped(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/** First of the signs that stand for control characters: U+241B is what one sees of an escape. */
const CONTROL_PICTURES = 0x2400;

/**
 * Control characters (ANSI escapes among them) become signs, and those that turn the direction of reading are replaced:
 * both can make a text look like another.
 */
function visible(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u202a-\u202e\u2066-\u2069\u007f-\u009f]/g, '\ufffd')
    .replace(CONTROLS, (character) => String.fromCharCode(CONTROL_PICTURES + character.charCodeAt(0)));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f]/g;

/** The beginning of a long text, and how much was left out. */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const kept = wholeCharacters(text.slice(0, characters));
  return `${kept.trimEnd()} … (${text.length - kept.length} more characters)`;
}

/** As `cut`, where there is no room to say how much. */
export function shortened(text: string, characters: number): string {
  return text.length <= characters ? text : `${wholeCharacters(text.slice(0, characters - 1)).trimEnd()}…`;
}

/** A link to a page, when it is one: any other address (javascript:, data:, a path) stays text. */
export function outsideLink(url: string, text: string): Html {
  if (!isWebAddress(url)) return html`${text}`;
  return html`<a class="out" href="${url}" rel="noreferrer noopener nofollow">${text}</a>`;
}

function isWebAddress(url: string): boolean {
  if (!/^https?:\/\//i.test(url)) return false;
  try {
    const { username, password } = new URL(url);
    return username === '' && password === '';
  } catch {
    return false;
  }
}

/** A cut may fall between the two halves of one character. */
function wholeCharacters(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}
