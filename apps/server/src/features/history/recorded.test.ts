import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bucketsOf } from '@airdeck/domain/bucket';
import { channelOf } from '@airdeck/domain/channel';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import { replay } from '@airdeck/simulator/replay/replay';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBuckets } from '../../store/history/read-buckets.ts';
import { createRollup } from '../../store/rollups/rollup.ts';
import { aCredential, type Doorstep, openDoorstep } from '../../testing/device-doorstep.ts';
import { aDepartment, aMeter, anOrganization } from '../../testing/factory.ts';
import { type RecordedMeans, type Recording, readMeans, wallClockOf } from '../../testing/recorded-air.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const data = join(import.meta.dirname, '../../../../../../shared/data');
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

/** A Wednesday: two of the files' weeks then hold the Sunday on which Brussels has 25 hours. */
const NOW = Date.parse('2025-10-29T18:00:00Z');
const log = pino({ level: 'silent' });

/** Time goes on as it does, from then. */
const started = Date.now();
const clock = {
  now: () => NOW + Date.now() - started,
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

describe.skipIf(!existsSync(data))('recorded air', () => {
  let database: TestDatabase;
  let doorstep: Doorstep;
  const meterIds: number[] = [];

  /** One meter for each file, in an organization of the file's zone. */
  const register = async ({ zone, columns }: Recording) => {
    const organization = await anOrganization(database.db, { timeZone: zone });
    const department = await aDepartment(database.db, { organizationId: organization.id });
    const meter = await aMeter(database.db, { department, sensors: Object.keys(columns) as SensorType[] });
    meterIds.push(meter.id);
    return aCredential(database.db, { organization, code: meter.code, meterId: meter.id });
  };

  beforeAll(async () => {
    database = await testDatabase();
    const logins: { username: string; password: string }[] = [];
    for (const recording of RECORDINGS) logins.push(await register(recording));
    doorstep = await openDoorstep(database.db, clock);
    const { site, bus, ingest, broker } = doorstep;
    const url = `mqtt://127.0.0.1:${broker.port()}`;
    const signal = new AbortController().signal;
    const common = { url, speed: 1, history: true, clock, signal, log: () => {} };
    await Promise.all(
      RECORDINGS.map(({ file, zone }, i) =>
        replay({ ...common, file, zone, ...(logins[i] ?? { username: '', password: '' }) }),
      ),
    );
    const { writer, dirtyHours } = ingest;
    await createRollup({ db: database.db, site, bus, clock, log, writer, dirtyHours }).drain();
  }, 60_000);
  afterAll(async () => {
    await doorstep.close();
    await database.close();
  });

  /** What the store answers, by type and wall clock; buckets in which nothing was measured are left out. */
  const ask = async (at: number, { zone, columns }: Recording, unit: 'hour' | 'day', expected: RecordedMeans) => {
    const picture = doorstep.site.picture();
    const meter = picture.meters.get(meterIds[at] ?? 0);
    if (!meter) throw new Error('the meter is gone');
    const days = [...expected.values()].flatMap((means) => [...means.keys()].map((key) => key.slice(0, 10))).sort();
    const [from, to] = [days[0] ?? '', days.at(-1) ?? ''];
    const question = { meters: [meter], channels: null, unit, from, to };
    const channels = (await readBuckets(database.db, picture, question)).get(meter.id);
    const keys = bucketsOf(unit, from, to, zone).map(({ start }) =>
      wallClockOf(start, zone).slice(0, unit === 'hour' ? 13 : 10),
    );
    return (Object.keys(columns) as SensorType[]).map((type) => {
      const buckets = channels?.get(channelOf(type, 1));
      const ticks = 10 ** SENSOR_TYPE_INFO[type].digits;
      const rows = keys.flatMap((key, i) => {
        const count = buckets?.count[i] ?? 0;
        if (count === 0) return [];
        const [sum, min, max] = [buckets?.sum[i], buckets?.min[i], buckets?.max[i]].map(
          (n) => (n ?? Number.NaN) / ticks,
        );
        return [{ key, count, mean: (sum ?? Number.NaN) / count, min, max }];
      });
      return { type, rows };
    });
  };

  const cases = RECORDINGS.flatMap((recording, at) =>
    (['hour', 'day'] as const).map((unit) => [recording.file.slice(data.length + 1), unit, at, recording] as const),
  );

  it.each(cases)('%s by %s: what the file says, to the resolution that is stored', async (_, unit, at, recording) => {
    const expected = readMeans(recording, NOW, unit);
    for (const { type, rows } of await ask(at, recording, unit, expected)) {
      const means = expected.get(type);
      expect(rows.map(({ key, count }) => [key, count])).toEqual(
        [...(means ?? [])].map(([key, { count }]) => [key, count]),
      );
      // Half of what is kept, and what binary fractions add.
      const most = 0.5 / 10 ** SENSOR_TYPE_INFO[type].digits + 1e-9;
      const far = rows.filter(({ key, mean, min, max }) => {
        const said = means?.get(key);
        const gap = (a = Number.NaN, b = Number.NaN) => !(Math.abs(a - b) <= most);
        return gap(mean, said?.mean) || gap(min, said?.min) || gap(max, said?.max);
      });
      expect(far).toEqual([]);
    }
  });
});
