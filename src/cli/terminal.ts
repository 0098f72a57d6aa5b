/**
 * What the terminal allows: colour only where it is wanted, moving lines only on a real terminal. Answers go to stdout,
 * all else to stderr.
 */
import { systemClock } from '../core/clock.js';
import { processEnvironment } from '../engine/environment.js';
import { withoutControls } from '../text/controls.js';

export type Style = {
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly warn: (text: string) => string;
};

type Stream = { readonly isTTY?: boolean };

export function styleFor(stream: Stream): Style {
  const { NO_COLOR, FORCE_COLOR, TERM } = processEnvironment();
  const coloured = !NO_COLOR && (FORCE_COLOR ? FORCE_COLOR !== '0' : stream.isTTY === true && TERM !== 'dumb');
  const paint = (code: string) => (text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { dim: paint('2'), bold: paint('1'), warn: paint('33') };
}

export type StatusLine = {
  /** Replaces the moving line; without a terminal a line is printed now and then. */
  readonly update: (text: string) => void;
  /** Prints a line that stays. */
  readonly print: (text: string) => void;
  readonly clear: () => void;
};

/** Without a terminal progress is printed at most this often. */
const QUIET_MS = 3_000;

export function statusLine(stream: NodeJS.WriteStream): StatusLine {
  const moving = stream.isTTY === true;
  const wipe = () => moving && stream.write('\r\u001b[K');
  let printedMs = systemClock.monotonicMs();
  return {
    update: (text) => {
      if (moving) return void stream.write(`\r\u001b[K${text.slice(0, (stream.columns ?? 80) - 1)}`);
      if (systemClock.monotonicMs() - printedMs < QUIET_MS) return;
      printedMs = systemClock.monotonicMs();
      stream.write(`${text}\n`);
    },
    print: (text) => {
      wipe();
      stream.write(`${text}\n`);
    },
    clear: wipe,
  };
}

/**
 * Text of pages and models may hold escape sequences and signs that turn or hide what follows; none may reach the
 * terminal. Lines stay.
 */
export function printable(text: string): string {
  return withoutControls(text);
}

/**
 * The same on one line, so that a title cannot pass for a line of ours; cut where it gets too long to be read beside
 * others.
 */
export function oneLine(text: string, mostCharacters = Number.POSITIVE_INFINITY): string {
  const flat = printable(text).replace(/\s+/g, ' ').trim();
  return flat.length > mostCharacters ? `${flat.slice(0, mostCharacters)} ...` : flat;
}

/** As JSON, with every sign that a terminal could obey or hide escaped: the value is the same. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) =>
    [...Array(sign.length).keys()].map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

export function money(costUsd: number | null): string {
  if (costUsd === null) return 'cost unknown';
  return costUsd === 0 ? '$0' : `$${costUsd < 0.01 ? costUsd.toFixed(5) : costUsd.toFixed(3)}`;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}
