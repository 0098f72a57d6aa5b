/** The forms of English verbs that template questions are made with: "opened" -> "open". A verb that is not listed makes no question. */

export type Verb = { readonly base: string; readonly past: string };

/** base, past, participle */
const IRREGULAR = `beat beat beaten|become became become|begin began begun|break broke broken|bring brought brought|build built built|buy bought bought
catch caught caught|choose chose chosen|come came come|cost cost cost|cut cut cut|dig dug dug|draw drew drawn|drive drove driven|fall fell fallen|fight fought fought
find found found|fly flew flown|freeze froze frozen|give gave given|go went gone|grow grew grown|hang hung hung|have had had|hold held held|keep kept kept
lead led led|leave left left|lose lost lost|make made made|meet met met|overtake overtook overtaken|pay paid paid|rebuild rebuilt rebuilt|rise rose risen
run ran run|sell sold sold|send sent sent|set set set|sink sank sunk|spend spent spent|stand stood stood|strike struck struck|swim swam swum|take took taken
teach taught taught|throw threw thrown|win won won|withdraw withdrew withdrawn|write wrote written`;

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

/** Stressed on the last syllable, or in British spelling: the consonant is doubled. */
const DOUBLED = new Set('ban cancel dam map permit plan scrap ship stop transfer travel'.split(' '));

function regularPast(base: string): string {
  if (DOUBLED.has(base)) return `${base}${base.at(-1)}ed`;
  if (base.endsWith('e')) return `${base}d`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ied` : `${base}ed`;
}

/** "open" -> "opens" */
export function thirdPerson(base: string): string {
  if (base === 'have') return 'has';
  if (/(?:s|x|z|ch|sh|o)$/.test(base)) return `${base}es`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

const irregular = IRREGULAR.split(/[|\n]/).map((line) => line.split(' ') as [string, string, string]);
const irregularBases = new Set(irregular.map(([base]) => base));
const regular = REGULAR.split(/\s+/)
  .filter((base) => !irregularBases.has(base) && base !== 'broadcast' && base !== 'cast')
  .map((base): [string, string, string] => [base, regularPast(base), regularPast(base)]);

/** "found" is the past of "find" and a base of its own; "founded" settles it, and bases are never looked up. */
const forms = [...regular, ...irregular];
const byPast = new Map(forms.map(([base, past]) => [past, { base, past }]));
const byParticiple = new Map(forms.map(([base, past, participle]) => [participle, { base, past }]));
const byThird = new Map(forms.map(([base, past]) => [thirdPerson(base), { base, past }]));

/** "opened" as in "it opened". */
export const verbOfPast = (word: string): Verb | undefined => byPast.get(word);
/** "written" as in "it was written". */
export const verbOfParticiple = (word: string): Verb | undefined => byParticiple.get(word);
/** "opens" as in "it opens". */
export const verbOfThird = (word: string): Verb | undefined => byThird.get(word);
