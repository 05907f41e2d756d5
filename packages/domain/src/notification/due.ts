import { DAY_MS, MINUTE_MS } from '../duration.ts';

/** Local times of day, `HH:MM`, between which nobody is disturbed; `from` may be later than `to`, over midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

const DAY_MIN = DAY_MS / MINUTE_MS;

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const localMinute = (epochMs: number, zone: string): number =>
  minuteOf(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(epochMs),
  );

/** When the quiet hours end in which an instant lies, epoch milliseconds; null: it lies in none. */
export function quietUntil(epochMs: number, { from, to }: QuietHours, zone: string): number | null {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  const minute = localMinute(epochMs, zone);
  const isQuiet = start < end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!isQuiet) return null;
  const left = (end - minute + DAY_MIN) % DAY_MIN;
  return Math.floor(epochMs / MINUTE_MS) * MINUTE_MS + left * MINUTE_MS;
}

export interface When {
  /** null: at once; else together, at the end of each so many minutes. */
  readonly digestMin: number | null;
  readonly quiet: QuietHours | null;
  /** Whether what is critical is told of at once, in quiet hours and where others are collected. */
  readonly criticalPasses: boolean;
}

/** When somebody is told of an alarm that came now. */
export function dueTime(
  now: number,
  { digestMin, quiet, criticalPasses }: When,
  isCritical: boolean,
  zone: string,
): number {
  if (isCritical && criticalPasses) return now;
  const due = digestMin === null ? now : Math.ceil(now / (digestMin * MINUTE_MS)) * digestMin * MINUTE_MS;
  return (quiet && quietUntil(due, quiet, zone)) ?? due;
}
