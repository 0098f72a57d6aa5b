/**
 * What pages put around and into their texts, told by where its links and controls lead, whatever it is called: rows of
 * links that hand the page on to another site, and boxes around a form with the words that ask one to fill it in.
 */
import { measure } from './measure.js';
import { hostOf, siteOf } from './site.js';
import type { PageNode } from './tree.js';

/** `url` is the address of the page. */
export function leaveOutFurniture(root: PageNode, url: string): void {
  leaveOutLinkRows(root, hostOf(url));
  leaveOutFormBoxes(root, root.prose);
  measure(root);
}

const shareScheme = /^(?:mailto:\?|(?:whatsapp|fb-messenger|tg|viber|threema):)/i;

/** A link to another site that carries the address of this one, as every button of the kind must. */
function isShareLink({ tag, attributes }: PageNode, host: string): boolean {
  const { href } = attributes;
  if (tag !== 'a' || href === undefined) return false;
  if (shareScheme.test(href)) return true;
  const query = href.indexOf('?');
  if (host === '' || query < 0 || siteOf(hostOf(href)) === siteOf(host)) return false;
  const carried = href.slice(query);
  return hostOf(href) !== '' && (carried.includes(`%2F%2F${host}`) || carried.includes(`//${host}`));
}

/** `rel` says it in every language: tags and sections of the page, the pages before and behind it, its address. */
const pageRelation = /(?:^|\s)(?:tag|category|prev|next|bookmark)(?:\s|$)/i;
const maxLineLetters = 250;
/** How much of the text must be in such links; `Share:`, `Posted in ... on ...` around them may be the rest. */
const shareOfLinks = 0.6;
const shareOfRelations = 0.3;

/** Leaves out blocks whose text is of such links; headings stay. Returns how many letters of them the node holds. */
function leaveOutLinkRows(node: PageNode, host: string): LinkLetters {
  if (node.omitted !== '' || node.letters === 0 || node.tag === '#text') return noLinks;
  if (isShareLink(node, host)) return { shares: node.letters, relations: 0 };
  if (node.tag === 'a' && pageRelation.test(node.attributes.rel ?? '')) return { shares: 0, relations: node.letters };
  const below = node.children.map((child) => leaveOutLinkRows(child, host));
  const shares = below.reduce((sum, links) => sum + links.shares, 0);
  const relations = below.reduce((sum, links) => sum + links.relations, 0);
  if (!node.isBlock || /^h[1-6]$/.test(node.tag)) return { shares, relations: node.isBlock ? 0 : relations };
  if (shares > 0 && shares >= node.letters * shareOfLinks) node.omitted = 'sharing';
  else if (relations > 0 && node.letters <= maxLineLetters && relations >= node.letters * shareOfRelations)
    node.omitted = 'page data';
  return { shares, relations };
}

type LinkLetters = { readonly shares: number; readonly relations: number };
const noLinks: LinkLetters = { shares: 0, relations: 0 };

const longestFormBox = 400;
const largestShare = 0.2;
const wholeTags = new Set(['body', 'html', 'article', 'main', 'td']);
const typedInto = /^(?:|text|email|search|tel|url|password)$/i;

/**
 * A form one writes into, and around it whatever holds little else: `Get our news by mail`, `You agree to our rules`.
 * Returns whether the node holds such a form that no larger part of the page is around yet, and a headline.
 */
function leaveOutFormBoxes(node: PageNode, prose: number): FormBox {
  if (node.omitted !== '' && node.omitted !== 'forms') return nothing;
  if (node.tag === 'textarea' || (node.tag === 'input' && typedInto.test(node.attributes.type ?? ''))) return control;
  let hasControl = false;
  let hasHeadline = node.tag === 'h1';
  for (const child of node.children) {
    const found = leaveOutFormBoxes(child, prose);
    hasControl ||= found.hasControl;
    hasHeadline ||= found.hasHeadline;
  }
  const isBox =
    hasControl &&
    !hasHeadline &&
    !wholeTags.has(node.tag) &&
    node.letters <= longestFormBox &&
    node.prose <= prose * largestShare;
  if (isBox) node.omitted ||= 'forms';
  return { hasControl: isBox, hasHeadline };
}

type FormBox = { readonly hasControl: boolean; readonly hasHeadline: boolean };
const nothing: FormBox = { hasControl: false, hasHeadline: false };
const control: FormBox = { hasControl: true, hasHeadline: false };
