/**
 * Takes the thoughts out of a reply that begins with them: "<think>Let me see.</think>Yes" -> "Yes". Models that reason
 * write them into the text where their server does not put them aside. Works piece by piece, so that nothing of a
 * thought is ever shown.
 */

const OPENING = '<think>';
const CLOSING = '</think>';

export type ThoughtFilter = {
  /** The part of the piece that is no thought; text may be held back until it is clear what it is. */
  readonly add: (piece: string) => string;
  /** What was held back at the end. */
  readonly end: () => string;
  readonly thought: () => boolean;
};

export function withoutThoughts(): ThoughtFilter {
  let held = '';
  let state: 'start' | 'thought' | 'after' | 'text' = 'start';

  const add = (piece: string): string => {
    if (state === 'text') return piece;
    held += piece;
    if (state === 'start') {
      const opening = held.trimStart();
      if (opening.startsWith(OPENING)) state = 'thought';
      else if (OPENING.startsWith(opening)) return '';
      else return released();
    }
    if (state === 'thought') {
      const end = held.indexOf(CLOSING);
      if (end < 0) return '';
      held = held.slice(end + CLOSING.length);
      state = 'after';
    }
    held = held.trimStart();
    return held === '' ? '' : released();
  };
  const released = (): string => {
    thought ||= state === 'after';
    state = 'text';
    const text = held;
    held = '';
    return text;
  };
  let thought = false;
  return {
    add,
    end: () => (state === 'start' ? released() : ''),
    thought: () => thought || state === 'thought' || state === 'after',
  };
}
