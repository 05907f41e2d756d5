import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type TalkingProcess = {
  child: ChildProcess;
  /**
   * Resolves with the rest of the first line that begins with `word`, for example 'ready'; rejects when the process
   * exits.
   */
  said: (word: string) => Promise<string>;
  /** All lines so far that begin with `word`, without it. */
  lines: (word: string) => string[];
  /** Resolves with the exit code, null after a signal. */
  ended: Promise<number | null>;
};

export type EngineProcessOptions = {
  dataDir: string;
  /** The uid that the process takes before it starts the engine; only root can set one. */
  uid?: number;
  /** Commits rows endlessly, and prints the number of each after its commit. */
  write?: boolean;
};

/** Runs engine-child.ts, a process that can be killed together with its engine. */
export const startEngineProcess = (options: EngineProcessOptions): TalkingProcess =>
  startTalkingProcess('engine-child.ts', options);

/** Runs a program of this folder that reports line by line. */
export function startTalkingProcess(program: string, options: object): TalkingProcess {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, program), JSON.stringify(options)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const all: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => all.push(line));
  const lines = (word: string) =>
    all.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = async (word: string) => {
    for (;;) {
      const [found] = lines(word);
      if (found !== undefined) return found;
      const more = await Promise.race([once(reader, 'line'), ended.then(() => null)]);
      if (!more && lines(word).length === 0) throw new Error(`ended without '${word}': ${all.join('\n')}`);
    }
  };
  return { child, said, lines, ended };
}
