import { type MeterIndex, meterIndex } from '@airdeck/domain/air-index';
import { addDays, hourStart, hoursOfDay, localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { Tx } from '../../platform/db/pool.ts';
import { knownMeter, type Meter, type RegistrySnapshot } from '../../registry/snapshot.ts';
import { thresholdsOn } from '../../registry/thresholds.ts';
import type { MeterHour } from '../frames/dirty-hours.ts';
import { cellOf, type HourCell, INDEX_CHANNEL } from './rollup-rows.ts';
import type { ChannelSum } from './sum-columns.ts';
import { type HourSpan, sumHours } from './sum-hours-queries.ts';

const HOUR_MS = 3_600_000;

/** An hour whose rollup is older than its frames: where it lies, and in which day. */
export interface StaleHour extends HourSpan {
  meter: Meter;
  day: string;
  /** Place of the hour among the day's, and how many those are. */
  hour: number;
  hours: number;
}

/** Where an hour lies in its zone. */
type ZoneHour = Pick<StaleHour, 'day' | 'hour' | 'hours' | 'start' | 'end'>;

const zoneHour = (zone: string, at: number): ZoneHour => {
  const start = hourStart(at, zone);
  const day = localDay(start, zone);
  const starts = hoursOfDay(day, zone);
  const hour = starts.indexOf(start);
  const end = starts[hour + 1] ?? startOfLocalDay(addDays(day, 1), zone);
  return { day, hour, hours: starts.length, start, end };
};

/** The hours of a zone that an hour of a mark touches. */
const zoneHours = (zone: string, mark: number): ZoneHour[] => {
  const hours: ZoneHour[] = [];
  for (let at = mark; at < mark + HOUR_MS; ) {
    const hour = zoneHour(zone, at);
    hours.push(hour);
    at = hour.end;
  }
  return hours;
};

/**
 * The hours that these marks mean: two where the writer did not know yet that the organization has moved to another zone,
 * and its hours begin at another minute. Deleted meters keep their history, so their hours count too.
 */
export const staleHours = (snapshot: RegistrySnapshot, marks: readonly MeterHour[]): StaleHour[] => {
  const hours = new Map<string, StaleHour>();
  // Mostly all meters have the same open hour.
  const known = new Map<string, ZoneHour[]>();
  for (const { meterId, hour: mark } of marks) {
    const meter = knownMeter(snapshot, meterId);
    if (!meter) continue;
    const zone = meter.organization.timeZone;
    const inZone = known.get(`${zone}@${mark}`) ?? zoneHours(zone, mark);
    known.set(`${zone}@${mark}`, inZone);
    for (const hour of inZone) hours.set(`${meterId}@${hour.start}`, { meterId, meter, ...hour });
  }
  return [...hours.values()];
};

/** Index of the means of a meter's sensors in an hour. */
const indexOf = (meter: Meter, sums: readonly ChannelSum[], thresholds: Thresholds): MeterIndex | null =>
  meterIndex(
    sums.flatMap(({ channel, sum, count }) => {
      const sensor = meter.sensors.get(channel);
      return sensor ? [{ type: sensor.type, value: fromTicks(sensor.type, sum / count) }] : [];
    }),
    thresholds,
  );

/** The rollup of an hour: its channels, and the index of their means. */
export const cellsOf = (
  snapshot: RegistrySnapshot,
  { meter, day }: StaleHour,
  sums: readonly ChannelSum[],
): HourCell[] => {
  const frames = sums.find(({ channel }) => channel === INDEX_CHANNEL)?.count ?? 0;
  if (frames === 0) return [];
  const readings = sums.filter(({ channel }) => channel !== INDEX_CHANNEL);
  const index = indexOf(meter, readings, thresholdsOn(snapshot, meter.organization.id, day));
  const tenths = index && Math.round(index.index * 10);
  return [...readings.map(cellOf), { channel: INDEX_CHANNEL, count: frames, sum: tenths, min: tenths, max: tenths }];
};

/** These hours computed from their frames; no cells for an hour without frames. */
export const sumCells = async (
  db: Tx,
  snapshot: RegistrySnapshot,
  hours: readonly StaleHour[],
): Promise<HourCell[][]> => {
  const sums = hours.length > 0 ? await sumHours(db, hours) : [];
  return hours.map((hour, at) => cellsOf(snapshot, hour, sums[at] ?? []));
};
