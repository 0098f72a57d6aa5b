/**
 * The words that decide what a full stop means. Lower case unless said; English first, then the German, French and
 * Spanish ones seen most.
 */

import { MONTHS, WEEKDAYS } from '../../english/lexicon.js';

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Always followed by a name: "Dr. Lee", "Mt. Fuji". Counted only when capitalised. */
export const titles = words(`
  mr mrs ms mx dr drs prof rev fr hon pres gov gen sen rep capt lt col sgt cpl cmdr maj adm brig supt messrs mt ft st ste
  hr fam ing dipl shri smt mme mlle mgr sr sra srta ud uds
`);

/** Abbreviations only before a number: "No. 5", "pp. 3-9". "No. He left." is a sentence. */
export const beforeNumbers = words(`
  no nos nr nrs n° num núm fig figs eq eqs p pp pg pág vol vols ch chap sec sect art para par abb abs bd s tab rs ed
  approx ext tel app ver v rm op ref refs fl al
`);

/** Never the end of a sentence, whatever follows. */
export const neverLast = words(`
  vs cf viz e.g i.e eg ie ca resp incl bzw vgl z.b d.h u.a o.ä inkl evtl ggf sog geb gest mio mrd zzgl abzgl
  p.ex c.-à-d dgl chr
`);

/** Inside a sentence or at its end: the next word decides. */
export const eitherWay = words(`
  co inc ltd corp llc plc bros jr etc al est dept univ assn ave blvd rd hwy usw u.s.w str jh esq ph.d m.d
  med mfg intl natl govt min max avg misc
`);

/** In the names of journals: "Proc. Natl. Acad. Sci. 85". Counted only when capitalised. */
export const journalWords = words(
  'acad am ann biochem biol br bull chem clin engl environ exp genet immunol int j lett mol natl pharmacol phys proc psychol res sci soc trans',
);

/** Months and weekdays, counted only when capitalised. */
export const calendarAbbreviations = words(
  'jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri',
);

/** What may follow "3 p.m." inside a sentence. As written. */
export const afterClock = words(`
  ${[...WEEKDAYS, ...MONTHS].join(' ')} Eastern Central Mountain Pacific GMT UTC EST EDT CST CDT MST MDT PST PDT BST CET CEST ET CT PT
`);

/** What may follow a German ordinal: "3. Mai". As written. */
export const germanMonths = words(
  'Januar Jänner Februar Feber März April Mai Juni Juli August September Oktober November Dezember',
);

/** What stands before a German ordinal: "im 19. Jahrhundert". English "am" and "in" are left out: "I am 3. He is 5." */
export const beforeGermanOrdinals = words(
  'der die das dem den des im vom zum zur beim seit ab und jeder jede jedes ihr ihre sein seine',
);

/** Words that open a sentence far more often than they open a name, so a stop before them is an end. As written. */
export const sentenceOpeners = words(`
  A An The This That These Those It It's He She We They You I I'm I've I'd I'll My Your His Her Its Our Their There Here
  What When Where Which Who Whom Whose Why How Did Do Does Is Are Was Were Has Have Had Can Could Would Should
  But And Or So Yet Nor If Because Since Although Though While Whereas After Before During Until Unless Once As At By For From In Into
  On Over To Under Upon With Within Without Among Between Through Despite However Moreover Furthermore Therefore Thus Hence Then Also
  Meanwhile Instead Today Yesterday Tomorrow Now Later Please Let Let's No Yes Not Some Many Most Few Several All Both Each Every
  Another Other Such Only Even Still Just Perhaps Maybe
  Der Die Das Ein Eine Es Er Sie Wir Ich Ihr Im Am Auf Bei Mit Nach Und Aber Oder Wenn Dann Dort Hier Auch Doch Diese Dieser Dieses
  Le La Les Un Une Il Elle Ils Elles Nous Vous Mais Dans El Los Las Una Pero
`);
