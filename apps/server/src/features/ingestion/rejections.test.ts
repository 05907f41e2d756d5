import { getQuarantine, getRejections } from '@airdeck/contract/reading/routes';
import { DAY_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Db } from '../../platform/db/pool.ts';
import { anOrganization } from '../../testing/factory.ts';
import { failing, run } from '../../testing/failing-table.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openTokenHttp } from '../../testing/token-http.ts';
import { addReadingRoutes } from './ingestion-routes.ts';
import { createRejections } from './rejections.ts';

const log = pino({ level: 'silent' });
const clock = testClock();
let database: TestDatabase;
let organizationId: number;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  organizationId = (await anOrganization(database.db)).id;
});

const open = () => createRejections({ db: database.db, clock, log, random: () => 0 });
const note = (deviceCode: string, key: string) =>
  ({ organizationId, deviceCode, key, reason: 'UNKNOWN_TYPE', sample: '1' }) as const;
/** The saved counts of these, after one stop or several. */
const write = async (...stops: { deviceCode: string; key: string }[][]): Promise<void> => {
  const rejections = open();
  for (const notes of stops) {
    for (const { deviceCode, key } of notes) rejections.add(note(deviceCode, key));
    await rejections.stop();
  }
};
const rows = async () =>
  (
    await database.db.query<{ device_code: string; key: string; count: number }>(sql`
      select device_code, key, count from rejection where organization_id = ${organizationId} order by device_code collate "C", key collate "C"`)
  ).rows;
const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0);
const many = (length: number, of: (i: number) => [string, string]) =>
  Array.from({ length }, (_, i) => of(i)).map(([deviceCode, key]) => ({ deviceCode, key }));

