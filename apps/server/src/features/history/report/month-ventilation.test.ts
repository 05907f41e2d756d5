import { channelOf } from '@airdeck/domain/channel';
import { MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequestContext } from '../../../resource/request-context.ts';
import { aContext } from '../../../testing/context.ts';
import { aDepartment, aMeter, anOrganization } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { listFacts } from '../compliance/facility-queries.ts';
import { monthVentilation } from './month-ventilation.ts';

const NOW = Date.parse('2026-03-20T12:00:00+09:00');
const DAYS = { from: '2026-03-16', to: '2026-03-20' };
const CO2 = channelOf('CO2', 1);

let database: TestDatabase;
let server: HistoryServer;
beforeAll(async () => {
  database = await testDatabase();
  server = await openHistoryServer({ db: database.db, clock: { now: () => NOW } });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** Two hours from a closing time on, of a room with so many air changes an hour and 420 ppm outdoors. */
const fallOf = (meterId: number, closing: string, rate: number) =>
  Array.from({ length: 24 }, (_, i) => ({
    ...{ meterId, time: Date.parse(`${closing}+09:00`) + i * 5 * MINUTE_MS, channels: [CO2] },
    ticks: [Math.round(420 + 900 * Math.exp((-rate * i * 5) / 60))],
  }));

test('has the slowest room first, its meters as one on each evening, and why a room has no rate', async () => {
  const { db } = database;
  const organization = await anOrganization(db, { timeZone: 'Asia/Seoul' });
  const room = async (name: string, sensors: readonly ('CO2' | 'TEMPERATURE')[], hours: string | null) => {
    const department = await aDepartment(db, { organizationId: organization.id, name });
    if (hours !== null) {
      await db.query(sql`
        insert into facility_facts (organization_id, department_id, valid_from, opening_hours)
        values (${organization.id}, ${department.id}, '2020-01-01', ${hours})`);
    }
    return async () => (await aMeter(db, { department, sensors: [...sensors] })).id;
  };
  const [fast, slow] = [
    await room('Fast', ['CO2'], 'Mon-Fri 09:00-18:00'),
    await room('Slow', ['CO2'], 'Mon-Fri 09:00-17:00'),
  ];
  const [fastId, slowId, otherId] = [await fast(), await slow(), await slow()];
  await (await room('Empty', ['CO2'], 'Mon-Fri 09:00-18:00'))();
  await (await room('Unknown', ['CO2'], null))();
  await (await room('Store', ['TEMPERATURE'], null))();
  await server.registry.reload();
  await server.store([
    ...fallOf(fastId, '2026-03-16T18:00', 2),
    // Two evenings; on the first, two meters of the room differ.
    ...fallOf(slowId, '2026-03-16T17:00', 0.6),
    ...fallOf(otherId, '2026-03-16T17:00', 0.8),
    ...fallOf(slowId, '2026-03-17T17:00', 0.5),
  ]);
  const snapshot = server.registry.snapshot();
  const context: RequestContext = { ...aContext(snapshot, { now: NOW }), read: (run) => db.tx(run) };
  const meters = [...snapshot.meters.values()];
  const facts = await db.tx((tx) => listFacts(tx, [organization.id]));
  const rooms = await monthVentilation(context, meters, DAYS, facts);
  expect(rooms?.map(({ name, rates, refused }) => [name, rates ?? refused])).toEqual([
    ['Slow', { median: 0.6, lowest: 0.5, highest: 0.8, count: 2 }],
    ['Fast', { median: expect.closeTo(2, 1), lowest: expect.closeTo(2, 1), highest: expect.closeTo(2, 1), count: 1 }],
    ['Empty', 'NO_READINGS'],
    ['Unknown', 'NO_HOURS'],
    ['Store', 'NO_CO2'],
  ]);
  // More readings than a graph may have.
  expect(await monthVentilation(context, new Array(4_000).fill(meters[0]), DAYS, facts)).toBeNull();
});
