/** A node of a page's tree, and the tags that make a block of it. */

export type PageNode = {
  /** Lower-case name; `#text` for text. */
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: PageNode[];
  readonly parent: PageNode | undefined;
  readonly start: number;
  end: number;
  /** The text of a text node, of a style sheet or of a JSON-LD script; empty otherwise. */
  text: string;
  /** Why the node is not part of the main text; empty while it is. */
  omitted: string;
  /**
   * Set by `measure`: characters of text below the node, how many of them are in links, punctuation marks, characters
   * in running sentences.
   */
  letters: number;
  linkLetters: number;
  marks: number;
  prose: number;
  /** 1 to 6 where `markHeadings` found a heading that is no heading element. */
  headingLevel: number;
  /** Whether `markPictureBoxes` found it to be a picture with a line or two. */
  isPictureBox: boolean;
  /** Whether the node is a block or holds one. */
  isBlock: boolean;
};

export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const blockTags = setOf(
  'address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p pre search section select summary ' +
    'table tbody td tfoot th thead tr ul head title noscript template',
);

/** MathJax keeps formulas in scripts: `<script type="math/tex">`. */
export function isFormula({ tag, attributes }: PageNode): boolean {
  return tag === 'script' && /^math\/(?:tex|asciimath)/i.test(attributes.type ?? '');
}
