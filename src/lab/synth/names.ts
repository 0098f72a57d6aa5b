/** What a sentence speaks of, as a question can name it: a name, or a pronoun's stand-in that the page settles ("The bridge" on the page of the Kestrel Bridge). */
import { isCalendarName } from '../../english/lexicon.js';
import { isFunctionWord } from '../../text/question.js';
import { verbOfParticiple, verbOfPast, verbOfThird } from './verbs.js';

const NAME_WORD = String.raw`\p{Lu}[\p{L}\p{M}\p{N}’'&-]*`;
/** "Kestrel Bridge", "Museum of the Sound". */
export const NAME = `${NAME_WORD}(?: (?:(?:of|of the|de|van|von|the) )?${NAME_WORD})*`;

const SEASON = /^(?:Spring|Summer|Autumn|Winter|Christmas|Easter)$/;
const isOfCalendar = (word: string): boolean => isCalendarName(word) || SEASON.test(word);
/** Last words of names that are no persons. Alone, after an article, they name nothing outside their page: "the Trust". */
const THING =
  /^(?:Act|Agency|Airport|Archive|Arena|Army|Assembly|Association|Authority|Award|Band|Bank|Bay|Board|Book|Brewery|Brewing|Bridge|Canal|Castle|Cathedral|Centre|Center|Chapel|Charter|Choir|Church|City|Club|Coast|College|Committee|Company|Council|County|Court|Cup|Dairy|Dam|Day|Department|Depot|Dock|Estate|Farm|Ferries|Ferry|Festival|Field|Films?|Foundation|Gallery|Garden|Gardens|Government|Group|Guild|Hall|Harbour|Hill|Hospital|Hotel|House|Inn|Institute|Island|Islands|Isles?|Junction|Lake|Lane|League|Library|Light|Lighthouse|Line|Line|Manor|Market|Marsh|Mill|Ministry|Mine|Mountains?|Museum|Navy|Office|Orchestra|Palace|Park|Party|Pier|Plant|Point|Police|Port|Press|Prize|Province|Quay|Quarry|Quarter|Race|Railway|Reserve|River|Road|School|Sea|Service|Ship|Show|Society|Sound|Square|Station|Street|Studio|Team|Theatre|Tower|Town|Trail|Tramway|Treaty|Trust|Tunnel|Union|University|Valley|Village|Walk|War|Week|Wharf|Works|Yard|Line)$/;

/** What is known of the page a sentence stands on. */
export type Page = {
  /** The page's title as a name, without the site's: "Kestrel Bridge". */
  readonly topic: string | undefined;
  /** The topic as it stands in a sentence: "the Kestrel Bridge". */
  readonly named: string | undefined;
  /** Names as they stand inside sentences, where capitals mean something. */
  readonly names: ReadonlySet<string>;
  /** Names that the title is made of, the site's too: "Visit - Saltworks Museum". */
  readonly titles: readonly string[];
  readonly text: string;
  /** What the page says its topic is, in one word: "village". */
  readonly is?: string | undefined;
};

export function pageOf({ title, text }: { readonly title: string; readonly text: string }): Page {
  const titles = title.split(/\s+[-–—|·»]\s+|:\s+/u).flatMap((part) => nameIn(part) ?? []);
  const topic = nameIn(title.split(/\s+[-–—|·»]\s+|:\s+/u)[0] ?? '');
  // After a lower-case word or a comma a capital is one of a name.
  const inner = [...text.matchAll(new RegExp(String.raw`(?<=[\p{Ll}\d][,;]? )${NAME}`, 'gu'))].map(([name]) => name);
  const isTitled = topic !== undefined && new RegExp(String.raw`^\s*The ${escaped(topic)}`).test(title);
  const named = topic && (isTitled ? `The ${topic}` : withArticle(topic, text));
  return { topic, named, names: new Set(inner), titles, text, is: topic && kindOf(topic, text) };
}

/** "Orsolin is a village of 412 inhabitants": "The village" is Orsolin from there on. */
function kindOf(topic: string, text: string): string | undefined {
  const defined = new RegExp(
    `\\b${escaped(topic)} (?:is|was) an? (?:[\\p{L}-]+ ){0,3}?([\\p{Ll}-]+)(?=[.,;]| (?:of|in|on|at|for|with|from|over|near|between|that|which|run|owned|made|built|founded|based)\\b)`,
    'u',
  );
  return defined.exec(text)?.[1];
}

const MOST_WORDS = 6;

function nameIn(title: string): string | undefined {
  const bare = title
    .replace(/\s*\([^)]*\)$/, '')
    .replace(/^(?:About )?(?:[Tt]he )?/, '')
    .trim();
  return new RegExp(`^${NAME}$`, 'u').test(bare) && bare.split(' ').length <= MOST_WORDS ? bare : undefined;
}

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** "the", where the text mostly says so; nothing where it does not tell and a name of this kind may need one. */
function withArticle(name: string, text: string): string | undefined {
  const after = `${escaped(name)}(?!['’\\p{L}-]| \\p{Lu})`;
  const withIt = [...text.matchAll(new RegExp(`\\b[Tt]he ${after}`, 'gu'))].length;
  const without = [...text.matchAll(new RegExp(`(?<=\\p{Ll},? )(?<!\\b[Tt]he )${after}|(?<=\\. )${after}`, 'gu'))].length;
  if (withIt + without === 0) return THING.test(name.split(' ').at(-1) as string) ? undefined : name;
  return withIt >= without ? `the ${name}` : name;
}

