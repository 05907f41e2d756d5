import type { AddressInfo } from 'node:net';
import { EARLY_ANSWER, EXPECTED_MS, lateFailureOf } from '@airdeck/contract/error/early-answer';
import { API_BASE } from '@airdeck/contract/route';
import { channelOf } from '@airdeck/domain/channel';
import { MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLongQuestions } from '../../platform/questions/long-questions.ts';
import { aDepartment, aMeter, anOrganization, type TestMeter } from '../../testing/factory.ts';
import { held, lockWaits } from '../../testing/held.ts';
import { type HistoryServer, openHistoryServer } from '../../testing/history-server.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const NOW = Date.parse('2026-11-23T03:30:00Z');
const CO2 = channelOf('CO2', 1);
/** Reads of long questions at once, and open long questions of one person. */
const [MOST_READS, MOST_OF_PERSON] = [3, 6];

let database: TestDatabase;
let server: HistoryServer;
let meter: TestMeter;
let origin: string;

beforeAll(async () => {
  database = await testDatabase();
  const organization = await anOrganization(database.db, { timeZone: 'Asia/Seoul' });
  const department = await aDepartment(database.db, { organizationId: organization.id });
  meter = await aMeter(database.db, { department, intervalS: 60, sensors: ['CO2'] });
  await database.db.query(sql`update meter_period set from_time = '2025-01-01'`);
  // A year of hours is a long question, and no question becomes one because the machine is busy.
  const costs = { estimate: (_: string, cells: number) => cells * 10, note: () => undefined };
  const longQuestions = createLongQuestions({ costs, monotonic: () => 0 });
  server = await openHistoryServer({ db: database.db, clock: { now: () => NOW }, longQuestions });
  await server.store(
    Array.from({ length: 120 }, (_, i) => ({
      ...{ meterId: meter.id, time: Date.parse('2026-11-20T03:00:00Z') + i * MINUTE_MS },
      ...{ channels: [CO2], ticks: [800 + i] },
    })),
  );
  await server.rollUp();
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}${API_BASE}`;
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** By hour: read from the table that `blocked` locks. */
const hours = (from: string) =>
  `/history/meter-series?meterId=${meter.id}&measure=CO2&step=hour&startTime=${from}&endTime=2026-11-23`;
const LONG_AGO = '2025-11-24';
/** By day: of the tables of hours only the one of unpacked days is read. */
const days = () =>
  `/history/meter-series?meterId=${meter.id}&measure=CO2&step=day&startTime=2026-11-20&endTime=2026-11-23`;

interface Asking {
  person?: number;
  isEarly?: boolean;
  signal?: AbortSignal;
  language?: string;
}

const ask = (path: string, { person = 1, isEarly = true, signal, language = 'en' }: Asking = {}): Promise<Response> =>
  fetch(`${origin}${path}`, {
    headers: {
      authorization: `Bearer ${meter.department.organizationId}:LOCAL_USER:session:${person}`,
      'accept-language': language,
      ...(isEarly && { prefer: EARLY_ANSWER }),
    },
    ...(signal && { signal }),
  });

/** Packed hours: questions by hour wait in the database until it ends. */
const blocked = async () => {
  const lock = held(database.db, (tx) => tx.query(sql`lock table packed_hour in access exclusive mode`));
  await lock.isReady;
  return lock;
};

const hourReaders = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('a long question', () => {
  it('starts to answer before the store does, says how long it will take, and ends with the same answer', async () => {
    const whole = await ask(hours(LONG_AGO), { isEarly: false });
    expect(whole.headers.get(EXPECTED_MS)).toBeNull();
    const lock = await blocked();
    const early = await ask(hours(LONG_AGO));
    expect(early.status).toBe(200);
    expect(early.headers.get(EXPECTED_MS)).toBe('3650');
    await lockWaits(database.db, 1);
    await lock.end();
    expect(await early.json()).toEqual(await whole.json());
  });

  it.each([true, false])(
    'ends its statement when its client leaves, and begins no other (early: %s)',
    async (isEarly) => {
      const lock = await blocked();
      const leave = new AbortController();
      const twoWeeks = `${hours(LONG_AGO)}&weeksAgo=1`;
      const asked = ask(twoWeeks, { isEarly, signal: leave.signal }).then((response) => response.text());
      const failed = expect(asked).rejects.toThrow('aborted');
      await lockWaits(database.db, 1);
      leave.abort();
      await failed;
      await lockWaits(database.db, 0);
      // Its session is free and another statement of the question would wait for the lock by now.
      expect((await ask(days())).status).toBe(200);
      await lockWaits(database.db, 0);
      await lock.end();
    },
  );

  it('is a failure when it fails after its headers, with code and id; without early headers it is one by its status', async () => {
    const lock = await blocked();
    const early = await ask(hours(LONG_AGO));
    const late = ask(hours(LONG_AGO), { isEarly: false });
    await lockWaits(database.db, 2);
    await database.db.query(sql`select pg_cancel_backend(pid) from (${hourReaders}) as reader`);
    const text = await early.text();
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    const failure = { code: 'INTERNAL_SERVER_ERROR', request_id: expect.any(String) };
    expect(lateFailureOf(text)).toMatchObject(failure);
    expect((await late).status).toBe(500);
    expect(await (await late).json()).toMatchObject(failure);
    await lock.end();
  });

  it('waits its turn while others are read; short ones do not, and are not refused when its queue is full', async () => {
    const lock = await blocked();
    const asked = await Promise.all(Array.from({ length: MOST_OF_PERSON }, () => ask(hours(LONG_AGO))));
    await lockWaits(database.db, MOST_READS);
    const refused = await Promise.all(['ko', 'en'].map((language) => ask(hours(LONG_AGO), { language })));
    expect(refused.map(({ status }) => status)).toEqual([429, 429]);
    const bodies = (await Promise.all(refused.map((each) => each.json()))) as { code: string; message: string }[];
    expect(bodies.map(({ code }) => code)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);

    expect(await (await ask(days())).json()).toMatchObject({ series: [{ values: [859.5, null, null, null] }] });
    const other = await ask(hours(LONG_AGO), { person: 2 });
    expect(other.status).toBe(200);
    await lockWaits(database.db, MOST_READS);
    await lock.end();
    for (const each of [...asked, other]) expect(await each.json()).toMatchObject({ step: 'hour' });
    expect((await ask(hours(LONG_AGO))).status).toBe(200);
  });
});
