/**
 * Finds the part of a question that must be answered first: "the country where the Sallow River is found", "Hello
 * Harbour's performer", "the author of Saltmarsh". Gives its place and the question that it is.
 */
import { AUXILIARY, hasAsking, inverted, isPerson, NAME, RELATION } from './grammar.js';

/** `suffix` is what must follow the reference in place of the words between `start` and `end`. */
export type Unknown = {
  readonly start: number;
  readonly end: number;
  readonly question: string;
  readonly suffix?: string;
};

const SMALL_WORD =
  'that|which|who|whom|whose|where|when|of|in|is|was|are|were|and|or|with|for|to|by|at|on|from|the|a|an|did|does|last|first|next';
const NOUN = String.raw`(?:(?!(?:${SMALL_WORD})\b)[\p{L}\p{N}'’-]+ ){0,3}?(?!(?:${SMALL_WORD}|times?|day|year)\b)[\p{Ll}][\p{L}'’-]*`;
const RELATIVE =
  '(?:(?:in|at|on|for|from|to|of|under|by|after|with|during|through) (?:which|whom)(?! (?:did|do|does|is|are|was|were|had)\\b)|that|which|who|whom|whose|where(?! (?:did|do|does|is|are|was|were|had)\\b))';
const PARTICIPLE =
  '(?:containing|allowing|ruling|known (?:as|for)|named (?:after|for)|born in|based in|located in|considered|premiering|producing|played by|building|honoured by|founded by|written by|directed by|made by|created by|developed by|published by|formed by|owned by|designed by|with(?= (?:the|an?|its|more|most|#)))';
const BEFORE = String.raw`(?<![\p{L}\p{N}#'’-])`;

const RELATIVE_CLAUSE = new RegExp(`${BEFORE}[Tt]he (${NOUN}),? (${RELATIVE}) `, 'gu');
const PARTICIPLE_CLAUSE = new RegExp(`${BEFORE}[Tt]he (${NOUN}) (${PARTICIPLE}) `, 'gu');
const VERB =
  'played|lived|worked|died|came|comes|belongs|belonged|wrote|studied|attended|grew|competed|hails|moved|signed';
/** "the country Ottilie is from", "the city Edric Poole played for". */
const BARE_CLAUSE = new RegExp(
  String.raw`${BEFORE}[Tt]he (${NOUN}) (?=(?:the )?${NAME} (?:${AUXILIARY}|${VERB})\b)`,
  'gu',
);
const LATE_VERB =
  'form|formed|born|die|died|live|lived|founded|built|made|start|begin|open|opened|happen|play|released|published|located|end|come|work|cost';
/** "Where did the band form that made Lantern Nights?" */
const LATE_CLAUSE = new RegExp(
  String.raw`\b(?:did|was|were|is|are) ([Tt]he (${NOUN}) (${LATE_VERB}),? (${RELATIVE}) (.+?))[\s.?!]*$`,
  'u',
);
const OF_RELATION = new RegExp(
  String.raw`${BEFORE}(?:(?<!\bas )[Tt]he |(?<=\b(?:in|of|by|at|from|to) ))((?:(?!(?:${SMALL_WORD})\b)[\p{Ll}-]+ |first |last |next )?${RELATION}) of (?:the (?!\p{Lu}\p{Ll}+ (?!(?:${AUXILIARY})\b)\p{Ll}))?(?:(?:film|movie|book|novel|song|album|series|band|company|show) )?(${NAME})(?!['’\p{L}\p{N}]| \p{Lu})`,
  'gu',
);
const POSSESSIVE = new RegExp(
  String.raw`${BEFORE}(?:[Tt]he )?(${NAME})['’]s? ((?:(?!(?:${SMALL_WORD})\b)[\p{Ll}-]+ )?${RELATION})\b`,
  'gu',
);

const DONE =
  'located|situated|born|found|held|based|formed|fought|died|lived|published|set|released|built|made|known|played|buried|filmed|founded';
