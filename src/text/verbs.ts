/** Verbs that a question may open with after "did": only those that are seldom nouns, so that "show" is none. */
import { IRREGULAR_VERBS, pastOf as pastOfVerb } from '../english/verbs.js';

export { isParticiple, isPast } from '../english/verbs.js';

const REGULAR =
  `abandon abolish accept achieve acquire add adopt allow announce appear appoint approve arrest arrive ask attack
  attend attract award ban believe bury call cancel carry cease celebrate change charge close collapse compose conquer
  construct create cross dance declare decline defeat defend deliver demolish depart deny design destroy die direct
  disappear discover divorce drop drown earn educate elect employ enter erect escape establish evacuate exclude
  execute expel explode export finish force fire found gain happen headline import imprison include inaugurate inherit
  injure introduce invade invent join kill knight last launch live look manufacture marry merge move nationalise need
  occur offer open oppose own paint perform persuade poison prevent privatise produce prohibit promise propose prove
  publish qualify quit raise reach receive recognise refuse reject relocate remain remove rename reopen repair replace
  require resign rescue retire return ruin sail score separate serve settle shoot sign start stay stop succeed suffer
  survive suspend turn use visit vote wreck`.split(/\s+/);

const SELDOM_VERBS = new Set(['show', 'run', 'cut', 'dig', 'fly', 'see', 'strike']);
const KNOWN = new Set([...REGULAR, ...IRREGULAR_VERBS.map(([base]) => base)].filter((base) => !SELDOM_VERBS.has(base)));

/** Nothing for a word that is no verb, or more often a noun. */
export const pastOf = (base: string): string | undefined => (KNOWN.has(base) ? pastOfVerb(base) : undefined);
