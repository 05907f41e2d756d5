import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type FrameMessage, frameMessage, readingsMessage } from '@airdeck/contract/protocol/message';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock } from '../manual-clock.ts';
import { createTestBroker, type TestBroker } from '../mqtt/test-broker.ts';
import { type ReplayOptions, replay } from './replay.ts';

// Real sockets on a machine that may be busy.

// A Wednesday afternoon, like that of the Temtop fixture.
const NOW = Date.parse('2026-05-13T15:00:00+09:00');
const MINUTE = 60_000;
const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

let folder: string;
let broker: TestBroker;
let clock: ReturnType<typeof createManualClock>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
  broker = await createTestBroker();
  clock = createManualClock(NOW);
});
afterEach(async () => {
  await broker.close();
  await rm(folder, { recursive: true });
});

function options(more: Partial<ReplayOptions>): ReplayOptions {
  return {
    file: fixture('temtop-m2000.csv'),
    url: broker.url,
    username: '10000001:TEMTOP',
    password: 'secret',
    speed: 1,
    history: false,
    zone: 'Asia/Seoul',
    clock,
    signal: new AbortController().signal,
    log: () => {},
    ...more,
  };
}

/** Replays while the clock advances. */
async function run(more: Partial<ReplayOptions> = {}): Promise<number> {
  let isOver = false;
  const running = replay(options(more)).finally(() => {
    isOver = true;
  });
  running.catch(() => undefined);
  while (!isOver) {
    await breathe();
    if (broker.received() > 0) clock.advance(20);
  }
  return running;
}

const payloads = () => broker.messages().map(({ payload }) => JSON.parse(payload.toString()));

it('plays live: each row when it is due, with the time at which it is played', async () => {
  expect(await run()).toBe(3);
  const frames = payloads().map((payload) => frameMessage.parse(payload));
  expect(frames.map(({ time }) => time)).toEqual([NOW, NOW + MINUTE, NOW + 2 * MINUTE + 1000]);
  expect(frames[1]).toMatchObject({ readings: { TEMPERATURE: 70.2, HCHO: 0.193 }, units: { TEMPERATURE: 'F' } });
  expect(new Set(broker.messages().map(({ topic, qos }) => `${topic} ${qos}`))).toEqual(
    new Set(['airdeck/v1/10000001/TEMTOP/readings 1']),
  );
});

it('plays faster, and sends together what would be too many messages a second', async () => {
  expect(await run({ file: fixture('uci-occupancy.txt'), speed: 59 })).toBe(2);
  expect(payloads().map(({ time }) => time)).toEqual([NOW, NOW + 1000]);

  const file = join(folder, 'fast.csv');
  const rows = Array.from(
    { length: 600 },
    (_, i) => `2025-01-01 ${String((i / 60) | 0).padStart(2, '0')}:${String(i % 60).padStart(2, '0')},${400 + i}`,
  );
  await writeFile(file, `time,co2\n${rows.join('\n')}\n`);
  const before = broker.received();
  expect(await run({ file, map: 'co2=CO2', speed: 6000 })).toBe(600);
  const frames = payloads().slice(before).flat() as FrameMessage[];
  expect(frames.map(({ readings }) => readings.CO2)).toEqual(rows.map((_, i) => 400 + i));
  expect(frames.map(({ time }) => time)).toEqual(rows.map((_, i) => (frames[0]?.time as number) + i * 10));
  expect(broker.received() - before).toBeLessThanOrEqual(6 * 8 + 2);
});

it('sends history as stored frames, moved by whole weeks to end just before now', async () => {
  expect(await run({ history: true })).toBe(3);
  const [frames] = payloads().map((payload) => readingsMessage.parse(payload)) as [FrameMessage[]];
  expect(frames.map(({ time }) => time)).toEqual(
    ['14:35:30', '14:36:30', '14:37:31'].map((at) => Date.parse(`2026-05-13T${at}+09:00`)),
  );
});

it('plays for a device of a gateway', async () => {
  await run({ username: '10000001:GATEWAY', device: 'M-7', history: true });
  expect(broker.messages()[0]?.topic).toBe('airdeck/v1/10000001/M-7/readings');
});

it('sends nothing of a file that is wrong somewhere', async () => {
  const file = join(folder, 'wrong.csv');
  await writeFile(file, 'time,co2\n2025-01-01 00:00,400\n2025-01-01 00:01,many\n');
  await expect(replay(options({ file, map: 'co2=CO2' }))).rejects.toThrow('line 3, column co2: "many" is not a number');
  await expect(replay(options({ file, map: 'co3=CO2' }))).rejects.toThrow('the file has no column co3');
  await expect(replay(options({ file: fixture('robod.csv'), map: 'voc=CO2:2,nix=CO2' }))).rejects.toThrow(
    'no column nix',
  );
  expect(broker.received()).toBe(0);
});

it('says in clear words why it cannot connect', async () => {
  broker.allow('10000001:TEMTOP', 'right');
  await expect(replay(options({ password: 'wrong' }))).rejects.toThrow(
    'does not know "10000001:TEMTOP" with this password',
  );
  const url = broker.url;
  await broker.close();
  await expect(replay(options({ url }))).rejects.toThrow(`nothing listens at ${url}`);
  broker = await createTestBroker();
});

it('gives up when the server closes the connection instead of acknowledging', async () => {
  broker.refuseMessages();
  await expect(replay(options({ device: 'OTHER' }))).rejects.toThrow('may 10000001:TEMTOP publish for OTHER?');
});

it('stops on request', async () => {
  const stop = new AbortController();
  const running = replay(options({ signal: stop.signal }));
  while (broker.received() === 0) await breathe();
  stop.abort();
  await expect(running).rejects.toThrow('stopped');
});
