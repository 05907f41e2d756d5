import { Worker } from 'node:worker_threads';
import { type Answer, failure, type Job } from './types.ts';

export interface DecoderThread {
  /** Resolves with the answer, or with TIMEOUT or HOST when the thread had to be ended. One job at a time. */
  run(job: Job): Promise<Answer>;
  stop(): Promise<void>;
}

/** Time for a thread to load the engine, on a busy machine too. */
const START_MS = 20_000;
const RESOURCES = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

/** The thread's next message; null: there is none within the time. Rejects when the thread ends instead. */
const nextMessage = (worker: Worker, ms: number): Promise<Answer | 'ready' | null> =>
  new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      end();
    };
    const onMessage = (message: Answer | 'ready'): void => settle(() => resolve(message));
    const onError = (error: Error): void => settle(() => reject(error));
    const onExit = (code: number): void => onError(new Error(`the decoder thread ended with ${code}`));
    // A message that has already arrived goes first: this process may have been busy itself.
    const timer = setTimeout(() => setImmediate(() => settle(() => resolve(null))), ms);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });

/** Runs jobs in a thread, which is started when it is needed and ended after `wallMs` without an answer. */
export const createDecoderThread = (program: URL, wallMs: number): DecoderThread => {
  let worker: Worker | null = null;

  const start = async (): Promise<Worker> => {
    // No options of this process: its loaders and variables are not for decoders.
    const started = new Worker(program, { execArgv: [], env: {}, resourceLimits: RESOURCES });
    worker = started;
    // Without a listener an error would end the process.
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    started.unref();
    if ((await nextMessage(started, START_MS)) === null) throw new Error('the decoder thread does not start');
    return started;
  };
  const end = async (): Promise<void> => {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };

  return {
    async run(job) {
      try {
        const ready = worker ?? (await start());
        ready.postMessage(job);
        const answer = await nextMessage(ready, wallMs);
        if (answer !== null && answer !== 'ready') return answer;
        await end();
        return failure('TIMEOUT', `the decoder did not end within ${wallMs} ms`);
      } catch (error) {
        await end();
        return failure('HOST', error instanceof Error ? error.message : 'the decoder thread failed');
      }
    },
    stop: end,
  };
};
