/** A server in a process of its own, and what it and the processes it started take of the machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const RUN = fileURLToPath(new URL('../run.mjs', import.meta.url));
/** Clock ticks a second, as Linux counts processor time. */
const TICKS = 100;

/** Of the server's own process, and of those it started (the small models). */
export type Taken = {
  readonly cpuSeconds: number;
  readonly childCpuSeconds: number;
  readonly memoryMb: number;
  readonly childMemoryMb: number;
};

export type LoadServer = {
  readonly url: string;
  /** Where its inspector listens, if it was started with one. */
  readonly inspector: () => string;
  readonly taken: () => Taken;
  readonly close: () => Promise<void>;
};

/** `winnow serve`, with a data directory of its own. */
export function startWinnow(flags: readonly string[], nodeFlags: readonly string[] = []): Promise<LoadServer> {
  return start((folder) => [
    ...nodeFlags,
    MAIN,
    'serve',
    '--port',
    '0',
    '--data-directory',
    folder,
    '--set',
    'server.logs=errors',
    ...flags,
  ]);
}

/** The chain of peer.ts. */
export function startPeer(modelUrl: string): Promise<LoadServer> {
  return start(() => [RUN, 'load/peer', modelUrl]);
}

async function start(argumentsIn: (folder: string) => readonly string[]): Promise<LoadServer> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-load-'));
  const running = spawn(process.execPath, argumentsIn(folder), { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  running.stderr?.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  const url = await addressOf(running);
  return {
    url,
    inspector: () => /ws:\/\/\S+/.exec(said)?.[0] ?? '',
    taken: () => takenBy(running.pid as number),
    close: async () => {
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function addressOf(running: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    running.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
    running.stdout?.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      const url = /http:\/\/\S+/.exec(said)?.[0];
      if (url) resolve(url.replace(/\/$/, ''));
    });
  });
}

function takenBy(pid: number): Taken {
  const [own, children] = [processStat(pid), childrenOf(pid).map(processStat)];
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    cpuSeconds: own.ticks / TICKS,
    childCpuSeconds: sum(children.map(({ ticks }) => ticks)) / TICKS,
    memoryMb: own.pages * MB_PER_PAGE,
    childMemoryMb: sum(children.map(({ pages }) => pages)) * MB_PER_PAGE,
  };
}

/** What all cores together have worked since the machine was started: proc(5), the first line of /proc/stat. */
export function busySeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readFileSync('/proc/stat', 'utf8')
    .split(/\s+/)
    .slice(1, 8)
    .map(Number);
  return (user + nice + system + irq + softirq) / TICKS;
}

const MB_PER_PAGE = 4096 / 2 ** 20;

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );
}

/**
 * Fields 14, 15 and 24 of proc(5): time in user and kernel mode, and pages in memory. The name before them may hold
 * spaces.
 */
function processStat(pid: number): { ticks: number; pages: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return { ticks: Number(fields[11]) + Number(fields[12]), pages: Number(fields[21]) };
  } catch {
    return { ticks: 0, pages: 0 };
  }
}
