import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeFrame } from '../../testing/frames.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import type { FrameColumns } from '../frames/frame-columns.ts';
import { encodeDay } from './encode-day.ts';
import { savePacked } from './packed-queries.ts';
import { readFrames } from './read-frames-queries.ts';

const DAY = Date.UTC(2026, 2, 2) / DAY_MS;
const START = DAY * DAY_MS;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Meter 1: day 0 hot, with frames of different channels in no order; day 1 packed; day 2 hot. */
const HOT: [time: number, readings: Record<number, number>][] = [
  [START + 2 * HOUR_MS, { 401: 800, 501: 2150 }],
  [START + HOUR_MS, { 501: 2140, 401: 790 }],
  [START + 3 * HOUR_MS, { 401: -32_768 }],
  [START + 3 * HOUR_MS + 1, {}],
  [START + 2 * DAY_MS, { 401: 700 }],
];
const PACKED: FrameColumns = {
  meterId: 1,
  times: [START + DAY_MS, START + DAY_MS + HOUR_MS, START + 2 * DAY_MS - 1],
  channels: new Map([
    [401, [1, 2, 3]],
    [601, [null, null, 30]],
  ]),
};

beforeAll(async () => {
  const { db } = database;
  for (const meterId of [1, 2]) {
    for (const [time, readings] of HOT) {
      await storeFrame(db, {
        meterId,
        time,
        channels: Object.keys(readings).map(Number),
        ticks: Object.values(readings),
      });
    }
  }
  const blobs = [...encodeDay(PACKED, DAY + 1)];
  await savePacked(
    db,
    blobs.map(([channel, data]) => ({ meterId: 1, day: DAY + 1, channel, data })),
  );
  // Packed frames are still in their partition, and no longer count.
  await storeFrame(db, { meterId: 1, time: START + DAY_MS + 2 * HOUR_MS, channels: [401], ticks: [9] });
});

const read = async (meterId: number, start: number, end: number, channels: number[] | null = null) => {
  const [columns] = await readFrames(database.db, [{ meterId, start, end }], channels);
  return { times: columns?.times.map((time) => (time - START) / HOUR_MS), channels: columns && [...columns.channels] };
};

describe('readFrames', () => {
  it('answers the channels that it was asked for, and no others', async () => {
    expect((await read(1, START, START + 3 * DAY_MS, [501, 601])).channels).toEqual([
      [501, [2140, 2150, null, null, null, null, null, null]],
      [601, [null, null, null, null, null, null, 30, null]],
    ]);
  });

  it('puts hot and packed days together, with what each frame lacks', async () => {
    const { times, channels } = await read(1, START, START + 3 * DAY_MS);
    expect(times).toEqual([1, 2, 3, 3 + 1 / HOUR_MS, 24, 25, 48 - 1 / HOUR_MS, 48]);
    expect(new Map(channels)).toEqual(
      new Map([
        [401, [790, 800, -32_768, null, 1, 2, 3, 700]],
        [501, [2140, 2150, null, null, null, null, null, null]],
        [601, [null, null, null, null, null, null, 30, null]],
      ]),
    );
  });

  it.each<[string, number, number, number[] | null, number[], [number, (number | null)[]][]]>([
    ['one channel', 0, 24, [501], [1, 2, 3, 3 + 1 / HOUR_MS], [[501, [2140, 2150, null, null]]]],
    ['one channel that is packed', 24, 48, [601], [24, 25, 48 - 1 / HOUR_MS], [[601, [null, null, 30]]]],
    ['no channel', 24, 48, [], [24, 25, 48 - 1 / HOUR_MS], []],
    ['a channel without readings', 0, 24, [701], [1, 2, 3, 3 + 1 / HOUR_MS], []],
    [
      'two of three',
      2,
      26,
      [401, 501],
      [2, 3, 3 + 1 / HOUR_MS, 24, 25],
      [
        [401, [800, -32_768, null, 1, 2]],
        [501, [2150, null, null, null, null]],
      ],
    ],
    ['the end of a packed day', 25, 47.9, null, [25], [[401, [2]]]],
    ['between two frames of a packed day', 25.5, 25.6, null, [], []],
    ['nothing', 50, 60, null, [], []],
    ['nothing at all', 10, 10, null, [], []],
  ])('reads %s', async (_, start, end, wanted, times, channels) => {
    const answer = await read(1, START + start * HOUR_MS, START + end * HOUR_MS, wanted);
    expect(answer.times).toEqual(times);
    expect(new Map(answer.channels)).toEqual(new Map(channels));
  });

  it('answers each span in its order, one meter not with the other, one span as often as it is asked for', async () => {
    const span = (meterId: number, day: number) => {
      const start = START + day * DAY_MS;
      return { meterId, start, end: start + DAY_MS };
    };
    const spans = [span(2, 2), span(1, 1), span(2, 1), span(1, 0), span(1, 1), span(3, 0)];
    const answer = await readFrames(database.db, spans, [401]);
    expect(answer.map(({ meterId, times }) => [meterId, times.length])).toEqual([
      [2, 1],
      [1, 3],
      [2, 0],
      [1, 4],
      [1, 3],
      [3, 0],
    ]);
    expect(await readFrames(database.db, [], null)).toEqual([]);
  });

  it('names the meter and the day that cannot be read', async () => {
    await savePacked(database.db, [{ meterId: 9, day: DAY, channel: 0, data: Buffer.of(1, 2, 3) }]);
    await expect(read(9, START, START + DAY_MS)).rejects.toThrow(`day ${DAY} of meter 9`);
  });

  it('looks into no partition but those of its days', async () => {
    const statements: { text: string; values?: unknown[] }[] = [];
    const spy: typeof database.db = {
      ...database.db,
      query: (statement) => {
        statements.push(statement);
        return database.db.query(statement);
      },
    };
    await readFrames(spy, [{ meterId: 1, start: START, end: START + DAY_MS }], [401]);
    const [statement] = statements;
    const { rows } = await database.db.query<{ 'QUERY PLAN': string }>({
      text: `explain ${statement?.text}`,
      values: statement?.values ?? [],
    });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan.match(/frame_\d+/g)?.filter((name, i, all) => all.indexOf(name) === i)).toEqual(['frame_20260302']);
  });
});
