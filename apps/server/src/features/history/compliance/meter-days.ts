import { bucketsOf } from '@airdeck/domain/bucket';
import { hoursOfDay } from '@airdeck/domain/calendar';
import { receivedFrames } from '@airdeck/domain/completeness';
import type { DayCells, HourCell } from '@airdeck/domain/limit/assess';
import { isOpenIn, openTimes } from '@airdeck/domain/limit/opening-hours';
import type { DayRange, TimeRange } from '@airdeck/domain/range';
import type { Meter } from '../../../registry/snapshot.ts';
import type { ChannelBuckets } from '../../../store/history/read-buckets.ts';
import type { PlacedRule } from './packs.ts';
import type { Segment } from './plan.ts';

/** A local day on which rules hold, with its hours. */
export interface RuledDay extends TimeRange {
  day: string;
  /** Place among the days of the period. */
  at: number;
  segment: Segment;
  hours: readonly (TimeRange & { isOpen: boolean })[];
  openHours: number;
}

/** Days of a meter; meters with the same facts and intervals share them. */
export interface MeterDays {
  days: readonly RuledDay[];
  /** Readings expected on each day. */
  expected: readonly number[];
  /** Places of the days on which a rule holds; null: on all. */
  placesOf(rule: PlacedRule): readonly number[] | null;
}

/** The hours of a local day, and which of them a place with the segment's facts is open. */
export const hoursOn = (day: string, zone: string, end: number, segment: Segment): RuledDay['hours'] => {
  const starts = hoursOfDay(day, zone);
  const { hours } = segment.facts;
  const open = hours && openTimes(hours, day, zone);
  return starts.map((start, at) => {
    const range = { start, end: starts[at + 1] ?? end };
    return { ...range, isOpen: open === null || isOpenIn(open, range) };
  });
};

const ruledDays = ({ from, to }: DayRange, zone: string, segments: readonly Segment[], now: number): RuledDay[] => {
  let place = 0;
  return bucketsOf('day', from, to, zone).flatMap(({ day, start, end }, at): RuledDay[] => {
    while ((segments[place]?.to ?? '~') < day) place++;
    const segment = segments[place];
    if (segment === undefined || segment.rules.length === 0 || start >= now) return [];
    const hours = hoursOn(day, zone, end, segment);
    return [{ day, at, start, end, segment, hours, openHours: hours.filter(({ isOpen }) => isOpen).length }];
  });
};

/** Readings that a meter was to send in the past part of a time. */
export const expectedIn = (meter: Meter, { start, end }: TimeRange, now: number): number =>
  receivedFrames(0, meter, start, Math.min(end, now)).expected;

const placesIn = (days: readonly RuledDay[]) => {
  const known = new Map<PlacedRule, readonly number[] | null>();
  return (rule: PlacedRule): readonly number[] | null => {
    const found = known.get(rule);
    if (found !== undefined) return found;
    const places = days.flatMap(({ segment }, at) => (segment.rules.includes(rule) ? [at] : []));
    const answer = places.length === days.length ? null : places;
    known.set(rule, answer);
    return answer;
  };
};

/** The days of meters on which rules hold and something was expected of them. */
export const createMeterDays = (range: DayRange, now: number) => {
  const ruled = new Map<readonly Segment[], Map<string, RuledDay[]>>();
  const shared = new Map<RuledDay[], Map<string, MeterDays>>();

  const ruledOf = (segments: readonly Segment[], zone: string): RuledDay[] => {
    const zones = ruled.get(segments) ?? new Map<string, RuledDay[]>();
    ruled.set(segments, zones);
    const days = zones.get(zone) ?? ruledDays(range, zone, segments, now);
    zones.set(zone, days);
    return days;
  };

  return (meter: Meter, segments: readonly Segment[]): MeterDays => {
    const all = ruledOf(segments, meter.organization.timeZone);
    const known = shared.get(all) ?? new Map<string, MeterDays>();
    shared.set(all, known);
    const begin = all[0]?.start ?? now;
    // Readings expected of a meter depend on its periods; those before the range count as one.
    const key = meter.periods
      .map(({ from, intervalS, use }) => `${Math.max(from, begin)}/${intervalS}/${use}`)
      .join(' ');
    const found = known.get(key);
    if (found) return found;
    const expected = all.map((day) => expectedIn(meter, day, now));
    const days = all.filter((_, at) => expected[at] !== 0);
    const answer = { days, expected: expected.filter((each) => each !== 0), placesOf: placesIn(days) };
    known.set(key, answer);
    return answer;
  };
};

/** A sensor's days by their totals. */
export const totalsOf = ({ days, expected }: MeterDays, buckets: ChannelBuckets | undefined): DayCells[] => {
  const cells = new Array<DayCells>(days.length);
  for (let i = 0; i < days.length; i++) {
    const { day, at, start, end, hours, openHours } = days[i] as RuledDay;
    const total = {
      count: buckets?.count[at] ?? 0,
      sum: buckets?.sum[at] ?? 0,
      min: buckets?.min[at] ?? null,
      max: buckets?.max[at] ?? null,
      expected: expected[i] ?? 0,
    };
    cells[i] = { day, start, end, hourCount: hours.length, openHours, hours: null, total };
  }
  return cells;
};

/** The hours of a day out of buckets of hours, of which `first` is the day's first. */
export const hoursOf = (
  meter: Meter,
  { hours }: RuledDay,
  buckets: ChannelBuckets | undefined,
  first: number,
  now: number,
): HourCell[] =>
  hours.map(({ start, end, isOpen }, i) => {
    const at = first + i;
    return {
      start,
      end,
      isOpen,
      count: buckets?.count[at] ?? 0,
      sum: buckets?.sum[at] ?? 0,
      min: buckets?.min[at] ?? null,
      max: buckets?.max[at] ?? null,
      expected: expectedIn(meter, { start, end }, now),
    };
  });
