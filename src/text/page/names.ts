/** What the words of classes and ids mean. Chosen for many sites; a name alone decides nothing, see boilerplate.ts. */
import { anyOf } from '../any-of.js';

export type NameMeaning = {
  /** The kind of boilerplate the name speaks of; empty for none. */
  readonly kind: string;
  /** `article-body`, `entry-content` and the like: the text itself. */
  readonly isBody: boolean;
  /** Also wider names such as `main-content` or `article`. */
  readonly isContent: boolean;
};

const named = (...words: readonly RegExp[]): RegExp => new RegExp(`\\b(${anyOf(words)})\\b`);

/** Words of classes and ids; camelCase, `-` and `_` are read as spaces. The first that matches names the kind. */
const byName: readonly (readonly [string, RegExp])[] = [
  [
    'comments',
    named(
      /(?<!(no|has|show|hide|with|open|allow) )comments(?! (open|closed|count|off|on|enabled|disabled|link|allowed|status))/,
      /comment ?(list|section|area|thread|form|wrapper|container|box|body|content|item|text|\d+)|commentlist/,
      /disqus|respond|livefyre|spotim|fyre|reader (comments|opinions)/,
    ),
  ],
  ['consent', named(/cookie\w*|consent|gdpr|onetrust/)],
  [
    'dialogs',
    named(
      /modal|popup|popover|overlay|lightbox|tooltip|rollover|dropdown menu|flyout|interstitial|toast/,
      /off canvas (left|right|menu)/,
    ),
  ],
  [
    'related links',
    named(
      /related|recommend(ed|ations?|s)?|recirc\w*|outbrain|taboola|zergnet|trending|popular/,
      /most (read|viewed|shared|recent)|read (more|next|also)|readmore|up next/,
      /more (from|stories|news|on|in|articles|coverage|posts)|also (like|read|see)|you may|you might/,
      /latest (news|stories|posts|articles|headlines)|recent (posts|articles|news|stories)|teasers?|promos?/,
      /next prev|prev next|suggested|inline links?|in article link|see also|jp relatedposts|yarpp|similar/,
      /other (news|stories|articles)|headlines|breaking news|top stories|editors? picks?|read it later/,
      /more links|article list/,
    ),
  ],
  [
    'navigation',
    named(
      /nav|navbar|navigation|subnav|topnav|menu|submenu|megamenu|breadcrumbs?|crumbs?|pagination|pager|paging/,
      /page links|skip|post nav\w*|prev|jump to|site map|tabs nav|table of contents|toc/,
    ),
  ],
  [
    'sharing',
    named(
      /share|shares|sharing|sharebar|sharethis|share(tools|bar|buttons|links)|social\w*|sharedaddy|addthis/,
      /addtoany|a2a kit|follow( us)?|like button|article tools|post tools|toolbar|print (link|button)/,
      /email link|bookmark/,
    ),
  ],
  [
    'advertising',
    named(
      /ads?|ad (slot|unit|wrapper|container|box)|advert\w*|adsense|adhesion|adsbygoogle|sponsor(ed|s)?/,
      /sponsorship|dfp|gpt|mpu|ad leaderboard/,
    ),
  ],
  [
    'sign-up',
    named(
      /newsletters?|subscribe\w*|sign ?up|paywall|pay wall|log ?in|sign ?in|mailing list|optin|opt in|cta/,
      /call to action|donat(e|ion)|mc embed signup|app promo/,
    ),
  ],
  [
    'asides',
    named(
      /(?<!(no|with|has|one|two|both|without|hide) )(sidebar|side bar|sidebars)|right rail|left rail|rail/,
      /rightcol|right col|right column|(?<!article )widgets?|secondary col\w*/,
    ),
  ],
  ['footers', named(/footer|copyright|disclaimer|colophon|bottom (bar|text|links)|site info/)],
  [
    'headers',
    named(
      /masthead|site header|site ?sub|site (slogan|tagline|description)|page header bar|topbar|top bar/,
      /site branding|logo/,
    ),
  ],
  [
    'page data',
    named(
      /byline|by line|dateline|datestamp|date line|timestamp|time stamp|pub date|published|publish date/,
      /publication date|post date|entry date|article date|posted on|modified date|tags?|tag (list|links|cloud)/,
      /taglist|tagcloud|categories|cat links|keywords|topics/,
      /(post|entry|article|story|author|news) ?(meta|info|details|data|author|bio|profile|byline|tags)/,
      /meta (data|info|date|author)|author/,
      /author (bio|box|info|card|name|block|desc|description|details|profile|image)|about (the )?author|authors/,
      /contributors?|reading time|read time|views count|view count|word count/,
    ),
  ],
  [
    'page tools',
    named(
      /edit ?section|edit link|mw editsection|print ?footer|cat ?links|noprint|no print|navbox/,
      /vector (page|dropdown)\w*|hatnote|ambox|feedback|helpful/,
    ),
  ],
  [
    'media controls',
    named(
      /gallery (nav|controls|thumbs)|slideshow controls|video (player|playlist|controls)|jw ?player|playlist/,
      /audio player|vjs \w+/,
    ),
  ],
];
const contentName = named(
  /(article|story|post|entry|page|main|node|blog|news|content) ?(body|content|text|main|copy|container)/,
  /articlebody|storybody|article|markdown body|mw parser output|rte|prose/,
);
const bodyName = /\b(article|story|post|entry|blog|news) ?(body|content|text|copy)\b/;
/** Boxes of facts are content, whatever element they are made of. */
const factName = /\b(info ?box|fact ?box|facts|key facts|spec(s|ifications)?|data ?sheet)\b/;

const noMeaning: NameMeaning = { kind: '', isBody: false, isContent: false };
/** The same names come again and again on a page and on a site. */
const meanings = new Map<string, NameMeaning>();
const maxCachedNames = 20_000;
const maxNameCharacters = 300;

export function meaningOf(name: string): NameMeaning {
  if (name === '') return noMeaning;
  const key = name.length > maxNameCharacters ? name.slice(0, maxNameCharacters) : name;
  let meaning = meanings.get(key);
  if (meaning === undefined) {
    const words = wordsOf(key);
    const kind = factName.test(words) ? 'facts' : (byName.find(([, pattern]) => pattern.test(words))?.[0] ?? '');
    meaning = { kind, isBody: bodyName.test(words), isContent: contentName.test(words) };
    if (meanings.size >= maxCachedNames) meanings.clear();
    meanings.set(key, meaning);
  }
  return meaning;
}

function wordsOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-\s]+/g, ' ')
    .toLowerCase();
}
