import type { SensorCard, SensorNow } from '@airdeck/contract/monitoring/schema';
import { localDay, startOfLocalDay } from '@airdeck/domain/calendar';

/** A course has a mean for each ten minutes. */
export const SLOT_MS = 600_000;

export interface CourseClock {
  timeZone: string;
  interval_s: number;
  /** Lists of many meters have no courses. */
  keepsCourse: boolean;
}

type Today = Pick<SensorCard, 'course' | 'today_min' | 'today_max'>;

function withReading(course: Today['course'], slot: number, value: number, reading: number): Today['course'] {
  const filled = [...course];
  while (filled.length <= slot) filled.push(null);
  const mean = filled[slot] ?? null;
  filled[slot] = mean === null ? value : mean + (value - mean) / reading;
  return filled;
}

/**
 * Today's course, minimum and maximum of a sensor after one more reading; a reading of a new day begins a new one.
 * How many readings a mean was made of is taken from the clock, as if none had been missed.
 */
export function todayAfter(sensor: SensorCard, now: SensorNow, clock: CourseClock): Today {
  const { course, today_min, today_max } = sensor;
  if (now.value === null || now.time === null || now.time === sensor.time) return { course, today_min, today_max };
  const at = Date.parse(now.time);
  const day = localDay(at, clock.timeZone);
  const sameDay = sensor.time !== null && localDay(Date.parse(sensor.time), clock.timeZone) === day;
  const since = at - startOfLocalDay(day, clock.timeZone);
  const slot = Math.floor(since / SLOT_MS);
  const reading = Math.floor((since - slot * SLOT_MS) / (clock.interval_s * 1000)) + 1;
  return {
    course: clock.keepsCourse ? withReading(sameDay ? course : [], slot, now.value, reading) : course,
    today_min: sameDay && today_min !== null ? Math.min(today_min, now.value) : now.value,
    today_max: sameDay && today_max !== null ? Math.max(today_max, now.value) : now.value,
  };
}
