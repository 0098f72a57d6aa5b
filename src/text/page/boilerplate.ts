/** What tags, roles, classes and ids say about parts of a page that are not its main text. */
import type { PageNode } from './tree.js';

const byTag = new Map(
  Object.entries({
    nav: 'navigation',
    aside: 'asides',
    footer: 'footers',
    form: 'forms',
    button: 'forms',
    input: 'forms',
    label: 'forms',
    fieldset: 'forms',
    dialog: 'dialogs',
  }),
);
const byRole = new Map(
  Object.entries({
    navigation: 'navigation',
    menu: 'navigation',
    menubar: 'navigation',
    toolbar: 'navigation',
    tablist: 'navigation',
    banner: 'headers',
    contentinfo: 'footers',
    complementary: 'asides',
    search: 'forms',
    dialog: 'dialogs',
    alertdialog: 'dialogs',
  }),
);
/** Words of classes and ids; camelCase, `-` and `_` are read as spaces. The first that matches names the kind. */
const byName: readonly (readonly [string, RegExp])[] = [
  [
    'comments',
    /\b((?<!(no|has|show|hide|with|open|allow) )comments(?! (open|closed|count|off|on|enabled|disabled|link|allowed|status))|comment ?(list|section|area|thread|form|wrapper|container|box|body|content|item|text|\d+)|commentlist|disqus|respond|livefyre|spotim|fyre|reader (comments|opinions))\b/,
  ],
  ['consent', /\b(cookies?|consent|gdpr|onetrust)\b/],
  [
    'dialogs',
    /\b(modal|popup|popover|overlay|lightbox|tooltip|rollover|dropdown menu|flyout|interstitial|toast|off canvas (left|right|menu))\b/,
  ],
  [
    'related links',
    /\b(related|recommend(ed|ations?|s)?|recirc\w*|outbrain|taboola|zergnet|trending|popular|most (read|viewed|shared|recent)|read (more|next|also)|readmore|up next|more (from|stories|news|on|in|articles|coverage|posts)|also (like|read|see)|you may|you might|latest (news|stories|posts|articles|headlines)|recent (posts|articles|news|stories)|teasers?|promos?|next prev|prev next|suggested|inline links?|in article link|see also|jp relatedposts|yarpp|similar|other (news|stories|articles)|headlines|breaking news|top stories|editors? picks?|read it later|more links|article list)\b/,
  ],
  [
    'navigation',
    /\b(nav|navbar|navigation|subnav|topnav|menu|submenu|megamenu|breadcrumbs?|pagination|pager|paging|page links|skip|post nav\w*|prev|jump to|site map|tabs nav|table of contents|toc)\b/,
  ],
  [
    'sharing',
    /\b(share|shares|sharing|sharebar|sharethis|share(tools|bar|buttons|links)|social\w*|sharedaddy|addthis|addtoany|a2a kit|follow( us)?|like button|article tools|post tools|toolbar|print (link|button)|email link|bookmark)\b/,
  ],
  [
    'advertising',
    /\b(ads?|ad (slot|unit|wrapper|container|box)|advert\w*|adsense|adsbygoogle|sponsor(ed|s)?|sponsorship|dfp|gpt|mpu|ad leaderboard)\b/,
  ],
  [
    'sign-up',
    /\b(newsletters?|subscribe\w*|sign ?up|paywall|pay wall|log ?in|sign ?in|mailing list|optin|opt in|cta|call to action|donat(e|ion)|mc embed signup|app promo)\b/,
  ],
  [
    'asides',
    /\b(sidebar|side bar|sidebars|right rail|left rail|rail|rightcol|right col|right column|(?<!article )widgets?|secondary col\w*)\b/,
  ],
  ['footers', /\b(footer|copyright|disclaimer|colophon|bottom (bar|text|links)|site info)\b/],
  ['headers', /\b(masthead|site header|page header bar|topbar|top bar|site branding|logo)\b/],
  [
    'page data',
    /\b(byline|by line|dateline|datestamp|date line|timestamp|time stamp|pub date|published|publish date|publication date|post date|entry date|article date|posted on|modified date|tags?|tag (list|links|cloud)|taglist|tagcloud|categories|cat links|keywords|topics|(post|entry|article|story|author|news) ?(meta|info|details|data|author|bio|profile|byline|tags)|meta (data|info|date|author)|author|author (bio|box|info|card|name|block|desc|description|details|profile|image)|about (the )?author|authors|contributors?|reading time|read time|views count|view count|word count)\b/,
  ],
  [
    'page tools',
    /\b(edit ?section|edit link|mw editsection|print ?footer|cat ?links|noprint|no print|navbox|vector (page|dropdown)\w*|hatnote|ambox|feedback|helpful)\b/,
  ],
  [
    'media controls',
    /\b(gallery (nav|controls|thumbs)|slideshow controls|video (player|playlist|controls)|jw ?player|playlist|audio player|vjs \w+)\b/,
  ],
];
const contentName =
  /\b((article|story|post|entry|page|main|node|blog|news|content) ?(body|content|text|main|copy|container)|articlebody|storybody|article|markdown body|mw parser output|rte|prose)\b/;

