import { addDays, hoursOfDay, localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { spanAt } from '@airdeck/domain/zone-clock';
import { MINUTE_MS } from '../../../lib/clock.ts';

export interface TimeTicks {
  /** Epoch ms, ascending. */
  times: number[];
  /** The unit that the ticks count, which decides their form. */
  unit: 'minute' | 'hour' | 'day' | 'month' | 'year';
}

const MONTH_MS = 30.4 * DAY_MS;

/** Distances of ticks that people count in, smallest first. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => ({ unit: 'minute', count, ms: count * MINUTE_MS }) as const),
  ...[1, 2, 3, 6, 12].map((count) => ({ unit: 'hour', count, ms: count * HOUR_MS }) as const),
  ...[1, 2, 5, 10].map((count) => ({ unit: 'day', count, ms: count * DAY_MS }) as const),
  ...[1, 3, 6].map((count) => ({ unit: 'month', count, ms: count * MONTH_MS }) as const),
  ...[1, 2, 5, 10, 20].map((count) => ({ unit: 'year', count, ms: count * 12 * MONTH_MS }) as const),
] as const;

/** Local days from the one that holds `from` to the one that holds `to`. */
function daysBetween(from: number, to: number, zone: string): string[] {
  const days: string[] = [];
  for (let day = localDay(from, zone); day <= localDay(to, zone); day = addDays(day, 1)) days.push(day);
  return days;
}

/** Full hours of the local clock that are divisible by `count`. A repeated hour is shown once, unless every hour is. */
function hoursBetween(from: number, to: number, zone: string, count: number): number[] {
  return daysBetween(from, to, zone).flatMap((day) => {
    const shown = new Set<number>();
    return hoursOfDay(day, zone).filter((time) => {
      const clock = (time + spanAt(time, zone).offset) / HOUR_MS;
      const hour = Math.floor(clock) % 24;
      if (clock !== Math.floor(clock) || hour % count !== 0 || (count > 1 && shown.has(hour))) return false;
      shown.add(hour);
      return true;
    });
  });
}

function minutesBetween(from: number, to: number, zone: string, count: number): number[] {
  const times: number[] = [];
  const hours = daysBetween(from, to, zone).flatMap((day) => hoursOfDay(day, zone));
  for (const [i, hour] of hours.entries()) {
    const end = hours[i + 1] ?? hour + HOUR_MS;
    if (end < from || hour > to) continue;
    for (let time = hour; time < end; time += count * MINUTE_MS) times.push(time);
  }
  return times;
}

/** Days 1, 1 + count, …, of each month, without one that is too near to the next first. */
function daysOfMonth(from: number, to: number, zone: string, count: number): number[] {
  const days = daysBetween(from, to, zone).filter((day) => {
    const past = Number(day.slice(8)) - 1;
    const crowds = count > 1 && addDays(day, Math.ceil(count / 2)).slice(0, 7) !== day.slice(0, 7);
    return past % count === 0 && !crowds;
  });
  return days.map((day) => startOfLocalDay(day, zone));
}

function monthsBetween(from: number, to: number, zone: string, count: number): number[] {
  const [year = 0, month = 1] = localDay(from, zone).split('-').map(Number);
  const times: number[] = [];
  for (let months = year * 12 + month - 1; ; months++) {
    if (months % count !== 0) continue;
    const text = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`;
    const time = startOfLocalDay(text, zone);
    if (time > to) return times;
    times.push(time);
  }
}

/**
 * At most about `most` ticks between two instants, on full minutes, hours, days, months or years of a zone's own
 * clock: also on days of a clock shift and in zones of half hours. ECharts' time axis knows only the browser's zone.
 * `finest` ms is the least distance: days have no hours between them.
 */
export function timeTicks(from: number, to: number, zone: string, most: number, finest = 0): TimeTicks {
  const step = STEPS.find(({ ms }) => ms >= finest * 0.99 && (to - from) / ms <= most) ?? STEPS[STEPS.length - 1];
  if (step === undefined) return { times: [], unit: 'year' };
  const { unit, count } = step;
  const all = {
    minute: minutesBetween,
    hour: hoursBetween,
    day: daysOfMonth,
    month: monthsBetween,
    year: (a: number, b: number, z: string, years: number) => monthsBetween(a, b, z, years * 12),
  }[unit](from, to, zone, count);
  return { unit, times: all.filter((time) => time >= from && time <= to) };
}
