import { bucketsOf } from '@airdeck/domain/bucket';
import { hoursOfDay } from '@airdeck/domain/calendar';
import { receivedFrames } from '@airdeck/domain/completeness';
import { isOpenIn, openTimes } from '@airdeck/domain/limit/opening-hours';
import {
  countedHours,
  type ExpectedReadings,
  expectedReadings,
  type PeriodDays,
} from '@airdeck/domain/limit/period-days';
import type { DayRange, TimeRange } from '@airdeck/domain/range';
import type { Meter } from '../../../registry/snapshot.ts';
import type { PlacedRule } from './packs.ts';
import type { Segment } from './plan.ts';

/** Days of a meter; meters with the same facts and intervals share them. */
export interface MeterDays {
  period: PeriodDays;
  expected: ExpectedReadings;
  /** Places of the days on which rules hold and readings were expected. */
  days: readonly number[];
  segmentOn(day: number): Segment | undefined;
  /** Those of the days on which a rule holds. */
  daysOf(rule: PlacedRule): readonly number[];
}

/** The hours of a local day, and which of them a place with the segment's facts is open. */
export const hoursOn = (
  day: string,
  zone: string,
  end: number,
  segment: Segment | undefined,
): readonly (TimeRange & { isOpen: boolean })[] => {
  const starts = hoursOfDay(day, zone);
  const hours = segment?.facts.hours ?? null;
  const open = hours && openTimes(hours, day, zone);
  return starts.map((start, at) => {
    const until = starts[at + 1] ?? end;
    return { start, end: until, isOpen: open === null || isOpenIn(open, { start, end: until }) };
  });
};

interface Calendar {
  period: PeriodDays;
  /** Of each day; undefined: it has no rules, or begins in the future. */
  segments: readonly (Segment | undefined)[];
}

/** A typed array is made of numbers several times faster than by a function of other elements. */
const startsOf = (times: readonly TimeRange[]) => Float64Array.from(times.map(({ start }) => start));
const endsOf = (times: readonly TimeRange[]) => Float64Array.from(times.map(({ end }) => end));

const createCalendar = ({ from, to }: DayRange, zone: string, segments: readonly Segment[], now: number): Calendar => {
  const buckets = bucketsOf('day', from, to, zone);
  const segmentsOfDays = buckets.map(({ day }) => segments.find((segment) => day <= segment.to));
  const hoursOfDays = buckets.map(({ day, end }, at) => hoursOn(day, zone, end, segmentsOfDays[at]));
  const hours = hoursOfDays.flat();
  return {
    period: {
      days: buckets.map(({ day }) => day),
      ...{ starts: startsOf(buckets), ends: endsOf(buckets), hourStarts: startsOf(hours), hourEnds: endsOf(hours) },
      hours: {
        ALL: countedHours(hoursOfDays.map((each) => each.map(() => true))),
        OPEN: countedHours(hoursOfDays.map((each) => each.map(({ isOpen }) => isOpen))),
      },
    },
    segments: segmentsOfDays.map((segment, at) =>
      segment !== undefined && segment.rules.length > 0 && (buckets[at]?.start ?? now) < now ? segment : undefined,
    ),
  };
};

/** Readings that a meter was to send in the past part of each of these times. */
const expectedIn = (meter: Meter, starts: Float64Array, ends: Float64Array, now: number): Float64Array =>
  starts.map((start, at) => receivedFrames(0, meter, start, Math.min(ends[at] as number, now)).expected);

const createDays = ({ period, segments }: Calendar, meter: Meter, now: number): MeterDays => {
  const expected = expectedReadings(period, {
    byDay: expectedIn(meter, period.starts, period.ends, now),
    byHour: expectedIn(meter, period.hourStarts, period.hourEnds, now),
  });
  const days = [...segments.keys()].filter((day) => segments[day] !== undefined && expected.byDay[day] !== 0);
  const known = new Map<PlacedRule, readonly number[]>();
  return {
    ...{ period, expected, days },
    segmentOn: (day) => segments[day],
    daysOf(rule) {
      const found = known.get(rule) ?? days.filter((day) => segments[day]?.rules.includes(rule));
      known.set(rule, found);
      return found;
    },
  };
};

/** Meters that began to report on different days share no days; a hundred kilobytes each. */
const MAX_KNOWN_DAYS = 100;

/** The days of meters on which rules hold and something was expected of them. */
export const createMeterDays = (range: DayRange, now: number) => {
  const calendars = new Map<readonly Segment[], Map<string, Calendar>>();
  const shared = new Map<Calendar, Map<string, MeterDays>>();

  const calendarOf = (segments: readonly Segment[], zone: string): Calendar => {
    const zones = calendars.get(segments) ?? new Map<string, Calendar>();
    calendars.set(segments, zones);
    const calendar = zones.get(zone) ?? createCalendar(range, zone, segments, now);
    zones.set(zone, calendar);
    return calendar;
  };

  return (meter: Meter, segments: readonly Segment[]): MeterDays => {
    const calendar = calendarOf(segments, meter.organization.timeZone);
    const known = shared.get(calendar) ?? new Map<string, MeterDays>();
    shared.set(calendar, known);
    const begin = calendar.period.starts[0] ?? now;
    // Readings expected of a meter depend on its periods; those before the range count as one.
    const key = meter.periods
      .map(({ from, intervalS, use }) => `${Math.max(from, begin)}/${intervalS}/${use}`)
      .join(' ');
    if (known.size >= MAX_KNOWN_DAYS) known.clear();
    const days = known.get(key) ?? createDays(calendar, meter, now);
    known.set(key, days);
    return days;
  };
};
