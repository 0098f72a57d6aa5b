/** Whether what a reader found is the answer that a template question has: the same date, the same number, or mostly the same words. */
import { momentsClash, momentsIn } from '../../english/calendar.js';
import { normaliseAnswer, tokenF1 } from '../../text/metrics/answers.js';
import { quantitiesIn } from './quantities.js';

/** Half of the words, weighed both ways: "the novelist Cordelia Amsinck" is "Cordelia Amsinck". */
const ENOUGH_WORDS = 0.5;

export function sameAnswer(found: string, answers: readonly string[]): boolean {
  return answers.some((answer) => isSame(found, answer));
}

function isSame(found: string, answer: string): boolean {
  if (normaliseAnswer(found) === normaliseAnswer(answer)) return true;
  const [given, wanted] = [momentsIn(found)[0], momentsIn(answer)[0]];
  if (wanted?.year !== undefined) return given?.year === wanted.year && !momentsClash(given, wanted);
  const [number, wantedNumber] = [quantitiesIn(found)[0], quantitiesIn(answer)[0]];
  if (wantedNumber) return number?.value === wantedNumber.value;
  return (tokenF1(found, [answer]) ?? 0) >= ENOUGH_WORDS;
}
