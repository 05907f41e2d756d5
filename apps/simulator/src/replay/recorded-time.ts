import { DAY_MS } from '@airdeck/domain/duration';
import { spanAt } from '@airdeck/domain/zone-clock';

const WEEK_MS = 7 * DAY_MS;
const TIME = /^(\d{4})[-/.](\d\d)[-/.](\d\d)[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))? ?(?:(Z)|([+-])(\d\d):?(\d\d))?$/;

/** The instant at which the zone's clock shows `clock` (epoch ms as if it were UTC). */
function instantOf(clock: number, zone: string): number {
  const guess = clock - spanAt(clock, zone).offset;
  return clock - spanAt(guess, zone).offset;
}

/** Epoch ms of a time as recordings have it, null when it is none. Without an offset it is the zone's own. */
export function parseRecordedTime(text: string, zone: string): number | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = '0', utc, sign, offsetHours, offsetMinutes] = match;
  const written = `${year}-${month}-${day}T${hour}:${minute}`;
  const minuteStart = Date.parse(`${written}Z`);
  // JavaScript makes 2 March of 30 February.
  if (Number.isNaN(minuteStart) || !new Date(minuteStart).toISOString().startsWith(written)) return null;
  const clock = minuteStart + Number(second) * 1000;
  if (utc !== undefined) return clock;
  if (sign === undefined) return instantOf(clock, zone);
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return sign === '-' ? clock + offset : clock - offset;
}

/**
 * How to move recorded times by whole weeks so that `last` lies just before `now`: the zone's clock shows the same hour
 * of the same weekday, also across a change of daylight saving.
 */
export function weeksToNow(last: number, now: number, zone: string): (time: number) => number {
  const move = (time: number, weeks: number): number =>
    instantOf(time + spanAt(time, zone).offset + weeks * WEEK_MS, zone);
  let weeks = Math.floor((now - last) / WEEK_MS) + 1;
  while (move(last, weeks) > now) weeks -= 1;
  return (time) => move(time, weeks);
}
