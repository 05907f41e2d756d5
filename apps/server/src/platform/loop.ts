/** A job that is done again and again, never twice at once. */
export interface Loop {
  start(): void;
  /** Resolves when the run that is on its way has ended. */
  stop(): Promise<void>;
}

/** `run` answers how many milliseconds to rest after it; so does `onError`, when it failed. */
export const createLoop = (run: () => Promise<number>, onError: (error: unknown) => number): Loop => {
  let isStopped = true;
  let wake = (): void => {};
  let running: Promise<void> = Promise.resolve();

  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const repeat = async (): Promise<void> => {
    while (!isStopped) {
      const ms = await run().catch(onError);
      if (!isStopped) await rest(ms);
    }
  };

  return {
    start() {
      isStopped = false;
      running = repeat();
    },
    async stop() {
      isStopped = true;
      wake();
      await running;
    },
  };
};
