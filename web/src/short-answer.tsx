/** The answer in short, large. What is as long as a sentence stands in the text already, and is not said twice. */
import type { Result } from './types.js';

const LONGEST = 70;

export function ShortAnswer({ answer, unsure = false }: { answer: Result['answer']; unsure?: boolean }) {
  if (answer.status === 'abstained') return <p class="short abstained">The sources do not answer this.</p>;
  const { short = '', text } = answer;
  if (short === '' || short === text || (short.length > LONGEST && text.includes(short))) return null;
  return <p class={unsure ? 'short doubtful' : 'short'}>{short}</p>;
}
