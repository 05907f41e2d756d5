import type { Attention } from '@airdeck/contract/monitoring/attention';
import type { SensorCourse } from '@airdeck/contract/monitoring/schema';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { DAY_SLOTS } from '@airdeck/domain/insight/forecast';
import { BAND_CELLS } from '@airdeck/domain/insight/forecast-model';
import { packModel } from '@airdeck/domain/insight/packed-model';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveForecasts } from '../../../store/forecast/forecast-queries.ts';
import { aDepartment, aMeter, anOrganization } from '../../../testing/factory.ts';
import { type MonitoringServer, openMonitoringServer } from '../../../testing/monitoring-server.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

// 12:39 in Seoul: the last complete ten minutes end at 12:30.
const NOW = Date.parse('2026-03-20T12:39:00+09:00');
const CO2 = 401;

let database: TestDatabase;
let server: MonitoringServer;
let now = NOW;
let school = 0;
const meter = { rising: 0, falling: 0, old: 0, other: 0 };

const numbers = packModel({
  usual: new Float64Array(DAY_SLOTS).fill(500),
  low: new Float64Array(BAND_CELLS).fill(-60),
  high: new Float64Array(BAND_CELLS).fill(90),
});
const model = { method: 'TREND', skill: 0.412, numbers } as const;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  school = (await anOrganization(db, { timeZone: 'Asia/Seoul' })).id;
  const hospital = (await anOrganization(db, { timeZone: 'Asia/Seoul' })).id;
  const department = await aDepartment(db, { organizationId: school });
  const ward = await aDepartment(db, { organizationId: hospital });
  const add = async (name: string, place = department) =>
    (await aMeter(db, { department: place, name, sensors: ['CO2'] })).id;
  Object.assign(meter, { rising: await add('rising'), falling: await add('falling'), old: await add('old') });
  meter.other = await add('other', ward);
  await db.tx(async (tx) => {
    for (const [meterId, day] of [
      [meter.rising, '2026-03-20'],
      [meter.falling, '2026-03-20'],
      [meter.old, '2026-03-19'],
      [meter.other, '2026-03-20'],
    ] as const) {
      await saveForecasts(tx, [meterId], [{ meterId, channel: CO2, day, model }], NOW);
    }
  });
  server = await openMonitoringServer({ db, clock: { now: () => now } });
  const tell = (meterId: number, first: number, last: number) =>
    server.tell({
      kind: 'frames',
      frames: Array.from({ length: 30 }, (_, i) => ({
        meterId,
        time: NOW - (29 - i) * MINUTE_MS,
        channels: [CO2],
        ticks: [Math.round(first + ((last - first) * i) / 29)],
      })),
    });
  await tell(meter.rising, 760, 940);
  await tell(meter.falling, 940, 760);
  await tell(meter.old, 760, 940);
  await tell(meter.other, 760, 940);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const attention = async (token = `${school}:LOCAL_USER`): Promise<Attention> =>
  (await server.get('/monitoring/attention', token, 'ko')).body as Attention;

const course = async (meterId: number): Promise<SensorCourse> => {
  const { rows } = await database.db.query<{ id: number }>(sql`select id from sensor where meter_id = ${meterId}`);
  return (await server.get(`/monitoring/sensors/${rows[0]?.id}/course`, `${school}:LOCAL_USER`, 'ko'))
    .body as SensorCourse;
};

test('lists air that is forecast to become bad, with the minutes until then, in its own organization only', async () => {
  const { items, counts, total, elsewhere } = await attention();
  expect(items).toEqual([
    expect.objectContaining({
      ...{ kind: 'FORECAST', key: `forecast ${meter.rising}`, meter_id: meter.rising, name: 'rising' },
      ...{ type: 'CO2', value: 940, limit: 1000, minutes: 25 },
    }),
  ]);
  expect([counts.FORECAST, counts.BAD, total, elsewhere.other]).toEqual([1, 0, 1, 0]);
});

test('shows the forecast of a sensor with its band', async () => {
  const { forecast } = await course(meter.rising);
  expect(forecast?.times[0]).toBe(Date.parse('2026-03-20T12:35:00+09:00') / 1000);
  expect(forecast?.times).toHaveLength(7);
  const [value = 0, low = 0, high = 0] = [forecast?.values[6], forecast?.low[6], forecast?.high[6]];
  expect(value).toBeGreaterThan(1000);
  expect([Math.round(value - low), Math.round(high - value)]).toEqual([60, 90]);
  expect(forecast?.skill).toBe(0.41);
  expect((await course(meter.falling)).forecast?.values[6]).toBeLessThan(760);
});

test('takes a model that was made meanwhile, and drops one that is useless now', async () => {
  now = NOW + 6 * MINUTE_MS;
  const { rising: meterId } = meter;
  await database.db.tx((tx) =>
    saveForecasts(tx, [meterId], [{ meterId, channel: CO2, day: '2026-03-20', model: null }], now),
  );
  // The other frames are older than three intervals now.
  await server.tell({ kind: 'frames', frames: [{ meterId, time: now, channels: [CO2], ticks: [960] }] });
  expect((await course(meterId)).forecast).toBeNull();
});

test('makes no forecast with the model of another day, and none of a silent sensor', async () => {
  expect((await course(meter.old)).forecast).toBeNull();
  expect((await course(meter.falling)).forecast).toBeNull();
});
