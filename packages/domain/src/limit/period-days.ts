import type { ReadingColumns } from '../reading-columns.ts';
import type { LimitRule } from './rule.ts';

/** Hours that count, by their places in a period: those of a day lie from `firsts[day]` to before `firsts[day + 1]`. */
export interface CountedHours {
  readonly places: Int32Array;
  readonly firsts: Int32Array;
}

/** The local days of a period in epoch ms, and their hours one after the other. */
export interface PeriodDays {
  readonly days: readonly string[];
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly hourStarts: Float64Array;
  readonly hourEnds: Float64Array;
  /** All hours, and those in which a place is open. */
  readonly hours: Readonly<Record<LimitRule['hours'], CountedHours>>;
}

/** The counted hours of days, each given as whether it counts, hour by hour. */
export const countedHours = (days: readonly (readonly boolean[])[]): CountedHours => {
  const firsts = new Int32Array(days.length + 1);
  const places: number[] = [];
  let place = 0;
  for (const [day, hours] of days.entries()) {
    for (const isCounted of hours) {
      if (isCounted) places.push(place);
      place++;
    }
    firsts[day + 1] = places.length;
  }
  return { places: Int32Array.from(places), firsts };
};

/** Readings that a meter is expected to send, by day and by hour of the period. */
export interface ExpectedReadings {
  readonly byDay: Float64Array;
  readonly byHour: Float64Array;
  /** Those of the opening hours of each day. */
  readonly openByDay: Float64Array;
  /** Share of each day's hours in which a place is open. */
  readonly openShare: Float64Array;
  /** The days in each counted hour of which readings are expected. */
  readonly isWhole: Readonly<Record<LimitRule['hours'], Uint8Array>>;
}

/** Days of one sensor in a period. */
export interface SensorDays {
  readonly period: PeriodDays;
  readonly expected: ExpectedReadings;
  readonly byDay: ReadingColumns;
}

export interface SensorReadings extends SensorDays {
  /** Read only of the days that `hasHours` names, because the totals of the others decide (`markNeeded`). */
  readonly byHour: ReadingColumns;
  readonly hasHours: Uint8Array;
  /** Readings that arrived on each day in the counted hours, not more than were expected, and those that were. */
  readonly received: Readonly<Record<LimitRule['hours'], Float64Array>>;
  readonly due: Readonly<Record<LimitRule['hours'], Float64Array>>;
}

/** Elements of numeric columns; places are always within them. */
export const at = (column: Float64Array, place: number): number => column[place] as number;
export const placeAt = (column: Int32Array, place: number): number => column[place] as number;
export const flagAt = (column: Uint8Array, place: number): number => column[place] as number;

/** Not by a key that varies, which is slow to read. */
export const countedIn = ({ hours }: PeriodDays, which: LimitRule['hours']): CountedHours =>
  which === 'ALL' ? hours.ALL : hours.OPEN;
export const hourCountOn = (period: PeriodDays, day: number, which: LimitRule['hours']): number => {
  const { firsts } = countedIn(period, which);
  return placeAt(firsts, day + 1) - placeAt(firsts, day);
};
/** Whether a day begins where the other one ends. */
export const isNext = ({ starts, ends }: PeriodDays, before: number | undefined, day: number): boolean =>
  before !== undefined && at(ends, before) === at(starts, day);

/** For each day whether readings are expected in each of its counted hours. */
const wholeDays = (period: PeriodDays, byHour: Float64Array, which: LimitRule['hours']): Uint8Array => {
  const { places, firsts } = countedIn(period, which);
  const isDue = (place: number): boolean => at(byHour, place) > 0;
  return Uint8Array.from(period.days, (_, day) => Number(places.subarray(firsts[day], firsts[day + 1]).every(isDue)));
};

export const expectedReadings = (
  period: PeriodDays,
  { byDay, byHour }: Pick<ExpectedReadings, 'byDay' | 'byHour'>,
): ExpectedReadings => {
  const { places, firsts } = period.hours.OPEN;
  const openByDay = byDay.map((_, day) =>
    places.subarray(firsts[day], firsts[day + 1]).reduce((sum, place) => sum + at(byHour, place), 0),
  );
  const openShare = byDay.map(
    (_, day) => hourCountOn(period, day, 'OPEN') / Math.max(1, hourCountOn(period, day, 'ALL')),
  );
  const isWhole = { ALL: wholeDays(period, byHour, 'ALL'), OPEN: wholeDays(period, byHour, 'OPEN') };
  return { byDay, byHour, openByDay, openShare, isWhole };
};

/** Readings that arrived in the opening hours of a day, in each hour not more than were expected. */
const receivedOpen = ({ hours: { OPEN } }: PeriodDays, day: number, count: Float64Array, due: Float64Array): number => {
  const { places, firsts } = OPEN;
  const end = placeAt(firsts, day + 1);
  let sum = 0;
  for (let i = placeAt(firsts, day); i < end; i++) {
    const hour = placeAt(places, i);
    sum += Math.min(at(count, hour), at(due, hour));
  }
  return sum;
};

/** A sensor's days with the hours that are read of it. Of other days the opening hours get their share of the total. */
export const withHours = (sensor: SensorDays, hasHours: Uint8Array, byHour: ReadingColumns): SensorReadings => {
  const { period, expected, byDay } = sensor;
  const all = new Float64Array(hasHours.length);
  const open = new Float64Array(hasHours.length);
  const due = new Float64Array(hasHours.length);
  for (let day = 0; day < hasHours.length; day++) {
    const received = Math.min(at(byDay.count, day), at(expected.byDay, day));
    all[day] = received;
    if (flagAt(hasHours, day) === 1) {
      open[day] = receivedOpen(period, day, byHour.count, expected.byHour);
      due[day] = at(expected.openByDay, day);
    } else {
      open[day] = received * at(expected.openShare, day);
      due[day] = at(expected.byDay, day) * at(expected.openShare, day);
    }
  }
  return { ...sensor, byHour, hasHours, received: { ALL: all, OPEN: open }, due: { ALL: expected.byDay, OPEN: due } };
};
