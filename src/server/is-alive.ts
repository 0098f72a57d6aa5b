/** Whether another process of this machine is still at what it began. */
import { existsSync } from 'node:fs';

export function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  if (existsSync('/proc/self')) return existsSync(`/proc/${pid}`);
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