describe('counts of what was rejected', { timeout: 60_000 }, () => {
  it('have 2,000 rows of an organization at most, in memory and in the table, and lose no number', async () => {
    const first = many(10_000, (i) => [`A-${i}`, 'X']);
    const second = many(10_000, (i) => [`B-${i}`, 'X']);
    await write(first, second, [{ deviceCode: 'A-0', key: 'X' }]);
    const counted = await rows();
    expect(counted).toHaveLength(2_001);
    expect(sum(counted)).toBe(20_001);
    expect(counted).toContainEqual({ device_code: 'A-0', key: 'X', count: 2 });
    expect(counted).toContainEqual({ device_code: '…', key: '…', count: 18_000 });
  });

  it('know their last three times, the newest first', async () => {
    const minute = (i: number) => new Date(clock.now() + i * 60_000);
    const times = [0, 1, 2, 3, 4].map(minute);
    const rejections = open();
    for (const [i] of times.entries()) {
      rejections.add(note('A', 'X'));
      if (i !== 2) await rejections.stop();
      clock.advance(60_000);
    }
    const { rows: found } = await database.db.query(
      sql`select count, recent, last_time from rejection where organization_id = ${organizationId}`,
    );
    expect(found).toEqual([{ count: 5, recent: [times[4], times[3], times[2]], last_time: times[4] }]);
  });

  it('lose nothing where the database is so slow that stopping has no patience left', async () => {
    let isSlow = true;
    const slow: Db = {
      ...database.db,
      tx: async (work, ...rest) => {
        const answer = await database.db.tx(work, ...rest);
        // Stopping ends what is tried again after two seconds: the clock of timers is made to say so.
        if (isSlow) vi.advanceTimersByTime(5_000);
        isSlow = false;
        return answer;
      },
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const rejections = createRejections({ db: slow, clock, log, random: () => 0 });
    for (const key of ['X', 'Y']) {
      rejections.add(note('SLOW', key));
      await rejections.stop();
    }
    expect(await rows()).toHaveLength(2);
  });

  it('are listed by their reason, also those that are counted together', () => {
    const rejections = open();
    for (let i = 0; i < 3; i++) rejections.add(note('A', `${i}`));
    rejections.add({ ...note('A', ''), reason: 'CONFLICT' });
    expect(rejections.totals).toMatchObject({ UNKNOWN_TYPE: 3, CONFLICT: 1, OUT_OF_RANGE: 0 });
  });

  it('have 100 rows of a device at most', async () => {
    await write(
      many(150, (i) => ['A', `${i}`]),
      [...many(50, (i) => ['A', `x${i}`] as [string, string]), { deviceCode: 'B', key: 'X' }],
    );
    const counted = await rows();
    expect(counted.filter(({ device_code }) => device_code === 'A')).toHaveLength(101);
    expect(counted).toContainEqual({ device_code: 'A', key: '…', count: 100 });
    expect(counted).toContainEqual({ device_code: 'B', key: 'X', count: 1 });
  });

  it('are counted together when they were not sent for 90 days, and when there are too many from before', async () => {
    await database.db.query(sql`
      insert into rejection (organization_id, device_code, key, reason, count, first_time, last_time, sample)
      select ${organizationId}, 'D-' || i, '', 'NOT_JSON', 2, ${new Date(clock.now())}, ${new Date(clock.now())}, '' from generate_series(1, 2500) i`);
    await open().prune();
    expect(await rows()).toHaveLength(1_501);
    clock.advance(91 * DAY_MS);
    await write([{ deviceCode: 'NEW', key: '' }]);
    await open().prune();
    expect(await rows()).toEqual([
      { device_code: 'NEW', key: '', count: 1 },
      { device_code: '…', key: '…', count: 5_000 },
    ]);
  });

  it('counts that the database refuses are left out, and the others are saved', async () => {
    await run(database.db, `alter table rejection add constraint refuse check (key <> 'EVIL')`);
    try {
      await write(many(9, (i) => ['A', i === 4 ? 'EVIL' : `${i}`]));
    } finally {
      await run(database.db, 'alter table rejection drop constraint refuse');
    }
    expect((await rows()).map(({ key }) => key)).toEqual(['0', '1', '2', '3', '5', '6', '7', '8']);
  });

  it('are tried again while the database cannot write', async () => {
    const trouble = await failing(database.db, 'rejection', '53100', 2);
    await write([{ deviceCode: 'A', key: 'X' }]);
    await trouble.end();
    expect(await rows()).toEqual([{ device_code: 'A', key: 'X', count: 1 }]);
  });

  it.each(['\u0000', '\ud800', '\u{1f600}'.repeat(60), '"}{', 'a\nb'])('take a key like %j', async (key) => {
    await write([{ deviceCode: 'A', key }]);
    expect(sum(await rows())).toBe(1);
  });
});

describe('the lists', () => {
  it('answer the whole row', async () => {
    await run(
      database.db,
      `insert into quarantine (organization_id, device_code, reason, measured_time, received_time, channel, value)
      select ${organizationId}, 'A', 'FUTURE', time::timestamptz, now(), '{0,9999,401,501}', '{1,2,700}'
      from unnest('{275760-09-13 00:00:00Z,0044-03-15 00:00:00Z BC,infinity,-infinity,2099-01-01 00:00:00Z}'::text[]) time`,
    );
    await run(
      database.db,
      `insert into rejection values (${organizationId}, 'A', '', 'OF_A_NEWER_VERSION', 1, now(), now(), '')`,
    );
    const { http, get } = await openTokenHttp(log);
    addReadingRoutes(http, database.db);
    const token = `${organizationId}:LOCAL_ADMIN`;
    const waiting = await get(getQuarantine.path, token);
    expect(waiting.status).toBe(200);
    const times = waiting.body.content.map((row: { measured_time: string | null }) => row.measured_time);
    expect(times).toEqual(['2099-01-01T00:00:00.000Z', null, null, null, null]);
    expect(waiting.body.content[0].readings).toEqual({ CO2: 700 });
    expect((await get(getRejections.path, token)).body.content).toMatchObject([{ reason: 'FAILED' }]);
    await http.close();
  });
});
