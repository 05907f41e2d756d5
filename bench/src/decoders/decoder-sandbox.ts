import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { createDecoderSandbox, type DecoderSandbox } from '@airdeck/server/decoder-sandbox/decoder-sandbox';
import { createEngine } from '@airdeck/server/decoder-sandbox/engine';
import type { DecoderInput } from '@airdeck/server/decoder-sandbox/types';
import { createLog } from '@airdeck/server/platform/log';
import { CODECS, HOSTILE } from '@airdeck/server/testing/decoder-sources';
import { median, print, quantile } from '../figure.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const PAIRS = Number(process.env.BENCH_PAIRS ?? 3);
const DECODES = 2_000;
const INPUT: DecoderInput = { bytes: Uint8Array.of(0, 215, 3, 44), fPort: 2, recvTime: 1_700_000_000_000, topic: 't' };
/** As long as codecs of vendors are. */
const LONG = `${CODECS.ts013}${Array.from(
  { length: 150 },
  (_, i) => `function read${i}(bytes, i) {
    var out = [];
    for (var j = i; j < bytes.length; j++) {
      if (bytes[j] === ${i}) out.push({ channel: ${i}, value: ((bytes[j + 1] << 8) | bytes[j + 2]) / 10, unit: 'unit ${i}' });
    }
    return out;
  }`,
).join('\n')}`;
const SOURCES = { ...CODECS, long: LONG };

const sorted = (values: number[]): number[] => values.toSorted((a, b) => a - b);

const benchEngine = async (): Promise<void> => {
  const engine = await createEngine(() => performance.now());
  for (const [name, source] of Object.entries(SOURCES)) {
    const decode = () => engine.run({ hash: name, source, task: { decode: INPUT } });
    const start = performance.now();
    decode();
    print({
      name: `load ${name} (${(source.length / 1000).toFixed(1)} kB)`,
      value: performance.now() - start,
      unit: 'ms',
    });
    const times = Array.from({ length: DECODES }, () => {
      const begin = performance.now();
      decode();
      return (performance.now() - begin) * 1000;
    });
    print({ name: `decode ${name}, kept, median`, value: median(times), unit: 'µs', reach: '<= 150' });
  }
};

interface Measured {
  delay: number;
  answers: number[];
}

/** Good messages at an even pace, with or without hostile ones beside them. */
const measure = async (sandbox: DecoderSandbox, isHostile: boolean): Promise<Measured> => {
  const stop = new AbortController();
  const attack = async (source: string): Promise<void> => {
    while (!stop.signal.aborted) await sandbox.decode(source, INPUT);
  };
  const attacks = isHostile ? Object.values(HOSTILE).map(({ source }) => attack(source)) : [];
  const answers: Promise<number>[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const end = performance.now() + SECONDS * 1000;
  while (performance.now() < end) {
    const begin = performance.now();
    answers.push(sandbox.decode(CODECS.ts013, INPUT).then(() => performance.now() - begin));
    await wait(10);
  }
  delay.disable();
  stop.abort();
  await Promise.all(attacks);
  return { delay: delay.percentile(95) / 1e6, answers: await Promise.all(answers) };
};

export const benchDecoderSandbox = async (): Promise<void> => {
  await benchEngine();
  const program = new URL('../../../apps/server/dist/decoder-worker.js', import.meta.url);
  const sandbox = createDecoderSandbox({
    log: createLog({ level: 'silent' }),
    monotonic: () => performance.now(),
    program,
  });
  const quiet: Measured[] = [];
  const hostile: Measured[] = [];
  await sandbox.decode(CODECS.ts013, INPUT);
  for (let i = 0; i < PAIRS; i++) {
    quiet.push(await measure(sandbox, false));
    hostile.push(await measure(sandbox, true));
  }
  await sandbox.stop();
  const delayOf = (rounds: Measured[]): number => median(rounds.map(({ delay }) => delay));
  const answersOf = (rounds: Measured[]): number[] => sorted(rounds.flatMap(({ answers }) => answers));
  print({ name: 'answer through the thread, quiet, median', value: quantile(answersOf(quiet), 0.5), unit: 'ms' });
  print({ name: 'answer through the thread, quiet, p95', value: quantile(answersOf(quiet), 0.95), unit: 'ms' });
  print({
    name: 'answer of a good decoder beside hostile ones, p95',
    value: quantile(answersOf(hostile), 0.95),
    unit: 'ms',
  });
  print({ name: 'event-loop delay p95, quiet', value: delayOf(quiet), unit: 'ms' });
  print({ name: 'event-loop delay p95, hostile', value: delayOf(hostile), unit: 'ms' });
  print({ name: 'event-loop delay p95, rise', value: delayOf(hostile) - delayOf(quiet), unit: 'ms', reach: '<= 20' });
};
