import { type ResourceLimits, type TransferListItem, Worker } from 'node:worker_threads';

/** An idle thread is ended: most servers need theirs once in a while. */
const IDLE_MS = 30_000;

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * Runs a program that answers each message by one message, in a thread that is started when it is needed. Jobs are done
 * in the order in which they came; when the thread ends instead, all that wait fail, and the next job starts another one.
 */
export const createThread = <Job, Answer>(program: URL, resourceLimits: ResourceLimits) => {
  let worker: Worker | null = null;
  let waiting: Waiting<Answer>[] = [];
  let idle: NodeJS.Timeout | undefined;

  const end = (error: Error): void => {
    const [ended, left] = [worker, waiting];
    worker = null;
    waiting = [];
    ended?.terminate();
    for (const { reject } of left) reject(error);
  };
  const endIdle = (): void => end(new Error('the thread was idle'));
  const open = (): Worker => {
    // No options of this process: its loaders are not needed.
    const opened = new Worker(program, { execArgv: [], resourceLimits });
    const failWith = (error: Error): void => {
      if (worker === opened) end(error);
    };
    opened.on('message', (answer: Answer) => {
      if (worker !== opened) return;
      waiting.shift()?.resolve(answer);
      if (waiting.length > 0) return;
      opened.unref();
      idle = setTimeout(endIdle, IDLE_MS).unref();
    });
    opened.on('error', failWith);
    opened.on('exit', (code) => failWith(new Error(`the thread ended with ${code}`)));
    return opened;
  };

  /** Objects of `transfer` are moved, not copied. */
  return (job: Job, transfer: readonly TransferListItem[] = []): Promise<Answer> => {
    clearTimeout(idle);
    const thread = worker ?? open();
    worker = thread;
    // The caller waits for it.
    thread.ref();
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      thread.postMessage(job, transfer);
    });
  };
};
