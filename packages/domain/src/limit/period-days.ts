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
  /** Readings that arrived in the opening hours of each of these days, in each hour not more than were expected. */
  readonly receivedOpen: Float64Array;
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

/** Adds up a number of each opening hour, day by day. */
const sumOpen = ({ days, hours }: PeriodDays, ofHour: (hour: number) => number, isWanted: (day: number) => boolean) => {
  const { places, firsts } = hours.OPEN;
  const sums = new Float64Array(days.length);
  for (let day = 0; day < days.length; day++) {
    if (!isWanted(day)) continue;
    let sum = 0;
    for (let i = placeAt(firsts, day); i < placeAt(firsts, day + 1); i++) sum += ofHour(placeAt(places, i));
    sums[day] = sum;
  }
  return sums;
};

export const expectedReadings = (
  period: PeriodDays,
  { byDay, byHour }: Pick<ExpectedReadings, 'byDay' | 'byHour'>,
): ExpectedReadings => ({
  ...{ byDay, byHour },
  openByDay: sumOpen(
    period,
    (hour) => at(byHour, hour),
    () => true,
  ),
});

/** A sensor's days with the hours that are read of it. */
export const withHours = (sensor: SensorDays, hasHours: Uint8Array, byHour: ReadingColumns): SensorReadings => {
  const due = sensor.expected.byHour;
  const received = (hour: number): number => Math.min(at(byHour.count, hour), at(due, hour));
  return { ...sensor, byHour, hasHours, receivedOpen: sumOpen(sensor.period, received, (day) => hasHours[day] === 1) };
};
