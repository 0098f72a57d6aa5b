/**
 * English verbs by their forms: the past of a base, and what is a past. One table of the irregular ones for everybody.
 */

/** base past participle; the participle is left out where it is the past. */
export const IRREGULAR_VERBS: readonly (readonly [base: string, past: string, participle: string])[] =
  `beat beat beaten | become became become | begin began begun | break broke broken | bring brought | build built | burn burned | buy bought
  catch caught | choose chose chosen | come came come | cost cost | cut cut | dig dug | draw drew drawn | drive drove driven | eat ate eaten | fall fell fallen
  fight fought | find found | fly flew flown | forbid forbade forbidden | freeze froze frozen | get got | give gave given | go went gone | grow grew grown | hang hung
  have had | hit hit | hold held | keep kept | know knew known | lay laid | lead led | leave left | lend lent | let let | lose lost | make made | meet met
  overtake overtook overtaken | pay paid | put put | quit quit | rebuild rebuilt | ring rang rung | rise rose risen | run ran run | say said | see saw seen | sell sold
  send sent | set set | shoot shot | show showed shown | shut shut | sing sang sung | sink sank sunk | sit sat | speak spoke spoken | spend spent | stand stood
  steal stole stolen | strike struck | swim swam swum | take took taken | teach taught | tell told | think thought | throw threw thrown | wear wore worn
  weave wove woven | win won | withdraw withdrew withdrawn | write wrote written`
    .split(/[|\n]/)
    .map((forms) => {
      const [base = '', past = '', participle = past] = forms.trim().split(' ');
      return [base, past, participle] as const;
    });

/** Stressed on the last syllable, or in British spelling: the consonant is doubled. */
const DOUBLED = new Set(
  'ban cancel dam drop expel map permit pin plan rob scrap ship stop transfer trap travel wrap'.split(' '),
);

function regularPast(base: string): string {
  if (DOUBLED.has(base)) return `${base}${base.at(-1)}ed`;
  if (base.endsWith('e')) return `${base}d`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ied` : `${base}ed`;
}

const PASTS = new Map(IRREGULAR_VERBS.map(([base, past]) => [base, past]));
const PAST_FORMS = new Set(IRREGULAR_VERBS.flatMap(([, past, participle]) => [past, participle]));
const PARTICIPLES = new Set(IRREGULAR_VERBS.map(([, , participle]) => participle));
const ENDS_LIKE_PAST = /\p{Ll}{2,}ed$/u;
const NO_PAST = /^(?:hundred|red|bed|shed|indeed|need|speed|seed|weed|sacred|wicked|naked|breed|feed|led)$/;

/** The past of a word known to be a verb's base. */
export const pastOf = (base: string): string => PASTS.get(base) ?? regularPast(base);

const isRegularPast = (word: string): boolean => ENDS_LIKE_PAST.test(word) && !NO_PAST.test(word);

/** "built", "opened": may follow "was". */
export const isParticiple = (word: string): boolean => PARTICIPLES.has(word) || isRegularPast(word);

/** "won", "opened": may follow a subject. */
export const isPast = (word: string): boolean => PAST_FORMS.has(word) || isRegularPast(word);
