import { DAY_MS } from '@airdeck/domain/duration';
import { spanAt } from '@airdeck/domain/zone-clock';

const WEEK_MS = 7 * DAY_MS;
const TIME = /^(\d{4})[-/.](\d\d)[-/.](\d\d)[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))? ?(?:(Z)|([+-])(\d\d):?(\d\d))?$/;

/** The instant at which the zone's clock shows `clock` (epoch ms as if it were UTC). */
function instantOf(clock: number, zone: string): number {
  const guess = clock - spanAt(clock, zone).offset;
  return clock - spanAt(guess, zone).offset;
}

/** Epoch ms of a recorded time; null for an invalid one. Without an offset it is in the zone's time. */
export function parseRecordedTime(text: string, zone: string): number | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = '0', utc, sign, offsetHours, offsetMinutes] = match;
  const written = `${year}-${month}-${day}T${hour}:${minute}`;
  const minuteStart = Date.parse(`${written}Z`);
  // JavaScript turns 30 February into 2 March.
  if (Number.isNaN(minuteStart) || !new Date(minuteStart).toISOString().startsWith(written)) return null;
  const clock = minuteStart + Number(second) * 1000;
  if (utc !== undefined) return clock;
  if (sign === undefined) return instantOf(clock, zone);
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return sign === '-' ? clock + offset : clock - offset;
}

/**
 * Shifts recorded times by whole weeks so that `last` is just before `now`: the zone's clock shows the same hour and
 * weekday, also across a change of daylight saving.
 */
export function weeksToNow(last: number, now: number, zone: string): (time: number) => number {
  const move = (time: number, weeks: number): number =>
    instantOf(time + spanAt(time, zone).offset + weeks * WEEK_MS, zone);
  let weeks = Math.floor((now - last) / WEEK_MS) + 1;
  while (move(last, weeks) > now) weeks -= 1;
  return (time) => move(time, weeks);
}
