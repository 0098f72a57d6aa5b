/** What was left out of a page and why, summed up by reason. */
import type { LeftOut } from '../../core/data.js';
import type { PageNode, PageTree } from './tree.js';
import { hidingReasons } from './visibility.js';

const silentTags = new Set('script style template svg iframe noscript head title noembed noframes'.split(' '));
const whyByKind: Readonly<Record<string, string>> = {
  'said before': 'the page says the same above',
  'repeats the description': 'the description of the page says the same',
  'address of the page': 'a bare address',
  'below the text': 'about the author, the site or the page',
  'outside the main text': 'too far from the densest text',
};

type DroppedCounts = ReadonlyMap<string, number>;

/**
 * `kept` are the parts that were kept, `dropped` what was taken from them later; the tree is the whole page, marked.
 */
export function summarizeLeftOut(tree: PageTree, kept: ReadonlySet<PageNode>, dropped: DroppedCounts): LeftOut[] {
  const { root, commentLetters, invisibleCharacters } = tree;
  const characters = new Map(dropped);
  const add = (kind: string, count: number): void => {
    characters.set(kind, (characters.get(kind) ?? 0) + count);
  };
  const visit = (node: PageNode, isInside: boolean): void => {
    if (silentTags.has(node.tag)) return;
    if (node.omitted !== '') {
      add(node.omitted, countLetters(node));
      return;
    }
    if (node.tag === '#text' && !isInside) add('outside the main text', node.text.trim().length);
    for (const child of node.children) visit(child, isInside || kept.has(child));
  };
  visit(root, kept.has(root));
  const entries = [...characters].filter(([, count]) => count > 0).sort(([, one], [, other]) => other - one);
  return [
    ...entries.map(([kind, count]) => describe(kind, count)),
    ...(commentLetters > 0
      ? [{ what: 'markup comments', why: 'not shown to readers', characters: commentLetters }]
      : []),
    ...(invisibleCharacters > 0
      ? [
          {
            what: 'invisible characters',
            why: 'zero-width, bidirectional or control characters',
            characters: invisibleCharacters,
          },
        ]
      : []),
  ];
}

function describe(kind: string, characters: number): LeftOut {
  if (hidingReasons.has(kind)) return { what: 'hidden text', why: kind, characters };
  return { what: kind, why: whyByKind[kind] ?? 'not part of the main text', characters };
}

function countLetters(node: PageNode): number {
  if (silentTags.has(node.tag)) return 0;
  return node.children.reduce(
    (sum, child) => sum + countLetters(child),
    node.tag === '#text' ? node.text.trim().length : 0,
  );
}
