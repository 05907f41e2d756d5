import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aMeter } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { insertFrames } from '../frames/frame-queries.ts';
import { createPartition } from '../frames/partition-queries.ts';
import { listMeasured } from './measured-queries.ts';

const DAY = 20_500;
const START = DAY * DAY_MS;
const FRAME_AT = START + 10 * HOUR_MS;

let database: TestDatabase;
const id = { hot: 0, packed: 0, none: 0 };
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  for (const name of ['hot', 'packed', 'none'] as const) id[name] = (await aMeter(db)).id;
  await createPartition(db, DAY);
  await db.tx((tx) => insertFrames(tx, [{ meterId: id.hot, time: FRAME_AT, channels: [401], ticks: [450] }]));
  await db.query(sql`insert into packed_day (meter_id, day, channel, data)
    values (${id.packed}, date '1970-01-01' + ${DAY}::integer, 401, ''::bytea)`);
});
afterAll(() => database.close());

it.each([
  ['the day', START, START + DAY_MS, ['hot', 'packed']],
  ['a span that begins at the frame', FRAME_AT, FRAME_AT + 1, ['hot', 'packed']],
  ['a span that ends before the frame', START, FRAME_AT, ['packed']],
  ['a span that ends before the day', START - DAY_MS, START, []],
  ['a span that ends within the day', START - DAY_MS, START + 1, ['packed']],
  ['a span after the day', START + DAY_MS, START + 3 * DAY_MS, []],
] as const)('finds the meters of %s', async (_, start, end, expected) => {
  const meters = Object.values(id);
  const found = await database.db.tx((tx) =>
    listMeasured(
      tx,
      meters.map((meterId) => ({ meterId, start, end })),
    ),
  );
  expect(found).toEqual(new Set(expected.map((name) => id[name])));
});

it('looks at each meter in its own span', async () => {
  const found = await listMeasured(database.db, [
    { meterId: id.hot, start: START - DAY_MS, end: START },
    { meterId: id.packed, start: START, end: START + 1 },
  ]);
  expect(found).toEqual(new Set([id.packed]));
});
