import { BUCKET_UNITS, bucketsOf } from '@airdeck/domain/bucket';
import { addDays, startOfLocalDay } from '@airdeck/domain/calendar';
import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import type { ReadingColumns } from '@airdeck/domain/reading-columns';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../../platform/db/pool.ts';
import { plainBuckets } from '../../testing/plain-buckets.ts';
import { openStoreRig, type StoreRig } from '../../testing/store-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { rebuildMeter } from '../rollups/rebuild.ts';
import { INDEX_CHANNEL } from '../rollups/rollup-rows.ts';
import { type BucketTable, COUNT_AT, MAX_AT, MIN_AT, placeAt, readBucketTable, SUM_AT } from './bucket-table.ts';
import { decodeHere } from './hour-decoder.ts';
import { type ChannelBuckets, type MeterBuckets, readBuckets } from './read-buckets.ts';
import { readDayColumns, readHourColumns } from './read-columns.ts';
import type { BucketQuestion } from './read-layers.ts';

const CO2 = channelOf('CO2', 1);
const CO2_2 = channelOf('CO2', 2);
const PM10 = channelOf('PM10', 1);
const WARMTH = channelOf('TEMPERATURE', 1);

let database: TestDatabase;
const rigs: StoreRig[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.writer.stop();
});
afterAll(() => database.close());

const open = async (options: Parameters<typeof openStoreRig>[1] = {}): Promise<StoreRig> => {
  const rig = await openStoreRig(database.db, options);
  rigs.push(rig);
  return rig;
};

/** Means instead of sums, rounded where the order of addition matters. */
const bare = (answer: MeterBuckets) =>
  [...answer].map(([meterId, channels]) => [
    meterId,
    [...channels]
      .toSorted(([a], [b]) => a - b)
      .map(([channel, { count, sum, min, max }]) => {
        const mean = sum.map((each, at) => (count[at] ? Number((each / count[at]).toFixed(6)) : 0));
        return { channel, count, mean, min, max };
      }),
  ]);

/** A table's buckets as `readBuckets` answers them; `length`: of each channel. */
const bucketsOfTable = (table: BucketTable, length: number): MeterBuckets => {
  const orNull = (value: number) => (Number.isNaN(value) ? null : value);
  return new Map(
    [...table].map(([meterId, { numbers, places }]) => {
      const part = (first: number) => Array.from({ length }, (_, at) => numbers[placeAt(first, at)] as number);
      const channels = [...places].map(([channel, first]): [number, ChannelBuckets] => {
        const [count, sum] = [part(first + COUNT_AT), part(first + SUM_AT)];
        const [min, max] = [part(first + MIN_AT).map(orNull), part(first + MAX_AT).map(orNull)];
        return [channel, { count, sum, min, max }];
      });
      return [meterId, new Map(channels)];
    }),
  );
};

const expectPlain = async (rig: StoreRig, question: Omit<BucketQuestion, 'meters'>, db: Tx = database.db) => {
  const asked = { ...question, meters: [rig.meter()] };
  const snapshot = rig.registry.snapshot();
  const expected = bare(await plainBuckets(database.db, snapshot, asked));
  expect(bare(await readBuckets(db, snapshot, asked))).toEqual(expected);
  const { length } = bucketsOf(question.unit, question.from, question.to, rig.meter().organization.timeZone);
  const table = await readBucketTable(database.db, snapshot, asked);
  expect(bare(bucketsOfTable(table, length))).toEqual(expected);
};

/** Columns have the same hours and days; they are not read for the index. */
const expectPlainColumns = async (rig: StoreRig, { channels, ...days }: Omit<BucketQuestion, 'meters' | 'unit'>) => {
  const meter = rig.meter();
  const snapshot = rig.registry.snapshot();
  const some = [CO2, CO2_2, PM10, WARMTH].filter((channel) => channels?.includes(channel) ?? true);
  const own = bucketsOf('day', days.from, days.to, meter.organization.timeZone).map(({ day }) => day);
  const isWanted = new Uint8Array(own.length).fill(1);
  const wanted = some.map((channel) => ({ meter, channel, days: own, isWanted }));
  const hours = await readHourColumns(database.db, snapshot, wanted, { ...days, isOfMeans: false }, decodeHere);
  const byDay = await readDayColumns(database.db, snapshot, { meters: [meter], channels: some, ...days });
  const cells = (columns: ChannelBuckets | ReadingColumns | undefined) =>
    [...(columns?.count ?? [])].flatMap((count, at) =>
      count === 0 ? [] : [[at, count, columns?.sum[at], columns?.min[at], columns?.max[at]]],
    );
  for (const unit of ['hour', 'day'] as const) {
    const plain = await plainBuckets(database.db, snapshot, { meters: [meter], channels: some, unit, ...days });
    for (const channel of some) {
      const columns = unit === 'hour' ? (await hours.next()).value : byDay.get(meter.id)?.get(channel);
      expect([unit, channel, cells(columns)]).toEqual([unit, channel, cells(plain.get(meter.id)?.get(channel))]);
    }
  }
};

