/** The work's result, or the signal's reason as soon as it aborts, whether or not the work notices. */
export async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let refuse: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    refuse = () => reject(signal.reason);
  });
  signal.addEventListener('abort', refuse, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', refuse);
  }
}