const kinds = new Map<string, string>();
const maxCachedNames = 20_000;

/** Kinds that are left out before the main text is looked for: they can be longer than it. The others only count less. */
export const surelyBoilerplate: ReadonlySet<string> = new Set(['comments', 'footers', 'consent', 'forms']);
/** The largest share of the page's prose that an element of a kind can hold and still be boilerplate. */
const largestShares: Readonly<Record<string, number>> = { comments: 0.9, footers: 0.9, consent: 0.9, 'related links': 0.7 };

/** Elements whose class and id are read. Headings and text carry ids made from their own words (`id="cookies-and-you"`). */
const namedTags = new Set(
  'div section ul ol li table header details figure p span iframe center dl template menu td address a em small'.split(' '),
);
/** Boxes of facts, whatever element they are made of. */
const factName = /\b(info ?box|fact ?box|facts|key facts|portable infobox|spec(s|ifications)?|data ?sheet)\b/;
/** Classes that sort a page, such as WordPress's `tag-cookies category-comments`, say nothing about the element. */
const sortingClass = /(^|\s)(tag|category|author|section|topic|type|status|format|post|page|term|single|archive|lang|depth|level)-[^\s]+/g;

/** The kind of boilerplate an element is by its name, or an empty text. */
export function boilerplateKind({ tag, attributes }: PageNode): string {
  const name = nameOf(tag, attributes);
  if (name !== '' && factName.test(wordsOf(name))) return '';
  const known = byTag.get(tag) ?? byRole.get(attributes.role ?? '');
  if (known !== undefined && tag !== 'body' && tag !== 'html' && tag !== 'article' && tag !== 'main') return known;
  if (name === '') return '';
  let kind = kinds.get(name);
  if (kind === undefined) {
    const words = wordsOf(name);
    kind = byName.find(([, pattern]) => pattern.test(words))?.[0] ?? '';
    if (kinds.size >= maxCachedNames) kinds.clear();
    kinds.set(name, kind);
  }
  return kind;
}

const maxIdCharacters = 30;

function nameOf(tag: string, attributes: PageNode['attributes']): string {
  const { class: classes, id } = attributes;
  if ((classes === undefined && id === undefined) || (!namedTags.has(tag) && tag !== 'aside')) return '';
  const sorted = classes !== undefined && classes.split(' ').length >= 4 ? classes.replace(sortingClass, ' ') : (classes ?? '');
  return id === undefined || id.length > maxIdCharacters || tag === 'p' || tag === 'span' || tag === 'a' ? sorted : `${sorted} ${id}`;
}

/** Whether an element with a boilerplate name holds so much of the page's prose that the name must mean something else. */
export function holdsTooMuch(node: PageNode, kind: string, prose: number): boolean {
  if (node.prose >= prose * (largestShares[kind] ?? 0.5)) return true;
  return node.prose >= prose * 0.15 && (isNamedLikeBody(node) || holdsTitle(node));
}

function holdsTitle(node: PageNode): boolean {
  return node.tag === 'h1' || node.tag === 'main' || node.attributes.itemprop === 'articleBody' || node.children.some(holdsTitle);
}

const bodyName = /\b(article|story|post|entry|blog|news) ?(body|content|text|copy)\b/;

function isNamedLikeBody({ attributes }: PageNode): boolean {
  return bodyName.test(wordsOf(attributes.class ?? ''));
}

export function isNamedLikeContent({ attributes }: PageNode): boolean {
  if (attributes.class === undefined && attributes.id === undefined) return false;
  return contentName.test(wordsOf(`${attributes.class ?? ''} ${attributes.id ?? ''}`));
}

function wordsOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-\s]+/g, ' ')
    .toLowerCase();
}