const BE = 'is|are|was|were|will be|has been|have been|had been|has|had';
const PREPOSITION = 'in|at|for|to|from|of|on|by';

/** Where a clause ends that does not run to the end of the question: after its verb. */
const CLOSING = new RegExp(String.raw`\b(?:${DONE})(?: (?:in|at))?(?= \p{Ll})`, 'u');
const OBJECT_CLAUSE_END = new RegExp(
  String.raw`${NAME} (?:(?:${BE})(?: (?:part of|an? \p{Ll}+(?: of)?|(?:\p{Ll}+ed|${DONE})(?: (?:${PREPOSITION}))?|from|in|at)|(?! (?:part of|an? |(?:\p{Ll}+ed|${DONE}|from|in|at)\b)))|(?!(?:${BE})\b)\p{Ll}+(?: (?:${PREPOSITION}))?)(?= \p{Ll})`,
  'u',
);
const SUBJECT_CLAUSE_END = new RegExp(String.raw`${NAME}(?= \p{Ll})`, 'u');
const WHOSE_END = /^.+? (?:is|was|are|were) \S+(?= \p{Ll})/u;
/** "the country where the city where X was born | is located | refuse ..." */
const OUTER_VERB = new RegExp(String.raw`^ (?:is|are|was|were) (?:${DONE})\b`, 'u');
const COMMA =
  /,(?= (?:where|who|which|whom|when|what) (?:did|do|does|is|are|was|were) )|,(?= (?!(?:and|or|but|which|who|whom|whose|where|that|when)\b)\p{Ll}|,? and the )/u;
/** "the state where it is set | are the badlands": the question's own verb. */
const OWN_VERB = new RegExp(String.raw`\b(?:${DONE})(?= (?:did|do|does|is|are|was|were) )`, 'u');

const STARTS_WITH_NAME = new RegExp(String.raw`^(?:the )?${NAME} (?:${AUXILIARY}|\p{Ll}+)`, 'u');

/** "Where was the person who discovered penicillin | born?", "Where did the man who ... | die?" */
const LAST_VERBS = {
  did: 'form|die|live|start|begin|open|happen|play|end|come|work|study|attend|retire|fall|grow up',
  was: 'formed|born|founded|built|made|opened|released|published|located|buried|based',
};

function beforeLastVerb(before: string, rest: string): string | undefined {
  const [, auxiliary = ''] =
    /^(?:when|where|how|who|what|which|in)\b.*?\b(did|do|does|is|are|was|were) /i.exec(before) ?? [];
  if (auxiliary === '') return undefined;
  const verbs = /^d/i.test(auxiliary) ? LAST_VERBS.did : LAST_VERBS.was;
  const found = new RegExp(String.raw`^.*?(?= (?:${verbs})(?: (?:in|at|from))?[\s?]*$)`, 'u').exec(rest)?.[0];
  return found === undefined || / (?:is|are|was|were)$/.test(found) ? undefined : found;
}

/** The clause stands where a verb must still follow it: at the beginning, after "did", after "when". */
function isSubject(before: string): boolean {
  if (/^how \S+ (?:is|are|was|were) $/i.test(before)) return false; // "How deep is the well that ...?": it runs to the end
  return (
    /^\s*$/.test(before) ||
    /\b(?:did|do|does|is|are|was|were|will|can|when|while|after|before|because)\s+$/i.test(before)
  );
}

function endsOf(rest: string, relative: string): readonly RegExp[] {
  if (relative === 'whose') return [WHOSE_END];
  const isObject =
    /^$|where|^\S+ (?:which|whom)$/.test(relative) ||
    (/^(?:that|which|whom)$/.test(relative) && STARTS_WITH_NAME.test(rest));
  return isObject ? [OBJECT_CLAUSE_END, CLOSING] : [SUBJECT_CLAUSE_END, CLOSING];
}

