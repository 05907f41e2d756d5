import { bucketsOf } from '@airdeck/domain/bucket';
import { addDays, hoursOfDay } from '@airdeck/domain/calendar';
import { receivedFrames } from '@airdeck/domain/completeness';
import type { Cell, DayCells, HourCell } from '@airdeck/domain/limit/assess';
import type { DayRange, TimeRange } from '@airdeck/domain/range';
import type { Meter } from '../../../registry/snapshot.ts';
import type { ChannelBuckets } from '../../../store/history/read-buckets.ts';
import type { OpenHoursOf, Segment } from './plan.ts';

/** A local day of a meter, before it is known what a sensor measured. */
export interface MeterDay extends TimeRange {
  day: string;
  /** Place among the days of the period. */
  at: number;
  segment: Segment;
  isOpen: readonly boolean[];
  openHours: number;
  expected: number;
}

export const hourRanges = (day: string, zone: string, end: number): TimeRange[] => {
  const starts = hoursOfDay(day, zone);
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? end }));
};

/** Readings that a meter was to send in the past part of a time. */
const expectedIn = (meter: Meter, { start, end }: TimeRange, now: number): number =>
  receivedFrames(0, meter, start, Math.min(end, now)).expected;

/** The days of a period on which rules hold for a meter and something was expected of it. */
export const meterDays = (
  meter: Meter,
  days: DayRange,
  segments: readonly Segment[],
  { now, openHoursOf }: { now: number; openHoursOf: OpenHoursOf },
): MeterDay[] => {
  const zone = meter.organization.timeZone;
  const found: MeterDay[] = [];
  let place = 0;
  for (const [at, { day, start, end }] of bucketsOf('day', days.from, days.to, zone).entries()) {
    while ((segments[place]?.to ?? '~') < day) place++;
    const segment = segments[place];
    if (segment === undefined || segment.rules.length === 0 || start >= now) continue;
    const expected = expectedIn(meter, { start, end }, now);
    if (expected === 0) continue;
    const isOpen = openHoursOf(segment.facts.hours, day, zone, hourRanges(day, zone, end));
    const openHours = isOpen.reduce((sum, is) => sum + (is ? 1 : 0), 0);
    found.push({ day, at, start, end, segment, isOpen, openHours, expected });
  }
  return found;
};

const cellAt = (buckets: ChannelBuckets | undefined, at: number, expected: number): Cell => ({
  count: buckets?.count[at] ?? 0,
  sum: buckets?.sum[at] ?? 0,
  min: buckets?.min[at] ?? null,
  max: buckets?.max[at] ?? null,
  expected,
});

/** A sensor's day by its total. */
export const totalOf = (
  { day, at, start, end, isOpen, openHours, expected }: MeterDay,
  buckets: ChannelBuckets | undefined,
): DayCells => ({
  ...{ day, start, end, hourCount: isOpen.length, openHours },
  total: cellAt(buckets, at, expected),
  hours: null,
});

/** The hours of a day out of buckets of hours, of which `first` is the day's first. */
export const hoursOf = (
  meter: Meter,
  day: MeterDay,
  buckets: ChannelBuckets | undefined,
  first: number,
  now: number,
): HourCell[] =>
  hourRanges(day.day, meter.organization.timeZone, day.end).map((hour, at) => ({
    ...hour,
    ...cellAt(buckets, first + at, expectedIn(meter, hour, now)),
    isOpen: day.isOpen[at] === true,
  }));

/** Place of each day's first hour among the hours of some days. */
export const firstHours = ({ from, to }: DayRange, zone: string): Map<string, number> => {
  const firsts = new Map<string, number>();
  let first = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    firsts.set(day, first);
    first += hoursOfDay(day, zone).length;
  }
  return firsts;
};
