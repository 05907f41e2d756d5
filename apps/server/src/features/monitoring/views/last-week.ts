import type { AttentionItem } from '@airdeck/contract/monitoring/attention';
import { addDays, hoursOfDay, localDay } from '@airdeck/domain/calendar';
import { completenessOf, receivedFrames } from '@airdeck/domain/completeness';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { fromTicks } from '@airdeck/domain/stored-value';
import { timesOf } from '@airdeck/domain/usual';
import { spanAt } from '@airdeck/domain/zone-clock';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { loadDays } from '../../../store/rollups/rollup-queries.ts';
import type { WorstReading } from '../assess/air-status.ts';

export type Usual = Extract<AttentionItem, { kind: 'AIR' }>['usual'];

export interface MeterReading {
  meter: Meter;
  worst: WorstReading;
}

/** The hour on the clock of a zone, 0 to 23. */
export const clockHour = (epochMs: number, zone: string): number =>
  Math.floor((((epochMs + spanAt(epochMs, zone).offset) % DAY_MS) + DAY_MS) / HOUR_MS) % 24;

/** The same hour on the same weekday of last week; null where a clock change skipped it. */
const sameHour = (now: number, zone: string): { day: string; position: number; start: number } | null => {
  const day = addDays(localDay(now, zone), -7);
  const hours = hoursOfDay(day, zone);
  const position = hours.findIndex((start) => clockHour(start, zone) === clockHour(now, zone));
  const start = hours[position];
  return start === undefined ? null : { day, position, start };
};

/** For each meter id, the ratio of each reading to the mean of the same hour a week ago. */
export const loadUsual = async (
  { now, read, thresholdsAt }: RequestContext,
  readings: readonly MeterReading[],
): Promise<Map<number, Usual>> => {
  const wanted = readings.flatMap(({ meter, worst }) => {
    const at = sameHour(now, meter.organization.timeZone);
    return at ? [{ meter, worst, ...at }] : [];
  });
  const usual = new Map<number, Usual>();
  if (wanted.length === 0) return usual;
  const days = wanted.map(({ meter, day }) => ({ meterId: meter.id, day }));
  const rows = await read((tx) => loadDays(tx, days, [...new Set(wanted.map(({ worst }) => worst.channel))]));
  const byKey = new Map(rows.map((row) => [`${row.meter_id}/${row.channel}/${row.day}`, row]));
  for (const { meter, worst, day, position, start } of wanted) {
    const row = byKey.get(`${meter.id}/${worst.channel}/${day}`);
    const count = row?.count[position] ?? 0;
    const sum = row?.sum[position] ?? null;
    if (count === 0 || sum === null) continue;
    const earlier = {
      mean: fromTicks(worst.type, sum / count),
      completeness: completenessOf([receivedFrames(count, meter, start, start + HOUR_MS)]) ?? 1,
    };
    const times = timesOf(worst.value, earlier, worst.type, thresholdsAt(meter.organization, now));
    usual.set(meter.id, times === null ? null : { times, day });
  }
  return usual;
};
