import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { type CountedDevice, createAlarmCounter } from './alarm-counter.ts';
import { createAlarmPacker } from './alarm-packer.ts';
import { BLOCK_ALARMS, listBlocked, makeBlock } from './block-queries.ts';
import { countBlocks } from './count-blocks.ts';
import { unblocked } from './id-ranges.ts';

const START = Date.UTC(2026, 0, 1);
const log = pino({ level: 'silent' });

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.query(sql`truncate alarm, alarm_block restart identity cascade`));

/** An alarm a minute of three meters and of a gateway; each hundredth is open. */
const addAlarms = (length: number, db: { query(statement: Sql): Promise<unknown> } = database.db) =>
  db.query(sql`insert into alarm (organization_id, gateway, meter_id, meter_name, category, code, source, severity, description,
      since_time, occurred_time, cleared_time)
    select 1, 'G' || i, nullif(i % 4, 0), 'Room', 'METER', 'M001', 'SILENCE', 'MAJOR', '통신 없음', t.at, t.at,
      case when i % 100 > 0 then t.at end
    from generate_series(1, ${length}::integer) i, lateral (select ${new Date(START)}::timestamptz + i * interval '1 min') t(at)`);

const packer = () => createAlarmPacker({ db: database.db, log });
const asked = { starts: [START, START + 2 * DAY_MS], end: START + 30 * DAY_MS, isCleared: false, ofKinds: [] };

const totalsOf = (devices: readonly CountedDevice[] = []) => devices.map(({ meterId, total }) => [meterId, total]);

/** Counts of the rows of the table. */
const counted = async (): Promise<[number | null, number][]> => {
  const { rows } = await database.db.query<{ meter_id: number | null; total: number }>(sql`
    select meter_id, count(*)::integer as total from alarm group by 1 order by 2 desc, max(occurred_time) desc`);
  return rows.map(({ meter_id, total }) => [meter_id, total]);
};

const expectCounts = async (): Promise<void> => {
  const counter = await countBlocks(database.db, asked);
  expect(totalsOf(counter?.devices(20))).toEqual(await counted());
};

const ids = async () => (await listBlocked(database.db)).map(({ first, last }) => [first, last]);

describe('blocks', () => {
  it('are made of the alarms that have none, but not of a few new ones', async () => {
    await addAlarms(2 * BLOCK_ALARMS + 10);
    await packer().pack();
    const both = [
      [1, BLOCK_ALARMS],
      [BLOCK_ALARMS + 1, 2 * BLOCK_ALARMS],
    ];
    expect(await ids()).toEqual(both);
    await expectCounts();
    await addAlarms(10);
    await packer().pack();
    expect(await ids()).toEqual(both);
    await expectCounts();
  });

  it('are made once by two packers', async () => {
    await addAlarms(2 * BLOCK_ALARMS);
    await Promise.all([packer().pack(), packer().pack()]);
    expect(await ids()).toHaveLength(2);
    await expectCounts();
  });

  it('go when one of their alarms is deleted or changed, and are made again', async () => {
    await addAlarms(3 * BLOCK_ALARMS);
    await packer().pack();
    const first = await ids();
    await database.db.query(sql`delete from alarm where id in (5, 7)`);
    await database.db.query(sql`update alarm set meter_id = 9 where id = ${BLOCK_ALARMS + 1}`);
    expect(await ids()).toEqual(first.slice(2));
    await expectCounts();
    await packer().pack();
    expect(await ids()).toEqual([
      [1, BLOCK_ALARMS + 2],
      [BLOCK_ALARMS + 3, 2 * BLOCK_ALARMS],
      [2 * BLOCK_ALARMS + 1, 3 * BLOCK_ALARMS],
    ]);
    await expectCounts();
  });

  it('stay when an open alarm changes, which counts once before and after', async () => {
    await addAlarms(BLOCK_ALARMS);
    await packer().pack();
    const before = await ids();
    const open = { ...asked, isCleared: true };
    const cleared = async () =>
      (await countBlocks(database.db, open))
        ?.buckets()
        .flat()
        .reduce((a, b) => a + b);
    const without = await cleared();
    await database.db.query(sql`update alarm set cleared_time = now(), meter_id = 8 where id = 100`);
    expect(await ids()).toEqual(before);
    expect(await cleared()).toBe((without ?? 0) + 1);
    await expectCounts();
    await database.db.query(sql`update alarm set ended_time = now() where id < 50`);
    expect(await ids()).toEqual(before);
  });

  it('are made again when many of the alarms that they left out are cleared', async () => {
    await addAlarms(BLOCK_ALARMS);
    await database.db.query(sql`update alarm set cleared_time = null where id <= 2000`);
    await packer().pack();
    await database.db.query(sql`update alarm set cleared_time = now() where id <= 2000`);
    await packer().pack();
    const { rows } = await database.db.query<{ open: number }>(
      sql`select cardinality(open_ids) as open from alarm_block`,
    );
    expect(rows).toEqual([{ open: Math.floor(BLOCK_ALARMS / 100) - 20 }]);
    await expectCounts();
  });

  it('are not made while a transaction adds an alarm among theirs', async () => {
    await database.db.tx(async (tx) => {
      await addAlarms(1, tx);
      await addAlarms(BLOCK_ALARMS);
      await expect(packer().pack()).rejects.toThrow('lock timeout');
    });
    await packer().pack();
    expect(await ids()).toEqual([[1, BLOCK_ALARMS]]);
    await expectCounts();
  });

  it('never have an alarm that is deleted at the same time', async () => {
    await addAlarms(BLOCK_ALARMS);
    const all = { first: 1, last: BLOCK_ALARMS };
    // Deleted in a transaction that is older than the block.
    await database.db.tx(async (tx) => {
      await tx.query(sql`update alarm set ended_time = now() where id = 1`);
      await makeBlock(database.db, all);
      await tx.query(sql`delete from alarm where id = 1`);
    });
    expect(await ids()).toEqual([]);
    // Deleted, but not yet for others, when the block is made.
    const made = await database.db.tx(async (tx) => {
      await tx.query(sql`delete from alarm where id = 2`);
      return [makeBlock(database.db, all)];
    });
    await Promise.all(made);
    expect(await ids()).toEqual([[1, BLOCK_ALARMS]]);
    await expectCounts();
  });

  it('are not used while too many alarms have none', async () => {
    await addAlarms(40_000);
    expect(await countBlocks(database.db, asked)).toBeNull();
  });
});

