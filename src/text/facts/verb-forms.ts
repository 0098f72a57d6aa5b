/** Small words and forms by which the order of words is read: auxiliaries, participles, prepositions, plain forms of irregular verbs. English. */
import { terms } from '../terms.js';

export const DETERMINER = /^(?:the|an?|its|his|her|their|this|that|these|those|our|your|my|every|each|all|both|some|no)$/;
export const BE = /^(?:is|are|was|were|be|been|being|became|becomes|remains?|remained)$/;
const AUXILIARY =
  /^(?:has|have|had|will|would|can|could|may|might|must|should|shall|does|did|do|also|still|now|then|later|first|once|never|not|only|just|always)$/;
export const PARTICIPLE =
  /^\p{L}{2,}ed$|^(?:built|written|made|won|held|led|given|taken|known|sold|bought|set|sung|drawn|driven|found|put|sent|paid|kept|beaten|born|cut|brought|shown|said|told|run|lost|met|hung|laid|seen|chosen|worn|struck|grown|thrown|eaten)$/u;

/** "was", "has", "never": what stands before the verb itself. */
export const isVerbPart = (word: string): boolean => BE.test(word) || AUXILIARY.test(word);

/** Prepositions, those that mean much the same under one name. */
export const PLACES: ReadonlyMap<string, string> = new Map(
  `at in on near inside, of, from, to into onto towards, by, with, for, over above across through along, under below, after, before, than, between, behind, against, as, about`
    .split(', ')
    .flatMap((group) => {
      const [kind = '', ...others] = group.split(' ');
      return [kind, ...others].map((word) => [word, kind] as const);
    }),
);

const IRREGULAR = new Map(
  `beat beaten, build built, win won, write wrote written, hold held, lead led, give gave given, take took taken, know knew known, sell sold, buy bought, sing sang sung,
draw drew drawn, drive drove driven, send sent, pay paid, keep kept, make made, bring brought, show shown showed, tell told, run ran, lose lost, meet met, choose chose chosen,
rise rose risen, fall fell fallen, grow grew grown, see saw seen, come came, go went gone, begin began begun, teach taught, leave left, stand stood, wear wore worn, throw threw thrown, eat ate eaten`
    .split(/,\s*/)
    .flatMap((forms) => {
      const [base = '', ...others] = forms.trim().split(' ');
      return others.map((form) => [form, base] as const);
    }),
);

/** The stem of the plain form: "wrote" and "written" are "write". Nothing for words that say nothing. */
export function stemOf(word: string): string | undefined {
  return terms(IRREGULAR.get(word) ?? word)[0];
}
