import { Worker } from 'node:worker_threads';

/** A password to compare with a stored hash, or to hash at a cost. */
export type PasswordJob = { password: string; stored: string } | { password: string; cost: object };

type Answer = { result: boolean | string } | { error: string };

/** An idle thread is ended: most servers see a password once in a while. */
const IDLE_MS = 30_000;
const PROGRAM = new URL('./password-worker.js', import.meta.url);
const RESOURCES = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

/** Runs jobs in a thread with a low priority. One job at a time. */
export const createPasswordThread = () => {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  const end = (): void => {
    const ended = worker;
    worker = null;
    ended?.terminate();
  };
  const open = (): Worker => {
    if (worker !== null) return worker;
    // No options of this process: its loaders are not needed.
    const opened = new Worker(PROGRAM, { execArgv: [], resourceLimits: RESOURCES });
    opened.unref();
    worker = opened;
    return opened;
  };

  return async (job: PasswordJob): Promise<boolean | string> => {
    clearTimeout(idle);
    const thread = open();
    // The caller waits for it.
    thread.ref();
    try {
      const answer = await new Promise<Answer>((resolve, reject) => {
        const onExit = (code: number): void => reject(new Error(`the password thread ended with ${code}`));
        const settle = (run: () => void): void => {
          thread.off('message', onMessage).off('error', onError).off('exit', onExit);
          run();
        };
        const onMessage = (message: Answer): void => settle(() => resolve(message));
        const onError = (error: Error): void => settle(() => reject(error));
        thread.on('message', onMessage).on('error', onError).on('exit', onExit);
        thread.postMessage(job);
      });
      if ('error' in answer) throw new Error(answer.error);
      return answer.result;
    } catch (error) {
      if (worker === thread) end();
      throw error;
    } finally {
      thread.unref();
      idle = setTimeout(end, IDLE_MS).unref();
    }
  };
};
