/**
 * Processor seconds that the processes this one started have used so far, those that have ended left out. Linux only.
 */
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

export function childSeconds(pid: number | string = process.pid): number {
  return childrenOf(pid).reduce((sum, child) => sum + secondsOf(child) + childSeconds(child), 0);
}

function childrenOf(pid: number | string): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
  } catch {
    return []; // it has ended
  }
}

function secondsOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
