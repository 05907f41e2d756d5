/** Runs jobs of one key one after the other, jobs of different keys at once. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, job: () => Promise<T>): Promise<T> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(job, job);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
