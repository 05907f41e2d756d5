import { addDays, weekdayOf } from '@airdeck/domain/calendar';
import { channelOf } from '@airdeck/domain/channel';
import { SENSOR_TYPE_INFO, SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import type { Db } from '@airdeck/server/platform/db/pool';
import { markDays } from '@airdeck/server/store/rollups/day-queries';
import { saveDays } from '@airdeck/server/store/rollups/rollup-queries';
import { type DayRow, INDEX_CHANNEL } from '@airdeck/server/store/rollups/rollup-rows';
import { addFacility, copyRollups } from './compliance-queries.ts';
import { listMeterIds, settle } from './dataset-queries.ts';
import { packHours, rollUpDays } from './load.ts';

/** Days of a year before today. */
export const YEAR_DAYS = 365;
/** Meters with a year of their own; the others are copies of them. */
const ORIGINALS = 20;
const PER_HOUR = 60;
const HOURS = 24;

/** Reproducible numbers of 0 to 1 for a meter's day. */
const chance = (...parts: number[]): number => {
  let hash = 2_166_136_261;
  for (const part of parts) hash = Math.imul(hash ^ part, 16_777_619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 4_294_967_296;
};

/**
 * Hourly means of a building in use: CO2 rises on weekdays, on a third of them above 1,000 ppm, and falls at night; fine
 * dust follows the outdoor air from day to day; the rest keeps still.
 */
const meanAt = (type: SensorType, meter: number, day: number, weekday: number, hour: number): number => {
  const inUse = weekday < 5 && hour >= 9 && hour < 18 ? Math.sin(((hour - 8) / 10) * Math.PI) : 0;
  const dust = 8 + 50 * chance(day, 1) ** 2 + 6 * chance(meter, day, 2);
  switch (type) {
    case 'CO2':
      return 430 + inUse * (250 + 500 * chance(meter, day, 3));
    case 'PM10':
      return 1.6 * dust;
    case 'PM2.5':
      return dust;
    case 'PM1.0':
      return 0.8 * dust;
    case 'HCHO':
      return 0.012 + 0.03 * chance(meter, day, 4);
    case 'TEMPERATURE':
      return 21 + 3 * chance(day, 5);
    case 'HUMIDITY':
      return 35 + 25 * chance(day, 6);
  }
};

/** One channel's day. Each fiftieth day lacks some hours. */
const dayRow = (meterId: number, type: SensorType, day: string, number: number, place: number): DayRow => {
  const scale = 10 ** SENSOR_TYPE_INFO[type].digits;
  const lacks = chance(place, number, 7) < 0.02 ? 4 : HOURS;
  const weekday = weekdayOf(day);
  const row: DayRow = { meter_id: meterId, day, channel: channelOf(type, 1), count: [], sum: [], min: [], max: [] };
  for (let hour = 0; hour < HOURS; hour++) {
    const isMissing = hour >= lacks && hour < lacks + 6;
    const ticks = Math.round(meanAt(type, place, number, weekday, hour) * scale);
    row.count.push(isMissing ? null : PER_HOUR);
    row.sum.push(isMissing ? null : ticks * PER_HOUR);
    row.min.push(isMissing ? null : Math.round(ticks * 0.97));
    row.max.push(isMissing ? null : Math.round(ticks * 1.03));
  }
  return row;
};

/** Hours are packed by the days of the index. */
const indexRow = (meterId: number, day: string): DayRow => {
  const tenths = new Array<number>(HOURS).fill(500);
  const count = new Array<number>(HOURS).fill(PER_HOUR);
  return { meter_id: meterId, day, channel: INDEX_CHANNEL, count, sum: tenths, min: tenths, max: tenths };
};

/** Gives all registered meters a year of rollups, up to a day, and their organization what its limits depend on. */
export const addYear = async (db: Db, today: string): Promise<void> => {
  const first = (await listMeterIds(db)).slice(0, ORIGINALS);
  for (let number = 1; number <= YEAR_DAYS; number++) {
    const day = addDays(today, -number);
    const rows = first.flatMap((meterId, place) => [
      ...SENSOR_TYPES.map((type) => dayRow(meterId, type, day, number, place)),
      indexRow(meterId, day),
    ]);
    await db.tx(async (tx) => {
      await saveDays(tx, rows);
      await markDays(
        tx,
        first.map((meterId) => ({ meterId, day })),
      );
    });
  }
  await rollUpDays(db);
  await packHours(db);
  await copyRollups(db, first);
  await addFacility(db);
  await settle(db);
};
