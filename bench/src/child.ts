import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Starts a program of the bench from its sources. */
export const startChild = (program: string, args: string[]): ChildProcess =>
  fork(program, args, { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

/** The next thing that a child says; rejects when it ends instead. */
export const nextMessage = async <T>(child: ChildProcess): Promise<T> => {
  const heard = new AbortController();
  const { signal } = heard;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`a process of the bench ended with ${code}`);
  });
  const said = once(child, 'message', { signal });
  try {
    const [message] = (await Promise.race([said, ended])) as [T];
    return message;
  } finally {
    // Whichever did not come is waited for no longer.
    for (const promise of [ended, said]) promise.catch(() => undefined);
    heard.abort();
  }
};

export const ask = async <T>(child: ChildProcess, question: string): Promise<T> => {
  const answer = nextMessage<T>(child);
  child.send(question);
  return answer;
};

export const stopChild = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  child.send('stop');
  await ended;
};
