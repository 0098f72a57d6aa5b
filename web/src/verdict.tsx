/** What the sources say to a sentence, as a shape and a word; colour comes third. */
import { Icon } from './icons.js';
import type { Verdict } from './types.js';

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  supported: 'supported',
  partial: 'partly supported',
  contradicted: 'contradicted',
  unsupported: 'no source says this',
  unchecked: 'not checked',
};

export function VerdictMark({ verdict, word = true }: { verdict: Verdict; word?: boolean }) {
  return (
    <span class={`verdict ${verdict}`} title={VERDICT_WORDS[verdict]}>
      <Icon name={verdict} />
      {word ? <span>{VERDICT_WORDS[verdict]}</span> : <span class="unseen">{VERDICT_WORDS[verdict]}</span>}
    </span>
  );
}