describe('ranges without a block', () => {
  it.each([
    [[], 0, []],
    [[], 5, [[1, 5]]],
    [[[1, 5]], 5, []],
    [
      [
        [3, 5],
        [8, 9],
      ],
      12,
      [
        [1, 2],
        [6, 7],
        [10, 12],
      ],
    ],
    [
      [
        [1, 2],
        [3, 5],
      ],
      4,
      [],
    ],
  ])('of %j up to %i are %j', (blocked, last, expected) => {
    const ranges = (blocked as number[][]).map(([first = 0, end = 0]) => ({ first, last: end }));
    expect(unblocked(ranges, last).map(({ first, last: end }) => [first, end])).toEqual(expected);
  });
});

describe('a counter', () => {
  const bytes = (alarms: [minute: number, device: number, kind: number][]): string =>
    Buffer.concat(
      alarms.map(([minute, device, kind]) => {
        const one = Buffer.alloc(10);
        one.writeInt32BE(START / 60_000 + minute);
        one.writeInt32BE(device, 4);
        one.writeInt16BE(kind, 8);
        return one;
      }),
    ).toString('base64');

  it('counts what begins with a bucket in it, and nothing before the first or after the last', () => {
    const counter = createAlarmCounter([START, START + HOUR_MS], START + 2 * HOUR_MS, new Map([[70, 'MINOR']]));
    const alarms = bytes([
      ...[-1, 0, 59, 60, 119, 120].map((minute): [number, number, number] => [minute, 5, 0]),
      // Of a kind that is not asked for, and of two places.
      ...[10, 20].map((minute): [number, number, number] => [minute, 5, 1]),
      ...[61, 62].map((minute): [number, number, number] => [minute, -1, 0]),
      [63, -2, 0],
      [64, 2_000_000_000, 0],
    ]);
    counter.add({ kinds: [70, 71], places: [-4_000_000_000_000, 9], alarms });
    expect(counter.buckets()).toEqual([
      [0, 0, 2, 0, 0],
      [0, 0, 6, 0, 0],
    ]);
    expect(counter.devices(3)).toEqual([
      { meterId: 5, place: null, counts: [0, 0, 4, 0, 0], total: 4, newest: START + 119 * 60_000 },
      { meterId: null, place: -4_000_000_000_000, counts: [0, 0, 2, 0, 0], total: 2, newest: START + 62 * 60_000 },
      { meterId: 2_000_000_000, place: null, counts: [0, 0, 1, 0, 0], total: 1, newest: START + 64 * 60_000 },
    ]);
  });
});
