import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SensorAverage } from '@airdeck/contract/history/schema';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import { replay } from '@airdeck/simulator/replay/replay';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markDirty } from '../../../store/frames/frame-queries.ts';
import { createPacker } from '../../../store/packed/packer.ts';
import { createRollup, type Rollup } from '../../../store/rollups/rollup.ts';
import { aCredential, type DeviceServer, openDeviceServer } from '../../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import {
  type Means,
  type RecordedMeans,
  type Recording,
  readMeans,
  wallClockOf,
} from '../../../testing/recorded-air.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const data = join(import.meta.dirname, '../../../../../../../shared/data');
const ROBOD = {
  zone: 'Asia/Singapore',
  columns: {
    'PM2.5': 'pm2.5',
    CO2: 'indoor_co2',
    TEMPERATURE: 'air_temperature',
    HUMIDITY: 'indoor_relative_humidity',
  },
} as const;
const UCI = {
  zone: 'Europe/Brussels',
  columns: { CO2: 'CO2', TEMPERATURE: 'Temperature', HUMIDITY: 'Humidity' },
} as const;
const RECORDINGS: Recording[] = [
  { file: join(data, 'robod/combined_Room1.csv'), ...ROBOD },
  { file: join(data, 'robod/combined_Room3.csv'), ...ROBOD },
  { file: join(data, 'uci-occupancy/datatest.txt'), ...UCI },
  { file: join(data, 'uci-occupancy/datatraining.txt'), ...UCI },
  { file: join(data, 'uci-occupancy/datatest2.txt'), ...UCI },
];

const UNITS = ['hour', 'day'] as const;
/** A Wednesday: two of the files' weeks then contain the Sunday on which Brussels has 25 hours. */
const NOW = Date.parse('2025-10-29T18:00:00Z');
const log = pino({ level: 'silent' });

/** The clock runs on from NOW in real time. */
const started = Date.now();
const clock = {
  now: () => NOW + Date.now() - started,
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

describe.skipIf(!existsSync(data))('recorded air', () => {
  let database: TestDatabase;
  let devices: DeviceServer;
  let history: HistoryServer;
  let rollup: Rollup;
  const meters: { id: number; organizationId: number }[] = [];
  /** The means in the files. Computed before the server listens: it takes a while and would block the server. */
  const said = new Map<string, RecordedMeans>();

  /** One meter for each file, in an organization of the file's zone. */
  const register = async ({ zone, columns }: Recording) => {
    const organization = await anOrganization(database.db, { timeZone: zone });
    const department = await aDepartment(database.db, { organizationId: organization.id });
    const meter = await aMeter(database.db, { department, sensors: Object.keys(columns) as SensorType[] });
    meters.push({ id: meter.id, organizationId: organization.id });
    return aCredential(database.db, { organization, code: meter.code, meterId: meter.id });
  };

  const replayAll = async (logins: { username: string; password: string }[]): Promise<void> => {
    const url = `mqtt://127.0.0.1:${devices.broker.port()}`;
    const signal = new AbortController().signal;
    const common = { url, speed: 1, history: true, clock, signal, log: () => {} };
    await Promise.all(
      RECORDINGS.map(({ file, zone }, i) =>
        replay({ ...common, file, zone, ...(logins[i] ?? { username: '', password: '' }) }),
      ),
    );
  };

  beforeAll(async () => {
    for (const recording of RECORDINGS) {
      for (const unit of UNITS) said.set(`${recording.file} ${unit}`, readMeans(recording, NOW, unit));
    }
    database = await testDatabase();
    const { db } = database;
    const logins: { username: string; password: string }[] = [];
    for (const recording of RECORDINGS) logins.push(await register(recording));
    devices = await openDeviceServer(db, clock);
    history = await openHistoryServer({ db, clock });
    const { registry, bus, ingest } = devices;
    rollup = createRollup({ db, registry, bus, clock, log, writer: ingest.writer });
    await replayAll(logins);
  });
  afterAll(async () => {
    await history.close();
    await devices.close();
    await database.close();
  });

  /** The averages that the API returns, by type, with the wall clocks of its rows. */
  const ask = async (at: number, { zone }: Recording, unit: 'hour' | 'day', days: readonly string[]) => {
    const { id, organizationId } = meters[at] ?? { id: 0, organizationId: 0 };
    const period = `startTime=${days[0]}&endTime=${days.at(-1)}`;
    const { body } = await history.get(
      `/history/sensor-averages?meterId=${id}&unit=${unit}&${period}&size=999999&sort=start,ASC`,
      `${organizationId}:LOCAL_USER`,
    );
    return (body.content as SensorAverage[]).map((row) => ({
      ...row,
      key: wallClockOf(Date.parse(row.start), zone).slice(0, unit === 'hour' ? 13 : 10),
    }));
  };

  const cases = RECORDINGS.flatMap((recording, at) =>
    UNITS.map((unit) => [recording.file.slice(data.length + 1), unit, at, recording] as const),
  );

  /** Run in this order: the answers are the same wherever the readings are stored. */
  const STAGES: [string, () => Promise<unknown>][] = [
    ['as it came', async () => {}],
    ['rolled up', () => rollup.drain()],
    [
      'packed, and rollups marked as dirty',
      async () => {
        const packer = createPacker({ db: database.db, clock, log, hotDays: 2 });
        expect(await packer.pack()).toBe(true);
        const hours = await database.db.query<{ meter_id: number; hour: Date }>(sql`
        select distinct meter_id, (day + (n || ' hours')::interval) at time zone o.time_zone as hour
        from rollup_hour join meter m on m.id = meter_id join organization o on o.id = m.organization_id,
        generate_series(0, 23) n`);
        await database.db.tx((tx) =>
          markDirty(
            tx,
            hours.rows.map(({ meter_id, hour }) => ({ meterId: meter_id, hour: hour.getTime() })),
          ),
        );
      },
    ],
    ['rolled up from packed days', () => rollup.drain()],
  ];

  describe.each(STAGES)('%s', (_, prepare) => {
    beforeAll(async () => {
      await prepare();
    });

    it.each(cases)('%s by %s: equals the file within the stored resolution', async (_, unit, at, recording) => {
      const expected = said.get(`${recording.file} ${unit}`) ?? new Map<SensorType, Map<string, Means>>();
      expect(expected.size).toBeGreaterThan(0);
      const days = [...expected.values()].flatMap((means) => [...means.keys()].map((key) => key.slice(0, 10))).sort();
      const rows = await ask(at, recording, unit, days);
      for (const [type, means] of expected) {
        const own = rows.filter((row) => row.type === type);
        const counts = (list: { key: string; count: number }[]) => list.map(({ key, count }) => `${key}: ${count}`);
        expect(counts(own)).toEqual(counts([...means].map(([key, { count }]) => ({ key, count }))));
        // Half of the stored resolution; a mean has one digit more.
        const most = 0.5 / 10 ** SENSOR_TYPE_INFO[type].digits + 1e-9;
        const gap = (a: number, b = Number.NaN): boolean => !(Math.abs(a - b) <= most);
        const far = own.filter(({ key, mean, min, max }) => {
          const said = means.get(key);
          return gap(mean, said?.mean) || gap(min, said?.min) || gap(max, said?.max);
        });
        expect(far).toEqual([]);
      }
    });
  });
});
