/** A repeated job whose runs never overlap. */
export interface Loop {
  start(): void;
  /** Ends the pause, or skips the one after the current run. */
  wake(): void;
  /** Pauses a run for a while; ends with `wake` or `stop`, and at once when it is stopped. */
  rest(ms: number): Promise<void>;
  /** Whether it was stopped, so that a long run ends early. */
  isStopped(): boolean;
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** `run` returns the pause after it in milliseconds; `onError` does so after a failed run. */
export const createLoop = (run: () => Promise<number>, onError: (error: unknown) => number): Loop => {
  let isStopped = false;
  let isWoken = false;
  let endRest = (): void => {};
  let running: Promise<void> = Promise.resolve();

  const rest = async (ms: number): Promise<void> => {
    if (isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  };

  const wake = (): void => {
    isWoken = true;
    endRest();
  };

  const repeat = async (): Promise<void> => {
    while (!isStopped) {
      isWoken = false;
      const ms = await run().catch(onError);
      if (!isWoken) await rest(ms);
    }
  };

  return {
    start() {
      isStopped = false;
      running = repeat();
    },
    wake,
    rest,
    isStopped: () => isStopped,
    async stop() {
      isStopped = true;
      wake();
      await running;
    },
  };
};
