import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { basename, dirname, join, relative } from 'node:path';
import { buildSync } from 'esbuild';

const bench = join(import.meta.dirname, '..');
const root = join(bench, '..');
const source = (folder: string): string => join(root, folder, 'src');
const ALIAS = {
  '@airdeck/contract': source('packages/contract'),
  '@airdeck/domain': source('packages/domain'),
  '@airdeck/drivers': source('packages/drivers'),
  '@airdeck/phrases': source('packages/phrases'),
  '@airdeck/server': source('apps/server'),
  '@airdeck/simulator': source('apps/simulator'),
};

/** The thread of long questions, which is looked for beside the program. */
const HOUR_WORKER = join(source('apps/server'), 'store/history/hour-worker.ts');

/** As deep in `dist` as in `src`, so that relative paths stay valid. */
const build = (program: string): string => {
  const outdir = join(bench, 'dist', relative(join(bench, 'src'), dirname(program)));
  const name = basename(program, '.ts');
  buildSync({
    entryPoints: { [name]: program, 'hour-worker': HOUR_WORKER },
    outdir,
    bundle: true,
    packages: 'external',
    alias: ALIAS,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'error',
  });
  return join(outdir, `${name}.js`);
};

/** Starts a program of the bench, built like the product: run from its sources it would include the loader's cost. */
export const startChild = (program: string, args: string[]): ChildProcess =>
  fork(build(program), args, {
    execArgv: (process.env.BENCH_NODE ?? '').split(' ').filter(Boolean),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

/** The next message of a child; rejects if it exits instead. */
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
    // Stops waiting for missing ones.
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
