/** English verbs by their forms: which base form a word belongs to, and the past of a base form. Only verbs that are seldom nouns: "show" is none. */

/** base past participle; the participle is left out where it is the past. */
const IRREGULAR =
  `become became become | begin began begun | build built | buy bought | break broke broken | bring brought | burn burned | catch caught | choose chose chosen
come came come | draw drew drawn | drive drove driven | fall fell fallen | fight fought | find found | forbid forbade forbidden | get got | give gave given | go went gone
grow grew grown | hang hung | have had | hit hit | hold held | keep kept | lay laid | lead led | leave left | lend lent | let let | lose lost | make made | meet met
pay paid | put put | rise rose risen | ring rang rung | say said | sell sold | send sent | set set | shut shut | sing sang sung | sink sank sunk | sit sat | speak spoke spoken
spend spent | stand stood | steal stole stolen | swim swam swum | take took taken | teach taught | tell told | think thought | throw threw thrown | wear wore worn
weave wove woven | win won | write wrote written`
    .split(/[|\n]/)
    .map((forms) => forms.trim().split(' ') as [string, string, string?]);

const REGULAR =
  `abandon abolish accept achieve acquire add adopt allow announce appear appoint approve arrest arrive ask attack attend attract award ban believe bury call cancel carry cease
celebrate change charge close collapse compose conquer construct create cross dance declare decline defeat defend deliver demolish depart deny design destroy die direct
disappear discover divorce drop drown earn educate elect employ enter erect escape establish evacuate exclude execute expel explode export finish force fire found gain
happen headline import imprison include inaugurate inherit injure introduce invade invent join kill knight last launch live look manufacture marry merge move nationalise
need occur offer open oppose own paint perform persuade poison prevent privatise produce prohibit promise propose prove publish qualify quit raise reach receive recognise refuse
reject relocate remain remove rename reopen repair replace require resign rescue retire return ruin sail score separate serve settle shoot sign start stay stop succeed
suffer survive suspend turn use visit vote wreck cost`.split(/\s+/);

/** "shoot" and "cost" stand among the regular ones to be found as verbs; their past is not regular and is given here. */
const ODD_PASTS: Readonly<Record<string, string>> = { shoot: 'shot', cost: 'cost', quit: 'quit' };

const PASTS = new Map<string, string>([
  ...REGULAR.map((base) => [base, ODD_PASTS[base] ?? regularPast(base)] as const),
  ...IRREGULAR.map(([base, past]) => [base, past] as const),
]);

/** won -> win; regular forms are the stemmer's business. */
const BASES = new Map(IRREGULAR.flatMap(([base, past, participle = past]) => [past, participle].map((form) => [form, base] as const)));
const PARTICIPLES = new Set(IRREGULAR.map(([, past, participle = past]) => participle));
const NO_PARTICIPLE = /^(?:hundred|red|bed|shed|indeed|need|speed|seed|weed|sacred|wicked|naked|breed|feed|led)$/;

function regularPast(base: string): string {
  if (base.endsWith('e')) return `${base}d`;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`;
  return /^(?:ban|drop|stop|expel|wrap|plan|rob|pin|trap)$/.test(base) ? `${base}${base.at(-1)}ed` : `${base}ed`;
}

/** The base of an irregular form; any other word as it is. */
export function baseOf(word: string): string {
  return BASES.get(word) ?? word;
}

export function pastOf(base: string): string | undefined {
  return PASTS.get(base);
}

/** "built", "opened": may follow "was". */
export function isParticiple(word: string): boolean {
  return PARTICIPLES.has(word) || (/\p{Ll}{2,}ed$/u.test(word) && !NO_PARTICIPLE.test(word));
}

/** "won", "opened": may follow a subject. */
export function isPast(word: string): boolean {
  return BASES.has(word) || (/\p{Ll}{2,}ed$/u.test(word) && !NO_PARTICIPLE.test(word));
}
