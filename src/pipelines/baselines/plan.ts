/** What the comparators that go in rounds note down of them. */
import type { PlanStep } from '../../core/data.js';

/** The plan, with the reason for its end at its last step. */
export function endedBy(plan: readonly PlanStep[], stopped: string): PlanStep[] {
  return plan.map((step, at) => (at === plan.length - 1 ? { ...step, stopped } : step));
}

/** The text, unless it is blank or among those before, whatever its letter case, blanks and closing marks. */
export function unlessSaid(text: string, before: readonly string[]): string | undefined {
  const key = plain(text);
  return key === '' || before.some((said) => plain(said) === key) ? undefined : text;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
