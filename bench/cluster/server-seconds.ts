/**
 * Processor seconds that the servers at these ports of this machine have used so far, with the processes they started.
 * Linux only.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const TICKS_PER_SECOND = 100;
const LISTENING = '0A';

type Process = { readonly pid: string; readonly parent: string; readonly seconds: number };

function quietly<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise; // it has ended
  }
}

/** The sockets that listen at these ports, as /proc names them. */
function socketsAt(ports: readonly number[]): Set<string> {
  const lines = ['tcp', 'tcp6'].flatMap((name) =>
    quietly(() => readFileSync(`/proc/net/${name}`, 'utf8').split('\n').slice(1), []),
  );
  const fields = lines.map((line) => line.trim().split(/\s+/));
  const ours = fields.filter(
    ([, local = '', , state]) => state === LISTENING && ports.includes(Number.parseInt(local.split(':')[1] ?? '', 16)),
  );
  return new Set(ours.map((field) => `socket:[${field[9]}]`));
}

const holds = (pid: string, sockets: ReadonlySet<string>): boolean =>
  quietly(() => readdirSync(`/proc/${pid}/fd`), []).some((fd) =>
    sockets.has(quietly(() => readlinkSync(`/proc/${pid}/fd/${fd}`), '')),
  );

function processOf(pid: string): Process[] {
  const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return stat === ''
    ? []
    : [{ pid, parent: fields[1]!, seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND }];
}

export function serverSeconds(ports: readonly number[]): number {
  if (ports.length === 0) return 0;
  const sockets = socketsAt(ports);
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(processOf);
  const servers = new Set(processes.filter(({ pid }) => holds(pid, sockets)).map(({ pid }) => pid));
  return processes
    .filter(({ pid, parent }) => servers.has(pid) || servers.has(parent))
    .reduce((sum, { seconds }) => sum + seconds, 0);
}
