/** The forms of English verbs that template questions are made with: "opened" -> "open". A verb that is not listed makes no question. */

import { IRREGULAR_VERBS, regularPast, thirdPerson } from '../../english/verbs.js';

export type Verb = { readonly base: string; readonly past: string };

const REGULAR = `abandon abolish accept accommodate acquire add adopt agree announce appear appoint approve arrive attend attract auction award ban bake begin boil breed
brew broadcast bury call cancel capture captain carry cast celebrate change charge chart charter christen climb close coach collapse collect commemorate commission compete complete
compose comprise conduct confirm connect consecrate construct consume contain convert count cover create cross dam damage date declare decommission dedicate defeat demolish deliver depart
deposit derail describe design destroy develop die direct discontinue discover display divide dissolve donate double drain drown earn edit educate elect electrify employ
enclose end enlarge enter erect establish evacuate exceed excavate expand explode explore extend feature film finish fire flood form found generate graduate grant handle
harvest hatch heat help hire honour host house import improve inaugurate include incorporate increase inherit inspect install introduce invent isolate issue join
knit land last launch lengthen license lift limit link list live load locate lower manage manufacture map mark marry measure merge migrate mine moor move name need nest
number occupy offer open operate order organise own paint pass patent pave perform permit plan plant play possess prepare present preserve print process produce promote
protect prove provide publish purchase quarry raise reach receive record recover reduce refurbish register reject relate release relocate remain remove rename renovate reopen
repair repeal replace report require rescue resign restore restrict retire return reveal roof sail save scrap score scuttle seat separate serve settle ship shorten show sign
signal span sponsor stage start stop store strengthen study sponsor stretch supply survey suspend tour trade train transfer translate transport travel treat unveil
upgrade use visit vote wait warn weigh welcome widen work yield`;

const irregularBases = new Set(IRREGULAR_VERBS.map(([base]) => base));
const regular = REGULAR.split(/\s+/)
  .filter((base) => !irregularBases.has(base) && base !== 'broadcast' && base !== 'cast')
  .map((base): [string, string, string] => [base, regularPast(base), regularPast(base)]);

/** "found" is the past of "find" and a base of its own; "founded" settles it, and bases are never looked up. */
const forms = [...regular, ...IRREGULAR_VERBS];
const byPast = new Map(forms.map(([base, past]) => [past, { base, past }]));
const byParticiple = new Map(forms.map(([base, past, participle]) => [participle, { base, past }]));
const byThird = new Map(forms.map(([base, past]) => [thirdPerson(base), { base, past }]));

/** "opened" as in "it opened". */
export const verbOfPast = (word: string): Verb | undefined => byPast.get(word);
/** "written" as in "it was written". */
export const verbOfParticiple = (word: string): Verb | undefined => byParticiple.get(word);
/** "opens" as in "it opens". */
export const verbOfThird = (word: string): Verb | undefined => byThird.get(word);
