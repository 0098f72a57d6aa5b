/** Processor seconds that the servers on this machine have used so far, whoever started them. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

const SERVERS = /org\.opensearch\.bootstrap|bin\/postgres|^postgres:/;
const TICKS_PER_SECOND = 100;

function secondsOf(pid: string): number {
  try {
    if (!SERVERS.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) return 0;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0; // it has ended
  }
}

export function serverSeconds(): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => sum + secondsOf(pid), 0);
}
