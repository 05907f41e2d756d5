/** A job that is done again and again, never twice at once. */
export interface Loop {
  start(): void;
  /** Ends the rest, or leaves out the one after the run that is on its way. */
  wake(): void;
  /** Resolves when the run that is on its way has ended. */
  stop(): Promise<void>;
}

/** `run` answers how many milliseconds to rest after it; so does `onError`, when it failed. */
export const createLoop = (run: () => Promise<number>, onError: (error: unknown) => number): Loop => {
  let isStopped = true;
  let isWoken = false;
  let endRest = (): void => {};
  let running: Promise<void> = Promise.resolve();

  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const wake = (): void => {
    isWoken = true;
    endRest();
  };

  const repeat = async (): Promise<void> => {
    while (!isStopped) {
      isWoken = false;
      const ms = await run().catch(onError);
      if (!isStopped && !isWoken) await rest(ms);
    }
  };

  return {
    start() {
      isStopped = false;
      running = repeat();
    },
    wake,
    async stop() {
      isStopped = true;
      wake();
      await running;
    },
  };
};
