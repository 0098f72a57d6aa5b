/** Short lines that are about the page, not of the text: `Read more: ...`, `Photo: AP`, `Published 3 May`, `Sign up for our newsletter`. */

const maxLineCharacters = 300;

const patterns: readonly (readonly [string, RegExp])[] = [
  [
    'related links',
    /^\W*(read (more|also|next|this|the full|on)|see (also|more)|also (read|see|on)|more (on|from|stories)|related( (stories|articles|posts|links|news|content|topics|roundups?|coverage|video))?\b|related:|recommended|don[’']t miss|watch( now| also| this)?:|must[- ]read|you (may|might) also (like|enjoy)|up next|next (article|post|story)|previous (article|post|story)|leggi anche|lire aussi|lesen sie auch|mehr zum thema|lea también|te puede interesar|leia (também|mais)|lees ook|читайте также|in case you missed|trending|story continues|article continues|continue reading|buyer[’']s guide:|\(leggi anche)/i,
  ],
  ['sharing', /^\W*(share( this| on|:|$)|follow (us|me|him|her|@)|like us|tweet( this)?$|email this|print this|subscribe|listen to (this )?article|click (here|to)|tap here|join (us|our)|copy link|send (us )?(a )?tips?)/i],
  ['sign-up', /\b(sign up (for|to|now|here)|subscribe (to|now|here)|(our|the|a|free|daily|weekly) (free )?(daily )?newsletters?\b|create (a )?free account|already a (member|subscriber)|(app|newsletter) by clicking here|click here (to|for) (get|sign|subscribe|download|the))/i],
  ['page data', /^\W*(published|posted|updated|last (updated|modified|edited)|first published|date( published)?:|by [\p{Lu}][\p{L}.'’-]+( [\p{Lu}][\p{L}.'’-]+){0,3}$|written by|reporting by|edited by|\d+ (min(ute)?s?|hours?|days?) (read|ago)|\d+ comments?$|filed under|tags?:|topics?:|categor(y|ies):|source:|views?:)/iu],
  ['credits', /^\W*((photo|image|picture|photograph|video|file|illustration|credit|screenshot|getty|graphic)s?( by| credits?| courtesy| source)?\s*[:|/(]|\((photo|image|picture)\b|(photo|image|picture)s? (by|credit|courtesy|source|via)\b|getty images|reuters\/|ap photo|©|image copyright|copyright ©)/i],
  ['advertising', /^\W*(advertis(e)?ment|advertising|sponsored( content)?|ad|anzeige|werbung|publicité|publicidad|scroll (down )?to continue|story continues below)\W*$/i],
  ['footers', /(all rights reserved|this (material|document|article) (may not|is subject to copyright|was originally)|terms of (use|service) (and|apply)|©\s*(19|20)\d\d|copyright \d{4})/i],
];

/** Why a line is left out, or an empty text. Only for blocks that are short. */
export function phraseKind(line: string): string {
  if (line.length > maxLineCharacters) return '';
  for (const [kind, pattern] of patterns) {
    if (pattern.test(line)) return (kind === 'page data' || kind === 'credits') && line.length > 120 ? '' : kind;
  }
  return '';
}
