/**
 * Words that stand around texts: of controls, of bylines, of what comes below a text. Used by edges.ts on whole blocks.
 */

import { anyOf } from '../any-of.js';
import { findDate } from './dates.js';

const maxControlCharacters = 80;
/** Words of buttons and icons. Icon fonts put names such as `arrow_forward_ios` into the text. */
const controlsPhrases = [
  /close|print|menu|search|copy link|get short url|short link|permalink/,
  /click to (tweet|expand|enlarge|share|copy|play|view)|tweet this|back to top|go to top/,
  /scroll (down|up)?( ?to (explore|continue|read|see) ?(more)?)?|swipe( to \w+)?/,
  /show (more|less|all|comments)|view (all|more|gallery|comments|as slideshow)/,
  /load(ing)?( more| comments)?/,
  /(post|leave|add|write|view|read) (a |all |your )?(comments?|reply)/,
  /(request|order) reprints?( & licensing)?|submit (a )?correction/,
  /report (a |an )?(typo|error|mistake)|play (video|audio)|(hide|show) caption/,
  /explore further|(\d+ )?(comments?|shares?|likes?|views?|retweets?)/,
  /feedback( to editors?)?|you (need to enable javascript|must (be )?log(ged)? ?in).*/,
  /to read the full story|subscribe|(sign|log) ?in|[a-z]+(_[a-z]+)+/,
];
const controls = new RegExp(`^\\W*(${anyOf(controlsPhrases)})\\W*$`, 'i');
const imageAddress = /^https?:\/\/\S+\.(jpe?g|png|gif|webp)\b/i;
/** A row of share buttons: `Share this with Facebook Twitter Email`. */
const shareRow =
  /^(\W*\b(share|sharing|options|this|with|on|via|by|all|facebook|twitter|x|linkedin|pinterest|reddit|whatsapp|messenger|email|e-mail|print|flipboard|pocket|tumblr|telegram|copy|link|tweet|pin|buffer|post)\b){2,}\W*$/i;

/** Whether a line is nothing but a control. */
export function isControl(text: string): boolean {
  return (
    imageAddress.test(text) ||
    (text.length <= maxControlCharacters && controls.test(text)) ||
    (text.length <= maxShareCharacters && shareRow.test(text))
  );
}

const maxShareCharacters = 200;

const maxDatedCharacters = 140;
const dateWords =
  /\d+(st|nd|rd|th)?|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tues?|wed|thu|fri|sat|sun)[a-z]*\b|\b(a\.?m|p\.?m|at|et|e[sd]t|p[sd]t|c[sd]t|gmt|bst|utc|ist|cet|updated|published|posted|first|last|on|by|date|publish|author|written|modified|min|read|hours?|ago)\b/gi;
const maxOtherWords = 6;

/** `JANIE HAR, Nov 20, 2019 Updated: Nov 20, 2019 1:35 a.m.`: a date and little else. */
export function isDated(text: string): boolean {
  if (text.length > maxDatedCharacters || /\p{Ll}\.$/u.test(text) || findDate(text) === undefined) return false;
  return (text.replace(dateWords, ' ').match(/\p{L}{2,}/gu)?.length ?? 0) <= maxOtherWords;
}

/** Headings of what comes below a text and is not of it. */
const endingHeadingPhrases = [
  /(top( rated)?|reader|user|\d+) (comments?|replies|responses)|comments \(\d+\)/,
  /leave a (comment|reply).*|(post|add|write) a (comment|reply)/,
  /join the (conversation|discussion)|we recommend/,
  /recommended (for you|reading|stories|articles|videos?|by .*)/,
  /related (posts?|articles?|stories|news|links|content|topics|reading|videos?|coverage)/,
  /(you (may|might|ll|will) )?also (like|enjoy|read|of interest)/,
  /you (may|might) (also )?(like|enjoy|be interested).*/,
  /more (from|stories|news|articles|posts|on this|like this)\b.*|read (next|more|also)/,
  /up next|next up( in .*)?|(most|now) (popular|read|viewed|shared|trending)/,
  /trending( now| stories| topics)?|popular( posts| stories| now)?/,
  /latest (news|stories|posts|articles|from .*)|recent (posts|articles|stories|comments)/,
  /(our )?newsletters?|subscribe( now| to .*)?|sign up( for .*)?|share (this|on)\b.*/,
  /about the authors?|author bio|follow us( on .*)?|lascia un commento|commenti|kommentare/,
  /mehr zum thema|das könnte (sie|dich) auch interessieren|articles? (similaires|liés)/,
  /à lire aussi|commentaires|artículos relacionados|comentarios|artigos relacionados/,
];
const endingHeading = new RegExp(`^\\W*(${anyOf(endingHeadingPhrases)})\\W*$`, 'i');
const maxEndingCharacters = 60;

export function isEndingHeading(text: string): boolean {
  return text.length <= maxEndingCharacters && endingHeading.test(text);
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

/** Whether a text speaks of author, site or page. `isKnown` says whether a name stands in the text above. */
export function isClosing(text: string, isKnown: (name: string) => boolean): boolean {
  if (text.length > maxClosingCharacters) return false;
  if (closings.some((pattern) => pattern.test(text))) return true;
  const surname = authorsLife.exec(text)?.[1]?.split(' ').at(-1);
  // Somebody the text speaks of belongs to the text
  return surname !== undefined && !isKnown(surname);
}
