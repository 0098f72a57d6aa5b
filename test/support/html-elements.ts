/** The elements of a page as a parser sees them, whatever quotes and brackets its texts hold. */
import { Parser } from 'htmlparser2';

export type HtmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
};

/** In the order in which they begin; `text` is what stands directly within. */
export function elementsIn(page: string): HtmlElement[] {
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: (typeof elements)[number][] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const element = { name, attributes, text: '' };
      elements.push(element);
      open.push(element);
    },
    ontext: (text) => {
      const inner = open.at(-1);
      if (inner) inner.text += text;
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(page);
  return elements;
}