/** The length of the clause within `rest`, which begins after the relative word. */
function clauseLength(rest: string, { before, relative }: { before: string; relative: string }): number {
  const comma = COMMA.exec(rest);
  if (comma) return comma.index;
  const own = OWN_VERB.exec(rest);
  if (own && !isSubject(before)) return own.index + own[0].length;
  const untilVerb = beforeLastVerb(before, rest);
  if (untilVerb !== undefined) return untilVerb.length;
  const whole = rest.replace(/[\s.?!]+$/, '').length;
  if (!isSubject(before)) return whole;
  const found = endsOf(rest, relative)
    .map((pattern) => pattern.exec(rest))
    .find((match) => match !== null);
  if (!found) return whole;
  const end = found.index + found[0].length;
  return end + (OUTER_VERB.exec(rest.slice(end))?.[0].length ?? 0);
}

function clauseQuestion(noun: string, relative: string, clause: string): string {
  if (relative === 'whose') return `Which ${noun}'s ${clause}`;
  if (/where/.test(relative)) return `In which ${noun} ${inverted(clause)}`;
  if (/ /.test(relative) && /which|whom/.test(relative))
    return `${relative.split(' ')[0]} which ${noun} ${inverted(clause)}`;
  const isObject = relative === '' || (/that|which|whom/.test(relative) && STARTS_WITH_NAME.test(clause));
  if (isObject) return `Which ${noun} ${inverted(clause)}`;
  if (/who|that|which/.test(relative))
    return isPerson(noun) && !/ /.test(noun) ? `Who ${clause}` : `Which ${noun} ${clause}`;
  if (relative === 'with') return `Which ${noun} has ${clause}`;
  return `Which ${noun} is ${relative} ${clause}`;
}

function clausesIn(question: string, pattern: RegExp): Unknown[] {
  return [...question.matchAll(pattern)].map(({ 0: opening, 1: noun = '', 2: relative = '', index }) => {
    const from = index + opening.length;
    const length = clauseLength(question.slice(from), { before: question.slice(0, index), relative });
    return {
      start: index,
      end: from + length,
      question: clauseQuestion(noun, relative, question.slice(from, from + length)),
    };
  });
}

const WHO_OR_WHAT = (noun: string): string => (isPerson(noun) ? 'Who' : 'What');

function relationsIn(question: string): Unknown[] {
  const ofRelations = [...question.matchAll(OF_RELATION)].map(({ 0: whole, 1: noun = '', index }) => ({
    start: index,
    end: index + whole.length,
    question: `${WHO_OR_WHAT(noun)} is ${/^the/i.test(whole) ? '' : 'the '}${whole.charAt(0).toLowerCase()}${whole.slice(1)}`,
  }));
  const possessives = [...question.matchAll(POSSESSIVE)].map(({ 0: whole, 2: noun = '', index }) => ({
    start: index,
    end: index + whole.length,
    question: `${WHO_OR_WHAT(noun)} is ${whole.replace(/^[Tt]he /, '')}`,
  }));
  return [...ofRelations, ...possessives];
}

function lateClauseIn(question: string): Unknown[] {
  const found = LATE_CLAUSE.exec(question);
  const [, phrase = '', noun = '', verb = '', relative = '', clause = ''] = found ?? [];
  if (!found) return [];
  const start = found.index + found[0].indexOf(phrase);
  return [{ start, end: start + phrase.length, question: clauseQuestion(noun, relative, clause), suffix: ` ${verb}` }];
}

/** Leftmost first; of those that begin at the same place the longest. */
export function unknownsIn(question: string): Unknown[] {
  const found = [
    ...lateClauseIn(question),
    ...clausesIn(question, RELATIVE_CLAUSE),
    ...clausesIn(question, BARE_CLAUSE),
    ...clausesIn(question, PARTICIPLE_CLAUSE),
    ...relationsIn(question),
  ];
  // What is taken out may not be what is asked: "The league includes the team that was formed in what year?"
  const askable = found.filter(
    ({ start, end }) => hasAsking(`${question.slice(0, start)} ${question.slice(end)}`) || !hasAsking(question),
  );
  return askable.sort((left, right) => left.start - right.start || right.end - left.end);
}
