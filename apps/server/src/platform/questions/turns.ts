export interface Turns {
  /** Runs `run` when it is the person's turn. Fails with the reason of `cancel` if that aborts before. */
  take<T>(person: number, cancel: AbortSignal, run: () => Promise<T>): Promise<T>;
}

/** At most `most` runs at once. Those that wait are served person by person: one question of another comes before the next. */
export const createTurns = (most: number): Turns => {
  let free = most;
  /** In the order in which people are served. */
  const waiting = new Map<number, Set<() => void>>();

  const remove = (person: number, start: () => void): void => {
    const own = waiting.get(person);
    own?.delete(start);
    if (own?.size === 0) waiting.delete(person);
  };
  const wait = (person: number, cancel: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = () => {
        cancel.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        remove(person, start);
        reject(cancel.reason);
      };
      cancel.addEventListener('abort', leave);
      const own = waiting.get(person) ?? new Set();
      waiting.set(person, own.add(start));
    });
  const pass = (): void => {
    for (const [person, own] of waiting) {
      for (const start of own) {
        // To the end of the order.
        waiting.delete(person);
        waiting.set(person, own);
        remove(person, start);
        return start();
      }
    }
    free++;
  };

  return {
    async take(person, cancel, run) {
      cancel.throwIfAborted();
      if (free > 0) free--;
      else await wait(person, cancel);
      try {
        return await run();
      } finally {
        pass();
      }
    },
  };
};
