import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quietFeed } from '../../testing/quiet-feed.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createDirtyHours } from '../frames/dirty-hours.ts';
import type { MeterFrame } from '../frames/frame-batch.ts';
import { createPartition } from '../frames/partition-queries.ts';
import { encodeDay } from '../packed/encode-day.ts';
import { savePacked } from '../packed/packed-queries.ts';
import { createFrameWriter } from './frame-writer.ts';

const CO2 = channelOf('CO2', 1);
const NOW = Date.parse('2026-11-21T03:00:00Z');
const TODAY = Math.floor(NOW / DAY_MS);
const log = pino({ level: 'silent' });

/** Changes whenever connections have to read the list of partitions again. */
const TOLD = sql`select xmin::text as told from pg_attribute where attrelid = 'frame'::regclass and attname = 'time'`;

let database: TestDatabase;
const ends: (() => Promise<void>)[] = [];
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await database.close();
});

const openWriter = (onStored = (): void => undefined) => {
  const { db } = database;
  const refused: [time: number, error: string][] = [];
  let now = 0;
  const writer = createFrameWriter({
    db,
    log,
    clock: { now: () => NOW },
    monotonic: () => now,
    random: () => 0,
    dirtyHours: createDirtyHours(() => 'UTC'),
    feed: quietFeed,
    onStored,
    onRefused: (frame, error) => refused.push([frame.time, error.message]),
  });
  writer.start();
  ends.push(writer.stop);
  const write = (...frames: MeterFrame[]) => new Promise<void>((resolve) => writer.write(frames, resolve));
  return {
    ...writer,
    hand: writer.write,
    refused,
    write,
    advance: (ms: number) => {
      now += ms;
    },
  };
};

const frame = (time: number, ticks = 500, meterId = 1): MeterFrame => ({
  meterId,
  time,
  channels: [CO2],
  ticks: [ticks],
});

const times = async (): Promise<number[]> =>
  (await database.db.query<{ time: Date }>(sql`select time from frame order by time`)).rows.map(({ time }) =>
    time.getTime(),
  );
const dirtyHours = async (): Promise<number> => (await database.db.query(sql`select from dirty_hour`)).rowCount;

/** Makes the first `times` transactions that store a frame fail at their commit, with an SQLSTATE. */
const failAtCommit = async (code: string, count: number): Promise<void> => {
  const { db } = database;
  await createPartition(db, TODAY);
  await db.query(sql`create sequence failed`);
  await db.query({
    text: `create function fail() returns trigger language plpgsql as $$ begin
      if nextval('failed') <= ${count} then raise exception 'made to fail' using errcode = '${code}'; end if;
      return null; end $$`,
  });
  await db.query(sql`create constraint trigger fail after insert on frame deferrable initially deferred
    for each row execute function fail()`);
};

describe('what cannot succeed', () => {
  it.each([
    ['the smallest time', -8_640_000_000_000_000],
    ['the largest time', 8_640_000_000_000_000],
    ['a day in seventy years', Date.UTC(2099, 0, 1)],
    ['the day after tomorrow', (TODAY + 2) * DAY_MS],
    ['no time', Number.NaN],
  ])('costs its own frame only: %s', async (_, time) => {
    const { write, refused } = openWriter();
    await write(frame(NOW - 1), frame(time), frame(NOW), frame(NOW - 50 * DAY_MS));
    expect(await times()).toEqual([NOW - 50 * DAY_MS, NOW - 1, NOW]);
    expect(refused.map(([at]) => at)).toEqual([time]);
  });

  it('takes tomorrow, and any past, as it comes', async () => {
    const { write, refused } = openWriter();
    const good = [Date.UTC(1900, 0, 1), 0, NOW - 3_000 * DAY_MS, (TODAY + 2) * DAY_MS - 1];
    await write(...good.map((time) => frame(time)));
    expect([await times(), refused]).toEqual([good, []]);
  });

  it('costs its own frame only: a number that no smallint holds', async () => {
    const { write, refused } = openWriter();
    await write(frame(NOW - 2), frame(NOW - 1, 32_768), frame(NOW, -32_768));
    expect(await times()).toEqual([NOW - 2, NOW]);
    expect(refused).toHaveLength(1);
  });

  it('costs its own frame only: a frame of a packed day that cannot be unpacked', async () => {
    const { write, refused } = openWriter();
    const day = TODAY - 100;
    const blobs = encodeDay({ meterId: 1, times: [day * DAY_MS], channels: new Map() }, day);
    await savePacked(database.db, [{ meterId: 1, day, channel: 0, data: blobs.get(0)?.subarray(1) ?? Buffer.of() }]);
    await write(frame(day * DAY_MS + 1), frame(day * DAY_MS + 2, 500, 2));
    expect(await times()).toEqual([day * DAY_MS + 2]);
    expect(refused).toEqual([[day * DAY_MS + 1, expect.stringContaining('cannot be read')]]);
    // It is still there, for a version that can read it.
    expect((await database.db.query(sql`select from packed_day`)).rowCount).toBe(1);
  });

  it('of no frame at all is done', async () => {
    await openWriter().write();
  });

  it('a listener that throws has no effect on the writer', async () => {
    const { write, refused } = openWriter(() => {
      throw new RangeError('a listener');
    });
    await write(frame(NOW));
    expect([await times(), refused]).toEqual([[NOW], []]);
  });
});

