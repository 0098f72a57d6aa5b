/**
 * One writer at a time, across processes: a file that names the holder. The lock of a process that died is taken over.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { usageError } from '../../core/errors.js';

type Holder = { readonly pid: number; readonly host: string; readonly started: string };

/**
 * Locks this process holds: a second writer inside it is refused too, and an own number in a file left by a crash is
 * known to be stale.
 */
const held = new Set<string>();

/**
 * When a process started, so that a number used again is not taken for the old holder. Linux only; elsewhere the number
 * must do.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive({ pid, host, started }: Holder, path: string): boolean {
  if (host !== hostname()) return true; // cannot be told from here: better to ask than to break what is written
  if (pid === process.pid) return held.has(path);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return started === '' || startOf(pid) === '' || startOf(pid) === started;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, host, started } = JSON.parse(text) as Holder;
    return typeof pid === 'number' ? { pid, host, started } : undefined;
  } catch {
    return undefined;
  }
}

/** Puts the lock in place with its content, all at once; false where there is one. */
function create(path: string): boolean {
  const holder: Holder = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  const draft = `${path}.${process.pid}.new`;
  const text = JSON.stringify(holder);
  try {
    writeFileSync(draft, text);
    try {
      linkSync(draft, path);
    } catch (error) {
      if (!WITHOUT_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      writeFileSync(path, text, { flag: 'wx' });
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * What file systems without hard links (exFAT, some network and FUSE mounts) say to link(). There the content comes a
 * moment after the file.
 */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS']);

/**
 * Moves a stale lock aside. Where another process was quicker and it is a fresh lock that was moved, it is put back.
 */
function clear(path: string, stale: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readText(aside) === stale) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

function refuse(path: string, what: string, holder: Holder | undefined): never {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
  throw usageError(
    `${what} is being written by ${who}. Wait until it is done, or stop it. If no such process runs, delete ${path}.`,
  );
}

/** Whether a living process writes there. */
export function isLocked(path: string): boolean {
  const text = readText(path);
  const holder = text === undefined ? undefined : parseHolder(text);
  return holder ? isAlive(holder, path) : text !== undefined;
}

const MOST_ATTEMPTS = 5;

/** Takes the lock or throws a usage error that says who has it. Returns how to give it back. */
export function takeLock(path: string, what = 'This corpus'): () => void {
  for (let attempt = 0; !create(path); attempt += 1) {
    const text = readText(path);
    const holder = text === undefined ? undefined : parseHolder(text);
    // A missing one was given back just now; one that cannot be read is better left alone.
    const taken = holder ? isAlive(holder, path) : text !== undefined;
    if (taken || attempt === MOST_ATTEMPTS) refuse(path, what, holder);
    if (text !== undefined) clear(path, text);
  }
  held.add(path);
  return () => {
    held.delete(path);
    rmSync(path, { force: true });
  };
}
