/** A question that yes or no answers, as the statement that "yes" would make: "Is the museum open on Mondays?" -> "The museum is open on Mondays." English. */
import { askingSentence, coreQuestion } from './question.js';

const DO = /^(?:do|does|did)$/i;
/** The auxiliary, the subject (a determined noun, a word, or a name of several), and what is said of it. */
const QUESTION = /^(\p{L}+) ((?:(?:the|an?|my|our|this|that|these|those|your) )?\S+(?: \p{Lu}\S+)*) (.+?)[?!.\s]*$/u;

export function yesNoStatement(question: string): string | undefined {
  const [, auxiliary = '', subject = '', rest = ''] = QUESTION.exec(askingSentence(coreQuestion(question))) ?? [];
  if (auxiliary === '') return undefined;
  const said = DO.test(auxiliary) ? `${subject} ${rest}` : `${subject} ${auxiliary.toLowerCase()} ${rest}`;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}
