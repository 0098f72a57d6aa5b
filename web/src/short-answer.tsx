/** The answer in short, large. What is as long as a sentence stands in the text already, and is not said twice. */
import type { Result } from './types.js';

const LONGEST = 70;

export function ShortAnswer({ answer, unsure = false }: { answer: Result['answer']; unsure?: boolean }) {
  if (answer.status === 'abstained') return <p class="short abstained">The sources do not answer this.</p>;
  return hasShort(answer) ? <p class={unsure ? 'short doubtful' : 'short'}>{answer.short}</p> : null;
}

export function hasShort({ short = '', text }: Result['answer']): boolean {
  return short !== '' && short !== text && !(short.length > LONGEST && text.includes(short));
}
