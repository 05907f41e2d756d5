/** Browsers give all tabs together six HTTP/1.1 connections to a host; streams may hold four, the rest is for requests. */
const MAX_STREAMS = 4;
/** How often a tab that waits for a free stream loads anew instead. */
const POLL_MS = 5_000;

type Locks = Pick<LockManager, 'request'>;

const nameOf = (slot: number): string => `airdeck-live-${slot}`;

/** Holds the lock until `signal` says otherwise. */
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
 * Calls `open` as soon as one of the streams that all tabs of the browser share is free, and until then `poll` every
 * five seconds. The answer lets go. Where pages have no locks (plain HTTP by another name than localhost), it opens at
 * once: hidden tabs close theirs, so six visible windows are the limit there.
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
    // Given up while waiting: nobody is there any more.
  });
  return () => gone.abort();
}
