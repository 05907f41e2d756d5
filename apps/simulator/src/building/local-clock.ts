import { DAY_MS } from '@airdeck/domain/duration';
import { type Span, spanAt } from '@airdeck/domain/zone-clock';

const THURSDAY = 4;

/** The local time of day. */
export interface LocalTime {
  /** Minutes since local midnight. */
  minute: number;
  /** Days since 1970-01-01 on the local calendar. */
  day: number;
  /** 0 = Sunday. */
  weekday: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  date: number;
}

/**
 * A zone's wall clock, for millions of consecutive look-ups: facts of a day are cached until another day is requested.
 * Returns one object that the next call overwrites.
 */
export function createLocalClock(zone: string): (time: number) => Readonly<LocalTime> {
  const local: LocalTime = { minute: 0, day: Number.NaN, weekday: 0, month: 1, date: 1 };
  let span: Span = { from: 0, until: 0, offset: 0 };
  return (time) => {
    if (time < span.from || time >= span.until) span = spanAt(time, zone);
    const clock = time + span.offset;
    const day = Math.floor(clock / DAY_MS);
    if (day !== local.day) {
      const date = new Date(day * DAY_MS);
      local.day = day;
      local.weekday = (((day + THURSDAY) % 7) + 7) % 7;
      local.month = date.getUTCMonth() + 1;
      local.date = date.getUTCDate();
    }
    local.minute = Math.floor((clock - day * DAY_MS) / 60_000);
    return local;
  };
}
