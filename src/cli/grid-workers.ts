/**
 * `winnow grid --workers`: this process joins those that work on the same grid, and starts others like it on this
 * machine.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SharedGrid } from '../engine/shared-grid.js';
import type { PreparedGrid } from '../lab/grid/prepare.js';
import { gridKey } from '../lab/grid/shared.js';
import { sharedSettings } from '../server/memory/shared-settings.js';

export type Together = { readonly shared: SharedGrid; readonly close: () => Promise<void> };

export type JoinInput = {
  /** Processes on this machine. */
  readonly count: number;
  readonly out: string;
  readonly prepared: PreparedGrid;
  readonly graders: readonly { readonly name: string }[];
};

export async function joinWorkers({
  count,
  out,
  prepared: { grid, points, session },
  graders,
}: JoinInput): Promise<Together> {
  const { connection, schema } = sharedSettings(session.config);
  const { joinSharedGrid } = await import('../engine/shared-grid.js');
  const key = gridKey(grid, session, graders);
  const { askedAt } = session.record;
  const shared = await joinSharedGrid({ connection, schema, key, askedAt, points: points.map(({ name }) => name) });
  const folders = Array.from({ length: count - 1 }, (_, at) => join(out, `worker-${at + 1}`));
  const helpers = folders.map(startHelper);
  return {
    shared,
    close: async () => {
      await Promise.all(helpers.map(ended));
      for (const folder of folders) rmSync(folder, { recursive: true, force: true }); // all its rows are in the shared grid
      await shared.close();
    },
  };
}

/** The same command with a folder of its own. */
function startHelper(folder: string): ChildProcess {
  const given = process.argv.slice(2);
  const args = withFlag(withFlag(given, '--workers', '1'), '--out', folder).filter((flag) => flag !== '--resume');
  return spawn(process.execPath, [process.argv[1] ?? '', ...args, '--resume'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function withFlag(args: readonly string[], flag: string, value: string): string[] {
  const at = args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
  const length = args[at]?.includes('=') ? 1 : 2;
  return at < 0 ? [...args, flag, value] : [...args.slice(0, at), flag, value, ...args.slice(at + length)];
}

const ended = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));
