/** At most `size` tasks at a time. A failed task makes the next call fail. */
export function createInFlight(size: number) {
  const running = new Set<Promise<void>>();
  return {
    /** Starts a task as soon as there is room; resolves when it has started. */
    async add(task: () => Promise<void>): Promise<void> {
      while (running.size >= size) await Promise.race(running);
      const run = task().finally(() => running.delete(run));
      run.catch(() => undefined);
      running.add(run);
    },
    /** Resolves when all have ended. */
    async drained(): Promise<void> {
      await Promise.all(running);
    },
  };
}
