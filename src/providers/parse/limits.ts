/**
 * Megabytes that a process that parses may take, everything counted: buffers too, which an archive that unpacks without
 * end would fill.
 */
export const MEMORY_MB = 1024;
/** Milliseconds for one document, unless a caller says otherwise. */
export const TIMEOUT_MS = 30_000;