export type Subject = {
  /** As it stands inside a question. */
  readonly text: string;
  /** What follows it in the sentence. */
  readonly rest: string;
};

const APPOSITION = '(?:, (?:an?|the|which|who|now|then|once|formerly) [^,;:()]{3,90},)?';
const OPENING = new RegExp(String.raw`^(The )?(${NAME})${APPOSITION} (?=\p{Ll})`, 'u');
const COMMON = new RegExp(String.raw`^The (\p{Ll}[\p{L}-]+)${APPOSITION} (?=\p{Ll})`, 'u');
/** "The emigrant ship Hopeful Anne", "The music school in the Corn Hall", "Tovrick's lowest point". */
const LONGER = new RegExp(
  String.raw`^(?:The ((?:\p{Ll}[\p{L}-]* ){1,4})(?:the )?${NAME}|(?:The )?${NAME}['’]s ((?:\p{Ll}[\p{L}-]* ?){1,3}))${APPOSITION} (?=\p{Ll})`,
  'u',
);

/** The subject of a sentence, where it names something to those who do not see the page. */
export function subjectOf(sentence: string, page: Page): Subject | undefined {
  return standIn(sentence, page) ?? namedSubject(sentence, page) ?? longerSubject(sentence);
}

/** "The bridge" is the page's Kestrel Bridge, "The museum" the site's. */
function standIn(sentence: string, { titles, text, named: topic, is }: Page): Subject | undefined {
  const found = COMMON.exec(sentence);
  const name = titles.find((title) => title.includes(' ') && title.split(' ').at(-1)?.toLowerCase() === found?.[1]);
  const named = found && is !== undefined && is === found[1] ? topic : name && withArticle(name, text);
  return found && named ? { text: named, rest: sentence.slice(found[0].length) } : undefined;
}

function namedSubject(sentence: string, page: Page): Subject | undefined {
  const found = OPENING.exec(sentence);
  if (!found) return undefined;
  const [whole, article = '', name = ''] = found;
  const rest = sentence.slice(whole.length);
  const { topic, named } = page;
  if (topic !== undefined && named && (topic === name || isShortFor(topic, name))) return { text: named, rest };
  const words = name.split(' ');
  if (isFunctionWord(words[0] as string) || isOfCalendar(words[0] as string)) return undefined;
  const isKnown = words.length === 1 ? isKnownWord(name, { article, page }) : article !== '' || isKnownName(name, page);
  return isKnown ? { text: `${article.toLowerCase()}${name}`, rest } : undefined;
}

/** "Wrenfield" on the page of Tobias Wrenfield; not "Botswana" on that of the Geography of Botswana. */
const isShortFor = (topic: string, name: string): boolean => topic.endsWith(` ${name}`) && !/ \p{Ll}/u.test(topic);

/** One capital at the beginning of a sentence says nothing; places are known by what stands before them elsewhere. */
function isKnownWord(name: string, { article, page }: { article: string; page: Page }): boolean {
  if (name.length < SHORTEST_NAME || THING.test(name) || !page.names.has(name)) return false;
  const isShort = [...page.names].some((other) => other.endsWith(` ${name}`));
  return (
    !isShort && (article !== '' || new RegExp(`\\b(?:in|to|from|near|at|outside) ${escaped(name)}\\b(?! \\p{Lu})`, 'u').test(page.text))
  );
}

const SHORTEST_NAME = 4;

/** "Painting Merewen Square": the first word must belong to the name elsewhere too. */
const isKnownName = (name: string, { names }: Page): boolean => names.has(name) || isPersonName(name);

function longerSubject(sentence: string): Subject | undefined {
  const found = LONGER.exec(sentence);
  if (!found) return undefined;
  const words = (found[1] ?? found[2] ?? '').trim().split(' ');
  const isVerb = (word: string) => verbOfPast(word) ?? verbOfThird(word) ?? verbOfParticiple(word) ?? isVague(word);
  if (words.some((word) => isVerb(word)) || (found[2] && /s\b/.test(found[2]))) return undefined;
  const text = found[0].replace(/,.*$/, '').trim();
  return { text: `${text.startsWith('The ') ? 't' : text.charAt(0)}${text.slice(1)}`, rest: sentence.slice(found[0].length) };
}

const VAGUE =
  /^(?:is|are|was|were|has|have|had|will|would|can|could|may|must|and|or|but|that|which|who|this|these|those|its|his|her|their|other|same|only|next|last|new|latest|former|present|current|whole|rest|one|two|three|also|not|no|as|by|with|from|if|when|while|after|before|more|most|many|some|few)$/;
const isVague = (word: string): true | undefined => (VAGUE.test(word) ? true : undefined);

/** Two to four capitalised words of which none says that it is a thing. */
export function isPersonName(name: string): boolean {
  const words = name.split(' ');
  const isWordOfName = (word: string) => /^\p{Lu}[\p{Ll}\p{M}’'-]/u.test(word) && !isFunctionWord(word) && !THING.test(word);
  return words.length >= 2 && words.length <= 4 && words.every(isWordOfName) && !isOfCalendar(words[0] as string) && !/[’']s?$/.test(name);
}

export const withoutArticle = (name: string): string => name.replace(/^the /i, '');
