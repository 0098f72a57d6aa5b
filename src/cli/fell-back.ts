/**
 * What the lab's commands say and do when a configured model did not answer: `--allow-fallback`, notes under tables,
 * the exit code.
 */
import type { Command } from 'commander';
import type { EvalRow } from '../lab/run/row.js';
import { byModelOf, type FellBack, fellBackOf, isMostlyStandIn } from '../lab/run/stand-in.js';
import { EXIT } from './exit.js';
import { printable } from './terminal.js';

export type FallbackFlags = { readonly allowFallback?: boolean };

export function withFallbackOption(command: Command): Command {
  return command.option(
    '--allow-fallback',
    'count answers made without the model when it could not be asked; otherwise such a question counts as failed',
  );
}

/** Behind the name of whatever has answers in it that its model did not write. */
export const STAND_IN_MARK = '†';

export type FallbackCounts = {
  readonly label: string;
  readonly questions: number;
  readonly standIns: number;
  readonly fellBack: readonly FellBack[];
};

/** Under a table; nothing where every call was answered. */
export function fellBackLines({ label, questions, standIns, fellBack }: FallbackCounts, allowed: boolean): string[] {
  if (fellBack.length === 0) return [];
  const total = fellBack.reduce((sum, { times }) => sum + times, 0);
  const counted = allowed
    ? `are counted all the same (--allow-fallback) and marked ${STAND_IN_MARK}`
    : 'count as failed';
  const answers =
    standIns > 0 ? `; ${standIns} of ${questions} answers were not written by the model and ${counted}` : '';
  return [
    `${label}: ${total} model calls fell back on rules${answers}`,
    ...fellBack.slice(0, SHOWN).map(reasonLine),
    ...more(fellBack),
  ];
}

const SHOWN = 6;

const reasonLine = ({ stage, reason, times }: FellBack): string => printable(`  ${times} x ${stage}: ${reason}`);

function more(fellBack: readonly FellBack[]): string[] {
  return fellBack.length > SHOWN ? [`  and ${fellBack.length - SHOWN} other reasons`] : [];
}

/** A failure when the figures of a pipeline are mostly not its model's; said on the way. */
export function exitForFallbacks(rows: readonly EvalRow[], { allowed, say }: FallbackPolicy): number {
  const labels = [...new Set(rows.map(({ pipeline }) => pipeline))];
  const mostly = labels.filter((label) => isMostlyStandIn(rows.filter(({ pipeline }) => pipeline === label)));
  if (mostly.length === 0 || allowed) return EXIT.answered;
  const { calls, fellBack, standIns } = byModelOf(rows);
  const first = fellBackOf(rows)[0];
  say(
    printable(
      `Most of what ${mostly.join(', ')} shows is not the model's: ${calls} calls were answered, ${fellBack} fell back, ${standIns} answers are missing` +
        `${first ? ` (${first.stage}: ${first.reason})` : ''}. Mend the model, then --resume --retry-errors; or give --allow-fallback.`,
    ),
  );
  return EXIT.failure;
}

type FallbackPolicy = { readonly allowed: boolean; readonly say: (text: string) => void };
