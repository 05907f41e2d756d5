import { DAY_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPacker } from '../../../store/packed/packer.ts';
import { readFrames } from '../../../store/packed/read-frames-queries.ts';
import { storeFrame } from '../../../testing/frames.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { readSnapshot } from './snapshot-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('sees the frames of a day that is packed during the read, and so does the next one', async () => {
  const { db } = database;
  const time = Date.UTC(2026, 2, 2, 9);
  await storeFrame(db, { meterId: 1, time, channels: [401], ticks: [800] });
  const clock = testClock(time + 30 * DAY_MS);
  const packer = createPacker({ db, clock, log: pino({ level: 'silent' }), hotDays: 2 });
  const span = { meterId: 1, start: time, end: time + 1 };
  const seen = await readSnapshot(db, async (tx) => {
    await tx.query(sql`select from meter`);
    expect(await packer.pack()).toBe(false);
    return readFrames(tx, [span], null);
  });
  expect(seen[0]?.channels).toEqual(new Map([[401, [800]]]));
  expect(await packer.pack()).toBe(true);
  expect(await readFrames(db, [span], null)).toEqual(seen);
});