/** Days around which calendars are difficult. */
const CALENDARS = [
  ['Asia/Seoul', '2026-02-28'],
  ['Asia/Seoul', '2024-02-29'],
  ['Asia/Kolkata', '2025-12-31'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2025-10-05'],
  ['America/St_Johns', '2026-11-01'],
  // No daylight there at midnight: the day begins at 01:00.
  ['America/Santiago', '2025-09-07'],
] as const;

const reading = fc.record({
  minute: fc.nat(5 * 24 * 60),
  co2: fc.option(fc.nat(5000), { nil: undefined }),
  other: fc.option(fc.nat(900), { nil: undefined }),
  pm10: fc.option(fc.nat(9000), { nil: undefined }),
  warmth: fc.integer({ min: -4000, max: 5000 }),
});
const step = fc.record({
  readings: fc.array(reading, { minLength: 1, maxLength: 12 }),
  rolled: fc.constantFrom('nothing', 'hours', 'days', 'packed'),
});
const scenario = fc.record({
  calendar: fc.constantFrom(...CALENDARS),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  cut: fc.tuple(fc.nat(4), fc.nat(4)),
  channels: fc.constantFrom(null, [CO2], [INDEX_CHANNEL, PM10], [CO2, CO2_2, WARMTH, INDEX_CHANNEL]),
});

test('all four units are what the frames say, however far the rollups have come', async () => {
  const property = fc.asyncProperty(scenario, async ({ calendar: [timeZone, day], steps, cut, channels }) => {
    const rig = await open({ timeZone, sensors: ['CO2', 'PM10', 'TEMPERATURE'] });
    const first = addDays(day, -2);
    const start = startOfLocalDay(first, timeZone);
    for (const { readings, rolled } of steps) {
      const frames = readings.map(({ minute, co2, other, pm10, warmth }) =>
        rig.frame(start + minute * MINUTE_MS, {
          [WARMTH]: warmth,
          ...(co2 !== undefined && { [CO2]: co2 }),
          ...(other !== undefined && { [CO2_2]: other }),
          ...(pm10 !== undefined && { [PM10]: pm10 }),
        }),
      );
      await rig.write(frames);
      if (rolled === 'hours') await rig.rollHoursOnly();
      if (rolled === 'days' || rolled === 'packed') await rig.rollup.drain();
      if (rolled === 'packed') await rig.packHours();
    }
    const [from, to] = [addDays(first, Math.min(...cut)), addDays(first, Math.max(...cut))];
    for (const unit of BUCKET_UNITS) await expectPlain(rig, { unit, from, to, channels });
    await expectPlainColumns(rig, { from, to, channels });
  });
  await fc.assert(property, { numRuns: 60 });
}, 120_000);

describe('frames that come late, twice or in any order', () => {
  const nine = Date.parse('2026-03-02T00:00:00Z');

  test.each(BUCKET_UNITS)('after the rollup, by %s', async (unit) => {
    const rig = await open();
    await rig.write([rig.frame(nine, { [CO2]: 900 }), rig.frame(nine + DAY_MS, { [CO2]: 400 })]);
    await rig.rollup.drain();
    await rig.write([rig.frame(nine + 5 * MINUTE_MS, { [CO2]: 1400, [PM10]: 80 }), rig.frame(nine, { [CO2]: 900 })]);
    const question = { unit, from: '2026-03-01', to: '2026-03-04', channels: null };
    await expectPlain(rig, question);
    await rig.rollHoursOnly();
    await expectPlain(rig, question);
    await rig.rollup.drain();
    await expectPlain(rig, question);
    const co2 = (await readBuckets(database.db, rig.registry.snapshot(), { ...question, meters: [rig.meter()] }))
      .get(rig.meter().id)
      ?.get(CO2);
    const total = (values: number[] = []) => values.reduce((a, b) => a + b, 0);
    expect([total(co2?.count), total(co2?.sum)]).toEqual([3, 2700]);
  });
});

test('a gap is a gap: count 0, and neither smallest nor largest', async () => {
  const rig = await open();
  const noon = Date.parse('2026-03-02T03:00:00Z');
  await rig.write([rig.frame(noon, { [CO2]: 900 }), rig.frame(noon + 2 * DAY_MS, { [CO2]: 800 })]);
  await rig.rollup.drain();
  const question = {
    meters: [rig.meter()],
    channels: null,
    unit: 'day' as const,
    from: '2026-03-02',
    to: '2026-03-05',
  };
  const answer = await readBuckets(database.db, rig.registry.snapshot(), question);
  const co2 = answer.get(rig.meter().id)?.get(CO2);
  expect(co2).toEqual({
    count: [1, 0, 1, 0],
    sum: [900, 0, 800, 0],
    min: [900, null, 800, null],
    max: [900, null, 800, null],
  });
  expect(answer.get(rig.meter().id)?.get(INDEX_CHANNEL)?.count).toEqual([1, 0, 1, 0]);
  expect(
    await readBuckets(database.db, rig.registry.snapshot(), { ...question, from: '2026-04-01', to: '2026-04-30' }),
  ).toEqual(new Map());
});

test.each(['hour', 'day'] as const)('frames of hours from `until` on are not summed up, by %s', async (unit) => {
  const rig = await open();
  const nine = Date.parse('2026-03-02T00:00:00Z');
  await rig.write([rig.frame(nine, { [CO2]: 900 }), rig.frame(nine + HOUR_MS, { [CO2]: 700 })]);
  const days = { from: '2026-03-02', to: '2026-03-02', until: nine + HOUR_MS };
  const question = { meters: [rig.meter()], channels: [CO2], unit, ...days };
  const answer = await readBuckets(database.db, rig.registry.snapshot(), question);
  expect(
    answer
      .get(rig.meter().id)
      ?.get(CO2)
      ?.sum.filter((sum) => sum > 0),
  ).toEqual([900]);
});

test('hours without an index are filled with the mean of the others, and still counted', async () => {
  const rig = await open({ sensors: ['CO2', 'TEMPERATURE'] });
  const nine = Date.parse('2026-03-02T00:00:00Z');
  await rig.write([
    // CO2 1000 is an index of 100, 700 of 37.5.
    rig.frame(nine, { [CO2]: 1000 }),
    rig.frame(nine + HOUR_MS, { [CO2]: 700 }),
    rig.frame(nine + HOUR_MS + MINUTE_MS, { [CO2]: 700 }),
    rig.frame(nine + HOUR_MS + 2 * MINUTE_MS, { [CO2]: 700 }),
    rig.frame(nine + 2 * HOUR_MS, { [WARMTH]: 2150 }),
    rig.frame(nine + DAY_MS, { [WARMTH]: 2150 }),
  ]);
  const ask = async (unit: 'day' | 'month') => {
    const question = { meters: [rig.meter()], channels: [INDEX_CHANNEL], unit, from: '2026-03-02', to: '2026-03-03' };
    return (await readBuckets(database.db, rig.registry.snapshot(), question)).get(rig.meter().id)?.get(INDEX_CHANNEL);
  };
  const mean = (1000 + 3 * 375) / 4;
  const days = { count: [5, 1], sum: [5 * mean, 0], min: [375, null], max: [1000, null] };
  const month = { count: [6], sum: [6 * mean], min: [375], max: [1000] };
  expect([await ask('day'), await ask('month')]).toEqual([days, month]);
  await rig.rollup.drain();
  expect([await ask('day'), await ask('month')]).toEqual([days, month]);
});

describe('a present day of which the hours that are over have been made', () => {
  const noon = Date.parse('2026-03-02T03:00:00Z');
  const question = { unit: 'day', from: '2026-03-01', to: '2026-03-02', channels: null } as const;
  /** Whether the hours of the day are read, and not only those of its index. */
  const readsHours = async (rig: StoreRig): Promise<boolean> => {
    const texts: string[] = [];
    const watched: Tx = {
      query(statement) {
        texts.push(statement.text);
        return database.db.query(statement);
      },
    };
    await expectPlain(rig, question, watched);
    return texts.some((text) => /rollup_hour r /.test(text));
  };
  const madeUntilNoon = async (): Promise<StoreRig> => {
    const rig = await open();
    await rig.write([rig.frame(noon - DAY_MS, { [CO2]: 500 }), rig.frame(noon, { [CO2]: 900 })]);
    await rig.rollup.drain();
    return rig;
  };

  test('needs the frames of its open hour only', async () => {
    const rig = await madeUntilNoon();
    await rig.write([rig.frame(noon + HOUR_MS, { [CO2]: 700, [PM10]: 77 })]);
    expect(await readsHours(rig)).toBe(false);
    await rig.write([rig.frame(noon + 2 * HOUR_MS, { [WARMTH]: 2100 })]);
    expect(await readsHours(rig)).toBe(false);
  });

  test('is read from its hours when one of them has changed since, or is stale', async () => {
    const rig = await madeUntilNoon();
    await rig.write([rig.frame(noon + MINUTE_MS, { [CO2]: 700 })]);
    expect(await readsHours(rig)).toBe(true);
    await rig.rollup.drain();
    // As many frames as before.
    await rig.write([rig.frame(noon, { [PM10]: 77 })]);
    await rig.rollHoursOnly();
    await rig.write([rig.frame(noon + HOUR_MS, { [CO2]: 700 })]);
    expect(await readsHours(rig)).toBe(true);
  });
});

describe('while it is being answered', () => {
  const noon = Date.parse('2026-03-02T03:00:00Z');

  const disturbances: Record<string, (rig: StoreRig) => Promise<void>> = {
    'hours are rolled up': (rig) => rig.rollHoursOnly(),
    'hours and days are rolled up': (rig) => rig.rollup.drain(),
    'hours are packed': (rig) => rig.packHours(),
    'everything is rebuilt': (rig) => rig.db.tx((tx) => rebuildMeter(tx, rig.meter(), { kind: 'zone' })),
  };

  test.each(Object.entries(disturbances))('%s: nothing is missing or there twice', async (_, disturb) => {
    for (const unit of BUCKET_UNITS) {
      // Before which of its statements.
      for (let before = 0; before < 3; before++) {
        const rig = await open();
        await rig.write([rig.frame(noon, { [CO2]: 900 }), rig.frame(noon - DAY_MS, { [CO2]: 500 })]);
        await rig.rollup.drain();
        await rig.write([rig.frame(noon + HOUR_MS, { [CO2]: 700 })]);
        await rig.rollHoursOnly();
        await rig.write([rig.frame(noon + 2 * HOUR_MS, { [CO2]: 800 }), rig.frame(noon, { [PM10]: 77 })]);
        let statements = 0;
        const disturbed: Tx = {
          query: async (statement) => {
            if (statements++ === before) await disturb(rig);
            return database.db.query(statement);
          },
        };
        await expectPlain(rig, { unit, from: '2026-03-01', to: '2026-03-02', channels: null }, disturbed);
      }
    }
  });
});

test.each([1, 2])(
  'nothing of a present day is missing or there twice if it changes before statement %i',
  async (before) => {
    const noon = Date.parse('2026-03-02T03:00:00Z');
    const disturbances: ((rig: StoreRig) => Promise<unknown>)[] = [
      (rig) => rig.rollHoursOnly(),
      (rig) => rig.rollup.drain(),
      (rig) => rig.write([rig.frame(noon - HOUR_MS + MINUTE_MS, { [CO2]: 2000 })]),
      (rig) => rig.db.tx((tx) => rebuildMeter(tx, rig.meter(), { kind: 'zone' })),
    ];
    for (const disturb of disturbances) {
      const rig = await open();
      await rig.write([rig.frame(noon, { [CO2]: 900 }), rig.frame(noon - HOUR_MS, { [CO2]: 500 })]);
      await rig.rollup.drain();
      await rig.write([rig.frame(noon + HOUR_MS, { [CO2]: 700 })]);
      const question = { unit: 'day', from: '2026-03-01', to: '2026-03-02', channels: null } as const;
      const asked = { ...question, meters: [rig.meter()] };
      const earlier = bare(await plainBuckets(database.db, rig.registry.snapshot(), asked));
      let statements = 0;
      const disturbed: Tx = {
        query: async (statement) => {
          if (statements++ === before) await disturb(rig);
          return database.db.query(statement);
        },
      };
      const answer = bare(await readBuckets(disturbed, rig.registry.snapshot(), asked));
      // A frame that is stored meanwhile may be missing.
      expect([earlier, bare(await plainBuckets(database.db, rig.registry.snapshot(), asked))]).toContainEqual(answer);
    }
  },
);

test('meters of different zones are each answered in their own days', async () => {
  const [seoul, berlin] = [await open({ timeZone: 'Asia/Seoul' }), await open({ timeZone: 'Europe/Berlin' })];
  await berlin.registry.reload();
  const time = Date.parse('2026-03-01T16:30:00Z');
  for (const rig of [seoul, berlin]) await rig.write([rig.frame(time, { [CO2]: 900 })]);
  await berlin.rollup.drain();
  const snapshot = berlin.registry.snapshot();
  const meters = [seoul.meter().id, berlin.meter().id].flatMap((id) => snapshot.meters.get(id) ?? []);
  const question = { meters, channels: [CO2], unit: 'day' as const, from: '2026-03-01', to: '2026-03-02' };
  const answer = await readBuckets(database.db, snapshot, question);
  expect(meters.map((meter) => answer.get(meter.id)?.get(CO2)?.count)).toEqual([
    [0, 1],
    [1, 0],
  ]);
});