describe('what can pass', () => {
  it.each(['40001', '53100', '57P01'])('is tried again, and nothing is acknowledged before: %s', async (code) => {
    await failAtCommit(code, 2);
    const { write, refused } = openWriter();
    await write(frame(NOW));
    expect([await times(), refused]).toEqual([[NOW], []]);
    const { rows } = await database.db.query<{ tries: number }>(sql`select last_value as tries from failed`);
    expect(rows).toEqual([{ tries: 3 }]);
  });

  it('tells connections again of a partition that is there, and that one of them missed', async () => {
    const { db } = database;
    await createPartition(db, TODAY);
    const { rows } = await db.query<{ told: string }>(TOLD);
    // The answer of PostgreSQL on a connection whose list of partitions is older than the newest of them.
    await db.query({
      text: `create function miss() returns trigger language plpgsql as $$ begin
        if (${TOLD.text}) = '${rows[0]?.told}' then
          raise exception 'no partition of relation "frame" found for row' using errcode = '23514';
        end if;
        return null; end $$`,
    });
    await db.query(sql`create trigger miss after insert on frame for each row execute function miss()`);
    const { write, refused } = openWriter();
    await write(frame(NOW));
    expect([await times(), refused]).toEqual([[NOW], []]);
  });

  it('leaves the hour to be marked by the writer that stores a frame of it', async () => {
    await failAtCommit('40001', 1);
    const { write } = openWriter();
    await write(frame(NOW));
    expect(await dirtyHours()).toBe(1);
  });

  it('frames that were not begun when the writer stopped do not return after its start', async () => {
    const writer = openWriter();
    let acknowledged = 0;
    writer.hand([frame(NOW), frame(NOW - 50 * DAY_MS)], () => {
      acknowledged++;
    });
    await writer.stop();
    writer.start();
    await writer.write(frame(NOW + 1), frame(NOW - 60 * DAY_MS));
    expect([acknowledged, await times()]).toEqual([0, [NOW - 60 * DAY_MS, NOW + 1]]);
  });

  it('says for how long nothing has been stored, even if frames arrive meanwhile', async () => {
    await failAtCommit('40001', 1_000_000);
    const writer = openWriter();
    expect(writer.stalledMs()).toBe(0);
    writer.hand([frame(NOW)], () => undefined);
    writer.advance(60_000);
    writer.hand([frame(NOW + 1)], () => undefined);
    expect([writer.stalledMs(), writer.idleMs()]).toEqual([60_000, 0]);
    await database.db.query(sql`drop trigger fail on frame`);
    await writer.write(frame(NOW + 2));
    // Two batches are on their way at once: the first one rests still before it is tried again.
    await expect.poll(times, { timeout: 60_000 }).toEqual([NOW, NOW + 1, NOW + 2]);
    await expect.poll(writer.stalledMs, { timeout: 60_000 }).toBe(0);
    expect(writer.refused).toEqual([]);
  });

  it('a writer that is stopped meanwhile acknowledges nothing', async () => {
    await failAtCommit('40001', 1_000_000);
    const writer = openWriter();
    let acknowledged = 0;
    writer.hand([frame(NOW)], () => {
      acknowledged++;
    });
    const tried = sql`select last_value as tries, is_called from failed`;
    await expect
      .poll(async () => (await database.db.query<{ is_called: boolean }>(tried)).rows[0]?.is_called, {
        timeout: 60_000,
      })
      .toBe(true);
    await writer.stop();
    await database.db.query(sql`drop trigger fail on frame`);
    // Frames that were waiting when it was stopped are not stored later.
    writer.start();
    await writer.write(frame(NOW + 1));
    expect([acknowledged, await times()]).toEqual([0, [NOW + 1]]);
  });
});
