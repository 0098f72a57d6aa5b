/**
 * What kind of answer a question wants: one fact, yes or no, steps, a reason, both sides of a comparison, or the items
 * of a list. English.
 */
import { askingSentence, contentWords, coreQuestion, questionForm, wordsOf } from './question.js';

export type QuestionKind = 'fact' | 'yes-no' | 'how-to' | 'why' | 'comparison' | 'list';

const DIFFERENCE = /\b(?:differences?|differ|compared?|comparison|distinguish(?:es)?)\b|\bversus\b|\bvs\b/i;
const EITHER = /\bor\b/i;
const LIST =
  /^(?:name|list)\b|\b(?:which|what) (?:(?:are|were) the )?(?:\p{L}+ )?\p{L}+[^su\W]s\b (?:are|were|do|did|have|can|exist|know|belong|does)\b|\b(?:which|what) (?:are|were) the \p{L}+[^su\W]s\b/iu;

export function questionKind(text: string): QuestionKind {
  const asking = askingSentence(coreQuestion(text));
  if (DIFFERENCE.test(asking)) return 'comparison';
  const form = questionForm(text);
  if (form === 'yes-no') return EITHER.test(asking) ? 'fact' : 'yes-no';
  if (form === 'how-to' || form === 'why') return form;
  return LIST.test(asking) ? 'list' : 'fact';
}

const NEXT_PART =
  /,?\s+\b(?:and|or) (?=(?:(?:in|at|on|to|from|for|by|since) )?(?:who|whom|whose|what|which|when|where|why|how)\b)/i;

/** "Who opened the bridge, and why not the governor?": one sentence seldom says both. */
export function asksTwice(text: string): boolean {
  return NEXT_PART.test(coreQuestion(text));
}

/** The questions in one: "When did it open and what did it cost?" asks two. "When and where was she born?" stays whole. */
export function askedParts(text: string): readonly string[] {
  const core = coreQuestion(text);
  const parts = core.split(NEXT_PART).map((part) => part.trim());
  return parts.every((part) => contentWords(part).length > 0) ? parts : [core];
}

/**
 * What is compared: "the difference between json and jsonb" -> ["json", "jsonb"]; empty where the two cannot be told.
 */
export function comparedSides(text: string): readonly string[] {
  const asking = askingSentence(coreQuestion(text)).replace(/[?.!\s]+$/, '');
  const between = /\b(?:between|of|compare|distinguish(?:es)?) (.+?) (?:and|from|with|to) (.+)$/i.exec(asking);
  const differ =
    /^(?:how|what|where|in what)\b.*?\b(?:do|does|is|are|makes?) (.+?) (?:and|differ(?:ent|s)? from|compared? (?:to|with)|versus|vs\.?) (.+)$/i.exec(
      asking,
    );
  const plain = /^(.+?) (?:versus|vs\.?|compared (?:to|with)) (.+)$/i.exec(asking);
  const [, one = '', other = ''] = between ?? differ ?? plain ?? [];
  const sides = [one, other].map((side) => side.replace(/\b(?:differ(?:ent)?|compare)\b.*$/i, '').trim());
  return sides.every((side) => wordsOf(side).length > 0) ? sides : [];
}
