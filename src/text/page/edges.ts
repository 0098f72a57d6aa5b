/**
 * Lines around the text that are not of it, judged after rendering, where it is known what comes first and last: bylines and dates above the
 * first paragraph; authors' lives, calls to follow or comment below the last one; words of controls anywhere.
 */
import type { Block } from './blocks.js';
import { findDate } from './dates.js';
import { phraseKind } from './phrases.js';

export type Trimmed = { readonly blocks: readonly Block[]; readonly dropped: ReadonlyMap<string, number> };

/** A block like this is text: what comes before the first of them is above the text. */
const minProseCharacters = 100;

export function trimEdges(blocks: readonly Block[], title: string): Trimmed {
  const dropped = new Map<string, number>();
  const drop = (kind: string, { text }: Block) => dropped.set(kind, (dropped.get(kind) ?? 0) + text.length);
  const firstProse = blocks.findIndex(({ level, text }) => level === 0 && text.length >= minProseCharacters && /[.!?。]/.test(text));
  const end = endOfText(blocks, firstProse, title);
  const kept = blocks.filter((block, index) => {
    const kind = block.level === 1 ? '' : index >= end ? 'below the text' : kindOf(block, index < firstProse);
    if (kind !== '') drop(kind, block);
    return kind === '';
  });
  return kept.some(({ level }) => level === 0) ? { blocks: kept, dropped } : { blocks, dropped: new Map() };
}

/** Tables, lists, quotes and code are never lines about the page. */
function isStructured({ level, text }: Block): boolean {
  return level === 0 && /^(\||- |\d+\. |> |```)/.test(text);
}

function kindOf(block: Block, isAbove: boolean): string {
  const { level, text } = block;
  if (isAbove && isDated(text)) return 'page data';
  if (isStructured(block)) return '';
  if (text.length <= maxControlCharacters && controls.test(text)) return 'page tools';
  if (imageAddress.test(text)) return 'page tools';
  return level === 0 && text.length <= maxPhraseCharacters && !text.includes('\n') ? phraseKind(text) : '';
}

const maxPhraseCharacters = 200;

const maxControlCharacters = 60;
/** Words of buttons and icons. Icon fonts put names such as `arrow_forward_ios` into the text. */
const controls =
  /^\W*(close|print|menu|search|copy link|get short url|short link|permalink|click to (tweet|expand|enlarge|share|copy|play|view)|tweet this|back to top|go to top|scroll (down|up)?( ?to (explore|continue|read|see) ?(more)?)?|swipe( to \w+)?|show (more|less|all|comments)|view (all|more|gallery|comments|as slideshow)|load(ing)?( more| comments)?|(post|leave|add|write|view|read) (a |all |your )?(comments?|reply)|(request|order) reprints?( & licensing)?|submit (a )?correction|report (a |an )?(typo|error|mistake)|play (video|audio)|(hide|show) caption|explore further|(\d+ )?(comments?|shares?|likes?|views?|retweets?)|feedback( to editors?)?|you need to enable javascript.*|[a-z]+(_[a-z]+)+)\W*$/i;
const imageAddress = /^https?:\/\/\S+\.(jpe?g|png|gif|webp)\b/i;

const maxDatedCharacters = 140;
const dateWords =
  /\d+(st|nd|rd|th)?|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tues?|wed|thu|fri|sat|sun)[a-z]*\b|\b(a\.?m|p\.?m|at|et|e[sd]t|p[sd]t|c[sd]t|gmt|bst|utc|ist|cet|updated|published|posted|first|last|on|by|date|publish|author|written|modified|min|read|hours?|ago)\b/gi;
const maxOtherWords = 6;

/** `JANIE HAR, Nov 20, 2019 Updated: Nov 20, 2019 1:35 a.m.`: a date and little else. */
function isDated(text: string): boolean {
  if (text.length > maxDatedCharacters || /\p{Ll}\.$/u.test(text) || findDate(text) === undefined) return false;
  return (text.replace(dateWords, ' ').match(/\p{L}{2,}/gu)?.length ?? 0) <= maxOtherWords;
}

const maxClosingCharacters = 600;
const job =
  '(?:reporter|writer|editor|journalist|author|columnist|contributor|correspondent|curator|founder|blogger|producer|speaker|novelist|critic|fellow|professor|lecturer|consultant|historian)';
/** The author's life: `Ann Lee is a senior reporter at ...`. */
const authorsLife = new RegExp(
  `^(?:by )?(\\p{Lu}[\\p{L}.'’-]+(?: \\p{Lu}[\\p{L}.'’-]*){1,3}),? (?:is|writes|covers|reports|works|has (?:been|written|worked))\\b.{0,200}\\b${job}s?\\b`,
  'u',
);
const closings: readonly RegExp[] = [
  new RegExp(`^I(?: am|'m|’m) an? .{0,120}\\b${job}\\b`, 'u'),
  /^about the authors?\b/i,
  // calls to follow, subscribe, write, comment, pay
  /^(follow|subscribe|sign up|like us|join us|check out|connect with|keep up with|stay (up|tuned|in touch))\b.{0,160}\b(twitter|facebook|instagram|youtube|linkedin|tiktok|whatsapp|telegram|newsletters?|channel|podcast|rss|inbox|coverage|website|@\w+)\b/i,
  /^(get|subscribe)\b.{0,160}\b(delivered (through|to)|\d+ issues|free trial|click here)\b/i,
  /\b(letters? to the editor|tell us what you think|let us know (what you think )?in the comments)\b/i,
  /\b(comments? (are|is) (closed|moderated|temporarily)|moderating (all )?comments|join the (discussion|conversation))\b|^powered by\b/i,
  /\b(may|might|will|can) (earn|receive|get) (an?|some)?\s?(small )?(affiliate )?commissions?\b|\baffiliate (links?|commission|program)/i,
  /^(citation|cite this|tags?|topics?|filed under|first published|originally published)\s*:/i,
  /^(this (article|story|post|piece) (was |is |has been )?(originally |first )?(published|posted|appeared|syndicated)|©|copyright\b|all rights reserved|disclosure:)/i,
  /^((request|order) reprints?|(provided|distributed|syndicated) by)\b.{0,100}$/i,
  /^(https?:\/\/|www\.|twitter\.com|@)\S+$/i,
];

const minTitleCharacters = 20;
const maxSiteCharacters = 30;

/** The place after the last block that is text: blocks at the end that only speak of author, site or page are below it. */
function endOfText(blocks: readonly Block[], firstProse: number, title: string): number {
  let end = blocks.length;
  while (end - 1 > firstProse && firstProse >= 0) {
    const block = blocks[end - 1]!;
    const isTitle =
      title.length >= minTitleCharacters && block.text.startsWith(title) && block.text.length <= title.length + maxSiteCharacters;
    if (
      isStructured(block) ||
      !(block.level > 0 || isTitle || isClosing(blocks, end - 1) || isDated(block.text) || kindOf(block, false) !== '')
    )
      break;
    end--;
  }
  return end;
}

function isClosing(blocks: readonly Block[], index: number): boolean {
  const { text } = blocks[index]!;
  if (text.length > maxClosingCharacters) return false;
  if (closings.some((pattern) => pattern.test(text))) return true;
  const surname = authorsLife.exec(text)?.[1]?.split(' ').at(-1);
  // Somebody the text speaks of belongs to the text
  return surname !== undefined && !blocks.slice(0, index).some((block) => block.text.includes(surname));
}
