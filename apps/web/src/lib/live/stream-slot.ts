/** Browsers share six HTTP/1.1 connections to a host among all tabs. Streams may hold four; requests need the rest. */
const MAX_STREAMS = 4;
/** How often a tab without a stream reloads its data instead. */
const POLL_MS = 5_000;

type Locks = Pick<LockManager, 'request'>;

const nameOf = (slot: number): string => `airdeck-live-${slot}`;

/** Holds the lock until `signal` is aborted. */
const hold = (signal: AbortSignal, use: () => () => void): Promise<void> =>
  new Promise((resolve) => {
    const close = use();
    signal.addEventListener('abort', () => {
      close();
      resolve();
    });
  });

/** Takes the first free slot; false when all are taken. */
async function takeFree(locks: Locks, signal: AbortSignal, use: () => () => void): Promise<boolean> {
  for (let slot = 0; slot < MAX_STREAMS && !signal.aborted; slot++) {
    const taken = await locks.request(nameOf(slot), { ifAvailable: true }, async (lock) => {
      if (lock === null || signal.aborted) return false;
      await hold(signal, use);
      return true;
    });
    if (taken) return true;
  }
  return signal.aborted;
}

/**
 * Calls `open` as soon as one of the streams that all tabs of the browser share is free, and `poll` every five seconds
 * until then. The returned function releases the stream. Pages without locks (plain HTTP, not localhost) open
 * at once: hidden tabs close their streams, so six visible windows are the limit there.
 */
export function takeStreamSlot(locks: Locks | undefined, open: () => () => void, poll: () => void): () => void {
  if (locks === undefined) return open();
  const gone = new AbortController();
  const { signal } = gone;
  const wait = async () => {
    if (await takeFree(locks, signal, open)) return;
    const timer = setInterval(poll, POLL_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    await locks.request(nameOf(Math.floor(Math.random() * MAX_STREAMS)), { signal }, async () => {
      clearInterval(timer);
      if (!signal.aborted) await hold(signal, open);
    });
  };
  wait().catch(() => {
    // The screen was left while its tab waited for a lock.
  });
  return () => gone.abort();
}
