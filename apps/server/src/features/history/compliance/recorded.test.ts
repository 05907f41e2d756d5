import { complianceAnswer, ownPackCode } from '@airdeck/contract/limit/compliance';
import { channelOf } from '@airdeck/domain/channel';
import { MINUTE_MS } from '@airdeck/domain/duration';
import type { AirSample } from '@airdeck/domain/purifier/effect';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHourPacker } from '../../../store/rollups/pack-hours.ts';
import { addOracleReadings, askOracle, type OracleQuestion } from '../../../testing/compliance-oracle-queries.ts';
import { aDepartment, aMeter, anOrganization, type TestMeter } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { HAS_RECORDINGS, readRoom } from '../../../testing/recorded-samples.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const ZONE = 'Asia/Singapore';
const ZONE_MS = 8 * 60 * MINUTE_MS;
const STEP_MIN = 5;
const NOW = Date.parse('2021-11-01T00:00:00Z');
/** 18 recorded days among 26. */
const DAYS = { from: '2021-09-06', to: '2021-10-01' };

/** Averaging, hours, limit, and the least shares of data and of periods that comply, %; above outdoors or not. */
const RULES: readonly [SensorType, OracleQuestion['averaging'], 'ALL' | 'OPEN', number, number, number, boolean?][] = [
  ['CO2', 'HOUR', 'OPEN', 800, 75, 100],
  ['CO2', 'HOUR', 'OPEN', 600, 50, 90],
  ['CO2', 'HOUR', 'ALL', 500, 75, 100],
  ['CO2', 'HOUR', 'OPEN', 5000, 50, 100],
  ['CO2', 'HOUR', 'OPEN', 300, 50, 95, true],
  ['CO2', 'EIGHT_HOURS', 'OPEN', 600, 50, 100],
  ['CO2', 'EIGHT_HOURS', 'ALL', 550, 75, 100],
  ['CO2', 'OPEN_DAY', 'OPEN', 600, 50, 80],
  ['CO2', 'DAY', 'ALL', 480, 50, 95, true],
  ['PM2.5', 'DAY', 'ALL', 8, 50, 100],
  ['PM2.5', 'DAY', 'ALL', 8, 75, 100],
  ['PM2.5', 'YEAR', 'ALL', 5, 4, 100],
  ['PM2.5', 'YEAR', 'ALL', 5, 75, 100],
  ['PM2.5', 'HOUR', 'ALL', 15, 50, 99],
];

