import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { channelOf } from '@airdeck/domain/channel';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { openAlarmRig } from '../../testing/alarm-rig.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { aUser } from '../../testing/factory.ts';
import { storeFrame } from '../../testing/frames.ts';
import { sessionApp } from '../../testing/session-app.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { addAlarmRuleRoutes } from './alarm-rule-routes.ts';

const data = join(import.meta.dirname, '../../../../../../shared/data');
const HOUR_MS = 3_600_000;
const INTERVAL_S = 300;
const DAYS = 14;

/** PM2.5, an hour's mean at 75 or more for two hours, until one is below 35. */
const KOREAN = {
  ...{ code: 'A001', applies_to: 'PM2.5', basis: 'VALUE', direction: 'ABOVE', limit: 75, release: 35 },
  ...{ duration_min: 120, average: 'HOUR', use: 'Y' },
};

interface Reading {
  time: number;
  value: number;
}

/** The rows of a file, on the wall clock of Seoul and as many weeks later as bring it to March 2026; values to a tenth. */
const readAir = (file: string): Reading[] => {
  const [header = '', ...lines] = readFileSync(join(data, file), 'utf8').trim().split(/\r?\n/);
  const column = header.split(',').indexOf('pm2.5');
  const rows = lines.flatMap((line): Reading[] => {
    const cells = line.split(',');
    const cell = cells[column] ?? '';
    if (cell === '') return [];
    return [{ time: Date.parse(`${(cells[0] ?? '').slice(0, 16).replace(' ', 'T')}:00+09:00`), value: Number(cell) }];
  });
  const first = rows[0]?.time ?? 0;
  const week = 7 * 24 * HOUR_MS;
  const shift = Math.ceil((Date.UTC(2026, 2, 3) - first) / week) * week;
  const until = first + shift + DAYS * 24 * HOUR_MS;
  return rows.map(({ time, value }) => ({ time: time + shift, value })).filter(({ time }) => time < until);
};

const byHour = (air: readonly Reading[]): Map<number, Reading[]> => {
  const hours = new Map<number, Reading[]>();
  for (const reading of air) {
    const start = Math.floor(reading.time / HOUR_MS) * HOUR_MS;
    hours.set(start, [...(hours.get(start) ?? []), reading]);
  }
  return hours;
};
const meanOf = (readings: readonly Reading[]): number =>
  readings.reduce((sum, { value }) => sum + value, 0) / readings.length;

/** Air scaled so that its worst hour is 160: the recorded air never comes near 75. */
const scaled = (air: readonly Reading[]): Reading[] => {
  const worst = Math.max(...[...byHour(air).values()].map(meanOf));
  return air.map(({ time, value }) => ({ time, value: Math.round(((value * 160) / worst) * 10) / 10 }));
};

/** When the rule's alarms begin and end, worked out from hours alone. One that lasts at the end has no end. */
const expectedAlarms = (air: readonly Reading[]) => {
  const alarms: { since: number; raised: number; ended: number | null }[] = [];
  let bad: number[] = [];
  for (const [start, readings] of byHour(air)) {
    const open = alarms.at(-1)?.ended === null ? alarms.at(-1) : undefined;
    const mean = meanOf(readings);
    const isKnown = readings.length >= 9;
    const follows = bad.at(-1) === start - HOUR_MS;
    bad = isKnown && mean >= 75 ? [...(follows ? bad : []), start] : [];
    if (open && isKnown && mean < 35) open.ended = start + HOUR_MS;
    if (!open && bad.length === 2) alarms.push({ since: start - HOUR_MS, raised: start + HOUR_MS, ended: null });
  }
  return alarms;
};

/** The alarms of a file that arrives hour by hour, while a person clears those that have ended. */
const run = async (air: readonly Reading[]) => {
  const database = await testDatabase();
  const { db } = database;
  const rig = await openAlarmRig(database, { sensors: ['PM2.5'], intervalS: INTERVAL_S });
  const app = await sessionApp({ db, clock: systemClock });
  addAlarmRuleRoutes(app.http, { db, changeRegistry: testChangeRegistry(db, rig.engine.registry) });
  const headers = await app.bearer(await aUser(db, { organization: rig.organization, authority: 'LOCAL_ADMIN' }));
  await db.query(sql`delete from alarm_rule`);
  const payload = { organization_id: rig.organization.id, ...KOREAN };
  const entered = await app.http.inject({ method: 'POST', url: '/api/v1/alarm-rules', headers, payload });
  expect(entered.statusCode).toBe(200);
  const channels = [channelOf('PM2.5', 1)];
  for (const readings of byHour(air).values()) {
    const frames = readings.map(({ time, value }) => {
      return { meterId: rig.meter.id, time, channels, ticks: [Math.round(value * 10)] };
    });
    for (const frame of frames) await storeFrame(db, frame);
    rig.clock.advance((frames.at(-1)?.time ?? 0) - rig.clock.now());
    await rig.say({ kind: 'frames', frames });
    await rig.settled();
    await db.query(
      sql`update alarm set cleared_time = ended_time where ended_time is not null and cleared_time is null`,
    );
  }
  const alarms = (await rig.alarms()).map(({ since_time, occurred_time, ended_time }) => ({
    since: since_time.getTime(),
    raised: occurred_time.getTime(),
    ended: ended_time?.getTime() ?? null,
  }));
  await app.http.close();
  await rig.engine.stop();
  await database.close();
  return alarms;
};

// The recordings are not part of the project.
describe.skipIf(!existsSync(data))('the Korean hourly rule on recorded air', { timeout: 300_000 }, () => {
  it.each(['robod/combined_Room1.csv', 'robod/combined_Room3.csv'])('%s, as bad as it never was', async (file) => {
    const air = scaled(readAir(file));
    const expected = expectedAlarms(air);
    expect(expected.filter(({ ended }) => ended !== null).length).toBeGreaterThan(1);
    expect(await run(air)).toEqual(expected);
  });

  it('raises no alarm with the original values', async () => {
    const air = readAir('robod/combined_Room1.csv').filter((_, i) => i < 600);
    expect([expectedAlarms(air), await run(air)]).toEqual([[], []]);
  });
});
