import { createHash } from 'node:crypto';
import type { JsonObject } from '@airdeck/drivers/types';
import { limitLog } from '../platform/limit-log.ts';
import type { Log } from '../platform/log.ts';
import { createDecoderThread } from './decoder-thread.ts';
import {
  type Answer,
  type DecoderFailure,
  type DecoderInput,
  type DecoderOutcome,
  type EncoderOutcome,
  failure,
  type Job,
  MAX_BYTES,
  MAX_TROUBLES,
} from './types.ts';

export interface DecoderSandbox {
  decode(source: string, input: DecoderInput): Promise<DecoderOutcome>;
  encode(source: string, data: JsonObject): Promise<EncoderOutcome>;
  /** Ends the thread; unanswered and later calls fail with HOST. */
  stop(): Promise<void>;
}

export interface DecoderSandboxOptions {
  log: Log;
  monotonic(): number;
  /** A source has run out of time or memory three times in a row, and should be switched off. */
  onTrouble?(hash: string): void;
  /** The built thread program. */
  program?: URL;
  /** Time after which a thread that does not answer is ended. */
  wallMs?: number;
}

interface Waiting extends Job {
  answer(answer: Answer): void;
}

const WALL_MS = 250;
const MAX_WAITING = 4_000;
const MAX_WAITING_OF_SOURCE = 1_000;
/** Sources whose hash is remembered, and sources with trouble. */
const MAX_REMEMBERED = 256;
const LINES_A_MINUTE = 10;

const setBounded = <T>(map: Map<string, T>, key: string, value: T): void => {
  map.delete(key);
  for (const oldest of map.keys()) {
    if (map.size < MAX_REMEMBERED) break;
    map.delete(oldest);
  }
  map.set(key, value);
};

export const hashOfSource = (source: string): string => createHash('sha256').update(source).digest('base64url');

/** Runs decoders written by users in a thread of their own, one message at a time. */
export const createDecoderSandbox = (options: DecoderSandboxOptions): DecoderSandbox => {
  const { log, monotonic, onTrouble, wallMs = WALL_MS } = options;
  // Beside the bundle that contains this file.
  const program = options.program ?? new URL('./decoder-worker.js', import.meta.url);
  const thread = createDecoderThread(program, wallMs);
  const logLimited = limitLog(log, { lines: LINES_A_MINUTE, monotonic });
  const hashes = new Map<string, string>();
  const troubles = new Map<string, number>();
  const queues = new Map<string, Waiting[]>();
  /** Milliseconds by source. The source that has used the least time is next, so that a slow one delays few others. */
  const used = new Map<string, number>();
  /** The least time that a source with a new message counts as having used: idle time is not saved up. */
  let virtualTime = 0;
  let waiting = 0;
  let isRunning = false;
  let isStopped = false;

  const hashOf = (source: string): string => {
    const known = hashes.get(source);
    if (known !== undefined) return known;
    const hash = hashOfSource(source);
    setBounded(hashes, source, hash);
    return hash;
  };

  /** Sources with trouble come last. */
  const rankOf = (hash: string): number =>
    (troubles.has(hash) ? Number.MAX_SAFE_INTEGER / 2 : 0) + (used.get(hash) ?? 0);
  const next = (): Waiting | undefined => {
    let first: [string, Waiting[]] | undefined;
    for (const entry of queues) if (!first || rankOf(entry[0]) < rankOf(first[0])) first = entry;
    if (!first) return undefined;
    const [hash, queue] = first;
    virtualTime = Math.max(virtualTime, used.get(hash) ?? 0);
    const job = queue.shift();
    if (queue.length === 0) queues.delete(hash);
    waiting -= 1;
    return job;
  };

  const note = (hash: string, answer: Answer, ms: number): void => {
    setBounded(used, hash, (used.get(hash) ?? virtualTime) + ms);
    const reason = 'ok' in answer ? answer.reason : null;
    if ('ok' in answer && (reason === 'HOST' || reason === 'TIMEOUT' || reason === 'MEMORY'))
      logLimited('warn', { decoder: hash, reason, error: answer.message }, 'decoder failed');
    if (reason === 'HOST') return;
    if (reason !== 'TIMEOUT' && reason !== 'MEMORY') {
      troubles.delete(hash);
      return;
    }
    const count = (troubles.get(hash) ?? 0) + 1;
    setBounded(troubles, hash, count);
    if (count % MAX_TROUBLES === 0) onTrouble?.(hash);
  };

  const runAll = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (let job = next(); job; job = next()) {
      const { answer, ...rest } = job;
      const start = monotonic();
      const given = isStopped ? failure('HOST', 'the sandbox has stopped') : await thread.run(rest);
      if (!isStopped) note(job.hash, given, monotonic() - start);
      answer(given);
    }
    isRunning = false;
  };

  const ask = (source: string, task: Job['task']): Promise<Answer> => {
    const hash = hashOf(source);
    const queue = queues.get(hash) ?? [];
    if (isStopped) return Promise.resolve(failure('HOST', 'the sandbox has stopped'));
    if (waiting >= MAX_WAITING || queue.length >= MAX_WAITING_OF_SOURCE)
      return Promise.resolve(failure('HOST', 'too many messages wait for a decoder'));
    return new Promise((answer) => {
      if (queue.length === 0) setBounded(used, hash, Math.max(used.get(hash) ?? 0, virtualTime));
      queue.push({ hash, source, task, answer });
      queues.set(hash, queue);
      waiting += 1;
      void runAll();
    });
  };

  /** The guest writes outcomes of these types. */
  const outcomeOf = <T extends object>(answer: Answer): T | DecoderFailure =>
    'ok' in answer ? answer : { ...(JSON.parse(answer.text) as T), cpuMs: answer.cpuMs };

  return {
    async decode(source, input) {
      if (input.bytes.length > MAX_BYTES) return failure('TOO_BIG', `the message is longer than ${MAX_BYTES} bytes`);
      // A copy: a part of a larger buffer would be sent to the thread with all of it.
      return outcomeOf<DecoderOutcome>(
        await ask(source, { decode: { ...input, bytes: Uint8Array.from(input.bytes) } }),
      );
    },
    async encode(source, data) {
      return outcomeOf<EncoderOutcome>(await ask(source, { encode: data }));
    },
    async stop() {
      isStopped = true;
      await thread.stop();
    },
  };
};
