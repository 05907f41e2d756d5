import { DAY_MS, MINUTE_MS } from '../duration.ts';

/** Local times of day, `HH:MM`, between which no notification is sent; `from` may be later than `to`, over midnight. */
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

/** End of the quiet hours that contain an instant, epoch milliseconds; null outside of quiet hours. */
export function quietUntil(epochMs: number, { from, to }: QuietHours, zone: string): number | null {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  const minute = localMinute(epochMs, zone);
  const isQuiet = start < end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!isQuiet) return null;
  const left = (end - minute + DAY_MIN) % DAY_MIN;
  return Math.floor(epochMs / MINUTE_MS) * MINUTE_MS + left * MINUTE_MS;
}

export interface When {
  /** null: at once; otherwise together, at the end of every such period, in minutes. */
  readonly digestMin: number | null;
  readonly quiet: QuietHours | null;
  /** Whether critical alarms ignore quiet hours and digests. */
  readonly criticalPasses: boolean;
}

/** When to send the notification of an alarm raised now. */
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
