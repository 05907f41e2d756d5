/** A check that a timer repeats and that others may ask for at any moment. */
export interface Sweeper {
  start(): void;
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
  /** Joins the current run, or begins one. Rejects when it fails. */
  sweep(): Promise<void>;
  /** Resolves when the current run has ended, whether it failed or not. */
  settled(): Promise<void>;
}

/** `onError` receives the failures of runs that the timer began. */
export const createSweeper = (
  run: () => Promise<void>,
  { everyMs, onError }: { everyMs: number; onError: (error: unknown) => void },
): Sweeper => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const sweep = (): Promise<void> => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
  const settled = async (): Promise<void> => {
    await running?.catch(() => {});
  };

  return {
    start() {
      timer = setInterval(() => {
        sweep().catch(onError);
      }, everyMs);
    },
    async stop() {
      clearInterval(timer);
      await settled();
    },
    sweep,
    settled,
  };
};