describe.skipIf(!HAS_RECORDINGS)('recorded rooms', () => {
  let database: TestDatabase;
  let server: HistoryServer;
  const rooms = new Map<string, TestMeter>();

  const record = async (name: string, meter: TestMeter, columns: readonly [SensorType, AirSample[]][]) => {
    const frames = new Map<number, { channel: number; ticks: number }[]>();
    for (const [type, samples] of columns) {
      const scale = 10 ** SENSOR_TYPE_INFO[type].digits;
      const channel = channelOf(type, 1);
      const own = samples.map(({ time, value }) => ({ time: time - ZONE_MS, ticks: Math.round(value * scale) }));
      for (const { time, ticks } of own) frames.set(time, [...(frames.get(time) ?? []), { channel, ticks }]);
      await addOracleReadings(
        database.db,
        own.map(({ time, ticks }) => ({ series: `${name} ${type}`, time, value: ticks / scale })),
      );
    }
    await server.store(
      [...frames].map(([time, readings]) => ({
        ...{ meterId: meter.id, time, channels: readings.map(({ channel }) => channel) },
        ticks: readings.map(({ ticks }) => ticks),
      })),
    );
  };

  beforeAll(async () => {
    database = await testDatabase();
    const { db } = database;
    const organization = await anOrganization(db, { timeZone: ZONE });
    const department = await aDepartment(db, { organizationId: organization.id });
    const sensors: SensorType[] = ['CO2', 'PM2.5'];
    for (const name of ['lecture room', 'office', 'outdoors']) {
      rooms.set(name, await aMeter(db, { department, intervalS: STEP_MIN * 60, sensors }));
    }
    await db.query(sql`update meter_period set from_time = '2020-01-01'`);
    await db.query(sql`
      insert into facility_facts (organization_id, valid_from, opening_hours, outdoor_meter_id)
      values (${organization.id}, '2020-01-01', 'Mon-Fri 09:00-18:00', ${rooms.get('outdoors')?.id})`);
    for (const [at, [type, averaging, hours, limit, leastData, leastShare, isAbove = false]] of RULES.entries()) {
      await db.query(sql`
        insert into own_limit (organization_id, pack_name, type, limit_direction, limit_value, limit_basis, averaging,
          counted_hours, least_share, least_data, valid_from)
        values (${organization.id}, ${`Limit ${at}`}, ${type}, 'AT_MOST', ${limit},
          ${isAbove ? 'ABOVE_OUTDOORS' : 'ABSOLUTE'}, ${averaging}, ${hours}, ${leastShare}, ${leastData}, '2020-01-01')`);
    }
    server = await openHistoryServer({ db, clock: { now: () => NOW } });
    const within = (samples: AirSample[]) => samples.filter(({ time }) => time < Date.parse(`${DAYS.to}T24:00:00Z`));
    for (const [name, room] of [['lecture room', 1] as const, ['office', 3] as const]) {
      await record(name, rooms.get(name) as TestMeter, [
        ['CO2', within(readRoom(room, 'indoor_co2'))],
        ['PM2.5', within(readRoom(room, 'pm2.5'))],
      ]);
    }
    const outdoors = within(readRoom(1, 'outdoor_co2'));
    await record('outdoors', rooms.get('outdoors') as TestMeter, [['CO2', outdoors]]);
    await server.rollUp();
    const packer = createHourPacker(db);
    while (await packer.pack(NOW));
  }, 120_000);
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const ask = async (room: TestMeter, pack: string) => {
    const query = `startTime=${DAYS.from}&endTime=${DAYS.to}&level=meter&meterId=${room.id}`;
    const path = `/history/compliance?${query}&pack=${encodeURIComponent(ownPackCode(pack))}`;
    const { body } = await server.get(path, `${room.department.organizationId}:LOCAL_USER`);
    const [verdict] = complianceAnswer.parse(body).places[0]?.verdicts ?? [];
    if (verdict === undefined) throw new Error('the limit holds for the room');
    return verdict;
  };

  it.each(
    ['lecture room', 'office'].flatMap((name) => RULES.map((rule, at) => [name, rule.join(' '), at, rule] as const)),
  )('%s, %s: the same as SQL finds in the readings', async (name, _, at, rule) => {
    const [type, averaging, hours, limit, leastData, leastShare, isAbove = false] = rule;
    const found = await ask(rooms.get(name) as TestMeter, `Limit ${at}`);
    const oracle = await askOracle(database.db, {
      ...{ series: `${name} ${type}`, outdoors: isAbove ? 'outdoors CO2' : null, hourly: 60 / STEP_MIN, zone: ZONE },
      ...{ ...DAYS, averaging, hours, limit, leastData: leastData / 100, leastShare: leastShare / 100 },
    });
    const { verdict, expected, valid, complied, worst } = found;
    expect({ verdict, expected, valid, complied }).toEqual({
      ...{ verdict: oracle.verdict, expected: oracle.expected, valid: oracle.valid, complied: oracle.complied },
    });
    // Shares are rounded to thousandths; open hours of a day that its total decides count with the day's share.
    const near = (share: number | null, other: number | null, most: number): boolean =>
      share === null || other === null ? share === other : Math.abs(share - other) <= most;
    expect(near(found.share_of_valid, oracle.share_of_valid, 0.001)).toBe(true);
    expect(near(found.share_of_all, oracle.share_of_all, 0.001)).toBe(true);
    expect(near(found.completeness, oracle.completeness, 0.005)).toBe(true);
    if (worst === null || oracle.worst_value === null || oracle.worst_limit === null) {
      expect([worst, oracle.worst_value]).toEqual([null, null]);
      return;
    }
    const digits = SENSOR_TYPE_INFO[type].digits + 1;
    if (worst.reading) {
      // No mean came nearer to its limit than this reading.
      expect(complied).toBe(valid);
      expect(oracle.worst_value - oracle.worst_limit).toBeLessThanOrEqual(worst.value - worst.limit + 0.1 ** digits);
      return;
    }
    expect([worst.start, worst.end]).toEqual([oracle.worst_start?.toISOString(), oracle.worst_end?.toISOString()]);
    expect(Math.abs(worst.value - oracle.worst_value)).toBeLessThanOrEqual(0.5 * 0.1 ** digits + 1e-9);
    expect(Math.abs(worst.limit - oracle.worst_limit)).toBeLessThanOrEqual(0.5 * 0.1 ** digits + 1e-9);
  });
});
