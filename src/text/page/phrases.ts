/**
 * Short lines that are about the page, not of the text: `Read more: ...`, `Photo: AP`, `Published 3 May`, `Sign up for
 * our newsletter`.
 */
import { findDate, isDateLine } from './dates.js';

const maxLineCharacters = 300;

const patterns: readonly (readonly [string, RegExp, number])[] = [
  [
    'related links',
    /^\W*(read (more|also|next|this|the full)|see (also|more)|also (read|see|on|:)|more (on|from|stories)|related( (stories|articles|posts|links|news|content|topics|roundups?|coverage|video))?\W*$|related( [a-z]+)?:|recommended\b|don[’']t miss|watch( now| also| this)?:|must[- ]read|you (may|might) also (like|enjoy)|up next|(next|previous) (article|post|story)|leggi anche|lire aussi|lesen sie auch|mehr zum thema|lea también|te puede interesar|leia (também|mais)|lees ook|читайте также|in case you missed|story continues|article continues|continue reading|buyer[’']s guide:)/i,
    300,
  ],
  [
    'sharing',
    /^\W*(share( this)?( (article|story|post|page|on|via|with)\b|:|\W*$)|follow (us|me|him|her|@|[A-Z]\w+ on|[A-Z].* on (twitter|facebook|instagram))|like us|tweet( this)?\W*$|(email|print) this|listen to (this )?article|copy link|send (us )?(a )?tips?|chat with us|join the conversation)/i,
    160,
  ],
  [
    'sign-up',
    /\b(sign up|subscribe|register|get)\b.{0,80}\b(newsletters?|inbox|e-?mail (alerts|updates)|daily (briefing|digest))\b|\b(newsletter|app) by clicking here|^\W*click here (to|for)|^\W*subscribe( now| today| here)?\W*$|already a (member|subscriber)/i,
    300,
  ],
  [
    'page data',
    /^\W*(published|posted|(page )?updated|(page )?last (updated|modified|edited|changed|reviewed)|first published|publish(ed)? date|date( published)?:|by [\p{Lu}][\p{L}.'’-]+( [\p{Lu}][\p{L}.'’-]+){0,3}\W*(on )?(\W*\d[\d/.: ]*(am|pm)?( [a-z]{2,4})?)?$|written by|(with )?reporting by|edited by|\d+ (min(ute)?s?|hours?|days?) (read|ago)|\d+ comments?\W*$|filed under|tags?:|topics?:|categor(y|ies):|views?:|citation:)/iu,
    120,
  ],
  [
    'page data',
    /(contributed (reporting|to this (report|story|article))\b.{0,60}$|^\W*\(?(with )?reporting by .{0,160}editing by|^\S+@\S+\.\w{2,}$)/i,
    300,
  ],
  [
    'credits',
    /^\W*((photo|image|picture|photograph|video|file|illustration|credit|screenshot|getty|graphic)s?( by| credits?| courtesy| source)?\s*[:|/(]|(photo|image|picture)s? (by|credit|courtesy|source|via)\b|getty images|reuters\/|ap photo|©|image copyright|copyright ©)|\((image|photo|picture|credit|file)s?( credit| by)?\s*[:/][^)]*\)\W*$|(\/|\b)(getty images|afp|ap photo)\W*$/i,
    200,
  ],
  [
    'advertising',
    /^\W*(advertis(e)?ment|advertising|sponsored( content)?|ad|anzeige|werbung|publicité|publicidad|scroll (down )?to (continue|explore|read)|loading|please wait)\W*$/i,
    60,
  ],
  [
    'footers',
    /(all rights reserved|this (material|document|article) (may not|is subject to copyright)|©\s*(19|20)\d\d|copyright \d{4})/i,
    300,
  ],
];

/** A report ends in its agency as well: "... in Munich on August 11. - AFP". */
const TWO_SENTENCES = /[\p{Ll}\p{N})][.!?]["”’]?\s+\p{Lu}\p{Ll}.{20}/u;

/** Why a line is left out, or an empty text. Only for blocks that are short. */
export function phraseKind(line: string): string {
  if (line.length > maxLineCharacters) return '';
  if (line.length <= 60 && isDateLine(line)) return 'page data';
  if (line.length <= 120 && isByline(line)) return 'page data';
  const kind = patterns.find(([, pattern, maxCharacters]) => line.length <= maxCharacters && pattern.test(line))?.[0];
  return kind === undefined || (kind === 'credits' && TWO_SENTENCES.test(line)) ? '' : kind;
}

/** `Sankt Alwin, 27. Februar 2025 · von J. Olsen`: a date and a name with a mark between. */
function isByline(line: string): boolean {
  return (
    /\s[·•|–—]\s/.test(line) &&
    /(^|\s)(by|von|par|por|di|da|door|av)\s+\p{Lu}/iu.test(line) &&
    findDate(line) !== undefined
  );
}
