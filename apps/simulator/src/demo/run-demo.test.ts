import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { parseTopic } from '@airdeck/contract/protocol/topic';
import { DAY_MS } from '@airdeck/domain/duration';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock } from '../manual-clock.ts';
import { createTestBroker, type TestBroker } from '../mqtt/test-broker.ts';
import { createMeterRuns, isSilent, nextFrameTime } from './meter-run.ts';
import { runDemo } from './run-demo.ts';
import { DEMO_SITES, DEMO_ZONE } from './sites/all.ts';

// Real sockets on a machine that may be busy.

const START = Date.parse('2026-05-12T11:00:03+09:00');
const MINUTE = 60_000;
const HISTORY_DAYS = 1 / 12;
const HISTORY = HISTORY_DAYS * DAY_MS;
const SEED = 11;
const runs = createMeterRuns(DEMO_SITES, DEMO_ZONE, SEED);

let broker: TestBroker;
let folder: string;
/** Times of each meter's frames, in order of arrival. */
let times: Map<string, number[]>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  times = new Map(runs.map(({ key }) => [key, []]));
  broker = await createTestBroker(({ topic, payload }) => {
    const parsed = parseTopic(topic);
    if (parsed?.kind !== 'readings') return;
    const message = JSON.parse(payload.toString());
    for (const { time } of [message].flat()) times.get(`${parsed.organization}/${parsed.device}`)?.push(time);
  });
});

afterEach(async () => {
  await broker.close();
  await rm(folder, { recursive: true });
});

/** Runs the demo, minute by minute on the clock, until `enough`; then stops it. */
async function run(
  from: number,
  enough: (lines: readonly string[], now: number) => boolean,
  historyDays = HISTORY_DAYS,
) {
  const clock = createManualClock(from);
  const stop = new AbortController();
  const lines: string[] = [];
  const running = runDemo({
    mqttUrl: broker.url,
    gateways: DEMO_SITES.map(({ code }) => ({ organizationCode: code, username: `${code}:demo`, password: 'secret' })),
    statePath: join(folder, 'state', 'demo.json'),
    seed: SEED,
    clock,
    signal: stop.signal,
    log: (line) => lines.push(line),
    historyDays,
  });
  while (!enough(lines, clock.now())) {
    await breathe();
    if (lines.length > 0) clock.advance(200);
  }
  stop.abort();
  // Frames that became due at the very end may be unsent.
  const end = clock.now() - 1_000;
  await running;
  return { lines, end };
}

function expectEveryFrameOnce(from: number, to: number) {
  for (const meter of runs) {
    const expected: number[] = [];
    for (let at = nextFrameTime(meter, from); at <= to; at = nextFrameTime(meter, at)) {
      if (!isSilent(meter, at)) expected.push(at);
    }
    const came = (times.get(meter.key) ?? []).filter((at) => at <= to);
    expect(came.toSorted((a, b) => a - b)).toEqual(expected);
  }
}

const isFilled = (lines: readonly string[]) => lines.includes('history 100 %');

it('fills the past, is live meanwhile, and says that its meters are there', async () => {
  const { end } = await run(START, (lines, now) => isFilled(lines) && now > START + 2 * MINUTE);
  expectEveryFrameOnce(START - HISTORY, end);
  const online = broker.messages().filter(({ payload, retain }) => retain && String(payload).includes('ONLINE'));
  // Its gateways report it too.
  expect(online).toHaveLength(runs.length + DEMO_SITES.length);
});

it('fills exactly the gap when it is started again', async () => {
  await run(START, (lines, now) => isFilled(lines) && now > START + MINUTE);
  const again = START + 50 * MINUTE;
  const { end } = await run(again, (lines, now) => isFilled(lines) && now > again + MINUTE);
  expectEveryFrameOnce(START - HISTORY, end);
});

it('goes on with a past that was half filled', async () => {
  const days = 1.1;
  await run(START, (lines) => lines.includes('history 50 %'), days);
  const again = START + 5 * MINUTE;
  const { end } = await run(again, isFilled, days);
  const lastDay = START - DAY_MS;
  // The last day was acknowledged and is not sent again; earlier unacknowledged messages may be.
  const repeated = [...times].filter(([, all]) => {
    const recent = all.filter((at) => at > lastDay && at <= START);
    return new Set(recent).size < recent.length;
  });
  expect(repeated).toEqual([]);
  times = new Map([...times].map(([key, all]) => [key, [...new Set(all)]]));
  expectEveryFrameOnce(START - days * DAY_MS, end);
});

it('loses nothing when the server goes away in between', async () => {
  let closed = false;
  let back = Number.POSITIVE_INFINITY;
  const { end } = await run(START, (lines, now) => {
    if (!closed && broker.received() > 100) {
      closed = true;
      broker.dropConnections();
    }
    if (closed && broker.connections() === 3) back = Math.min(back, now);
    return isFilled(lines) && now > back + MINUTE;
  });
  times = new Map([...times].map(([key, all]) => [key, [...new Set(all)]]));
  expectEveryFrameOnce(START - HISTORY, end);
});

it('starts afresh from a state that it cannot use', async () => {
  await run(START, isFilled);
  const path = join(folder, 'state', 'demo.json');
  for (const useless of [
    '{"half',
    '{"version":0}',
    JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), seed: 2 }),
  ]) {
    await writeFile(path, useless);
    times = new Map(runs.map(({ key }) => [key, []]));
    const { end } = await run(START, isFilled);
    expectEveryFrameOnce(START - HISTORY, end);
  }
});

it('says what a device reports, and of each gateway that it is there', async () => {
  await run(START, (lines, now) => isFilled(lines) && now > START + 4 * MINUTE);
  const errors = broker
    .messages()
    .filter(({ topic }) => topic === 'airdeck/v1/10000001/HB-3-1/errors')
    .map(({ payload }) => JSON.parse(String(payload)));
  expect(errors.at(-1)).toMatchObject({ code: 'P009', purifier: 1, state: 'RAISED', time: START + 2 * MINUTE });
  expect(errors.filter(({ state }) => state === 'RAISED')).toHaveLength(1);
  const gateways = broker.messages().filter(({ topic }) => topic.endsWith('/demo/status'));
  // A client that disconnects leaves no last will.
  expect(gateways.map(({ payload }) => JSON.parse(String(payload)).status)).toEqual(['ONLINE', 'ONLINE', 'ONLINE']);
});
