/** Runs the compiled command line as a user would, in a folder of its own and without the tester's WINNOW_ variables. */
import { type ChildProcess, spawn } from 'node:child_process';
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
};

export type CommandOptions = {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly onStart?: (running: ChildProcess) => void;
  readonly onStderr?: (running: ChildProcess, stderr: string) => void;
};

export function winnow(args: readonly string[], { cwd, env = {}, stdin, onStart, onStderr }: CommandOptions): Promise<Ended> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:WINNOW_|NO_COLOR$|FORCE_COLOR$)/.test(name));
  const running = spawn(process.execPath, [main, ...args], { cwd, env: { ...Object.fromEntries(inherited), HOME: cwd, ...env } });
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

/** A new folder under the system's temporary one, with these files. */
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
