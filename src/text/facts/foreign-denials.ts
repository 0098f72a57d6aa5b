/** Plain denials in German, French, Spanish, Italian, Portuguese and Dutch, as words that no English sentence has. Spanish "no" is found as English. */

const WORDS = {
  german: 'nicht(?! (?:nur|zuletzt)(?!\\p{L}))|nichts|kein(?:e[nmrs]?)?|nie|niemals|niemand(?:en|em)?|weder',
  dutch: 'niet(?! (?:alleen|slechts)(?!\\p{L}))|geen|nooit',
  // "n'est pas", "ne sont jamais", "ne pas"; "ne ... que" is "only".
  french:
    "(?:ne\\s|n')(?:(?:[\\p{L}']{1,30}\\s){1,4}?(?:pas|jamais|plus|rien|aucune?|personne)|(?:pas|jamais))(?! seulement(?!\\p{L}))|aucune?",
  spanish: 'nunca|ning[uú]n(?:[oa]s?)?|jamás|tampoco',
  portuguese: 'não(?! (?:só|apenas|somente)(?!\\p{L}))|nenhum(?:as?)?|nenhuns',
  italian: "nessun(?:[oa]|(?='))?",
};
const whole = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{M}-])(?:${words})(?![\\p{L}\\p{M}-])`, 'giu');

const DENIALS = whole(Object.values(WORDS).join('|'));
/** English has "non" and "mai" in "persona non grata" and "Chiang Mai": they deny among Italian words. "non ha mai" denies once. */
const ITALIAN_DENIALS = whole('non(?! (?:solo|soltanto)(?!\\p{L}))(?:\\s\\p{L}{1,20}\\smai)?|mai');

/** Frequent words that English and the languages beside do not have. */
const ITALIAN = whole('il|gli|di|che|è|della|dello|dei|degli|delle|nel|nella|alla|alle|sono|per|più|anche|ai|era|ha|una|dal|dalla|si');
const PORTUGUESE = whole('da|dos|das|em|uma|um|não|ao|à|é|foi|são|está|pela|pelo|na|com|seu|sua');
const FEWEST_WORDS = 2;

/** One word alone may belong to a name: "Leonardo da Vinci". */
const speaks = (text: string, language: RegExp): boolean => new Set(text.toLowerCase().match(language)).size >= FEWEST_WORDS;

/** Of a text whose apostrophes are plain. */
export function foreignDenials(text: string): RegExpExecArray[] {
  const italian = [...text.matchAll(ITALIAN_DENIALS)];
  return [...text.matchAll(DENIALS), ...(italian.length > 0 && speaks(text, ITALIAN) ? italian : [])];
}

export function isPortuguese(text: string): boolean {
  return speaks(text, PORTUGUESE);
}
