/** One writer at a time for folders that are no corpus, e.g. those of runs: the lock that corpora have. */
export { isLocked, takeLock } from '../providers/index/lock.js';
