/**
 * XML to a plain tree, for office files and e-books. Names keep their prefix ("w:p"); entities of a document's own are
 * not expanded.
 */
import { Parser } from 'htmlparser2';

export type XmlNode = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlNode | string)[];
};

export function parseXml(text: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, children: [] };
  const open = [root];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const node: XmlNode = { name, attributes, children: [] };
        open.at(-1)!.children.push(node);
        open.push(node);
      },
      onclosetag: () => void (open.length > 1 && open.pop()),
      ontext: (piece) => void open.at(-1)!.children.push(piece),
    },
    { xmlMode: true },
  );
  parser.end(text);
  return root;
}

export function elementsOf({ children }: XmlNode): XmlNode[] {
  return children.filter((child) => typeof child !== 'string');
}

/** All elements of a name, in order, wherever they are; not those inside another of the same name. */
export function findAll(node: XmlNode, name: string): XmlNode[] {
  return elementsOf(node).flatMap((child) => (child.name === name ? [child] : findAll(child, name)));
}

export function findFirst(node: XmlNode, name: string): XmlNode | undefined {
  for (const child of elementsOf(node)) {
    const found = child.name === name ? child : findFirst(child, name);
    if (found) return found;
  }
  return undefined;
}

export function textIn(node: XmlNode): string {
  return node.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('');
}
