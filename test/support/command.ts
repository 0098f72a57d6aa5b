/**
 * Runs the compiled command line as a user would, in a folder of its own and without the tester's WINNOW_ variables. A
 * command that the test wants to watch or to kill, or that asks for it, gets a process of its own; the others share
 * one.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Without the models that run in-process: they load for seconds, and these tests are about the command. */
export const BARE = ['embedder', 'reranker', 'verifier', 'reader'].flatMap((name) => ['--set', `local.${name}=false`]);

export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Of the process that ran it, in bytes, where several share one. */
  readonly memory?: number;
};

export type CommandOptions = {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** In a process of its own. */
  readonly isAlone?: boolean;
  readonly onStart?: (running: ChildProcess) => void;
  readonly onStderr?: (running: ChildProcess, stderr: string) => void;
};

export function winnow(args: readonly string[], options: CommandOptions): Promise<Ended> {
  const { isAlone, onStart, onStderr } = options;
  return isAlone || onStart || onStderr ? spawnWinnow(args, options) : runInHost(args, options);
}

function environmentOf({ cwd, env = {} }: CommandOptions): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:WINNOW_|NO_COLOR$|FORCE_COLOR$)/.test(name));
  return { ...Object.fromEntries(inherited), HOME: cwd, ...env };
}

/** No command of a test takes this long: one that hangs must not take the others with it. */
const STUCK_MS = 60_000;

let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

function runInHost(args: readonly string[], options: CommandOptions): Promise<Ended> {
  const ended = last.then(async () => {
    if (!host?.connected)
      host = fork(new URL('./command-host.mjs', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const over = new AbortController();
    const replied = Promise.race([once(host, 'message', over), once(host, 'exit', over)]);
    host.send({ args, cwd: options.cwd, env: environmentOf(options), stdin: options.stdin ?? '' });
    const stuck = setTimeout((running: ChildProcess) => running.kill('SIGKILL'), STUCK_MS, host);
    const [result] = (await replied) as [Ended | number];
    over.abort(); // the other listener
    clearTimeout(stuck);
    if (typeof result === 'object') return result;
    throw new Error(`The command ended its process with ${result}: winnow ${args.join(' ')}`);
  });
  last = ended.catch(() => undefined);
  return ended;
}

function spawnWinnow(
  args: readonly string[],
  { stdin, onStart, onStderr, ...options }: CommandOptions,
): Promise<Ended> {
  const running = spawn(process.execPath, [main, ...args], { cwd: options.cwd, env: environmentOf(options) });
  let [stdout, stderr] = ['', ''];
  running.stdout.on('data', (bytes: Buffer) => {
    stdout += bytes.toString();
  });
  running.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes.toString();
    onStderr?.(running, stderr);
  });
  running.stdin.on('error', () => undefined); // it may end before it has read everything
  running.stdin.end(stdin ?? '');
  onStart?.(running);
  return new Promise((resolve, reject) => {
    running.on('error', reject);
    running.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** A new folder under the temporary one of this test run, with these files. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-test-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Pages that answer "When was the Old Bridge opened?" without any model. */
export const TINY_DOCS = {
  'docs/bridge.md':
    '# Old Bridge\n\nThe Old Bridge was opened in 1888 by Ada Stone.\n\n## Toll\n\nCrossing the Old Bridge costs 2 pells.\n',
  'docs/ferry.html':
    '<html><head><title>Ferry</title></head><body><h1>Ferry</h1><p>The ferry to Hathe sails daily at noon.</p></body></html>',
  'docs/mill.txt': 'The mill grinds flour on Mondays.\n',
} as const;

export const QUESTION = 'When was the Old Bridge opened?';
