import { firstDayOf, nextBucketDay } from '@airdeck/domain/bucket';
import { addDays, hoursOfDay, monthOf } from '@airdeck/domain/calendar';
import type { Tx } from '../../platform/db/pool.ts';
import { knownMeter, type RegistrySnapshot } from '../../registry/snapshot.ts';
import { CELL_BYTES, foldHours, writeCell } from './day-cell.ts';
import { clearDays, listDirtyDays, loadMonths, type MeterDay, type MonthRow, saveMonths } from './day-queries.ts';
import { areZonesCurrent, loadDays, takeRollupLock } from './rollup-queries.ts';
import type { DayRow } from './rollup-rows.ts';

const EMPTY = { count: 0, sum: null, min: null, max: null };

/** How many days the month of a day has. */
const daysInMonth = (day: string): number => Number(addDays(nextBucketDay('month', day), -1).slice(8));
const place = (day: string): number => Number(day.slice(8)) - 1;

const meterMonthKey = (meterId: number, month: string): string => `${meterId}@${month}`;

/** One meter's month while days of it are being rebuilt, by channel. */
type MonthDraft = Map<number, MonthRow>;

/** The stored months of these days, without the cells of these days. */
const loadDrafts = async (tx: Tx, days: readonly MeterDay[]): Promise<Map<string, MonthDraft>> => {
  const drafts = new Map<string, MonthDraft>();
  for (const row of await loadMonths(tx, days)) {
    const key = meterMonthKey(row.meter_id, monthOf(row.month));
    drafts.set(key, (drafts.get(key) ?? new Map()).set(row.channel, row));
  }
  for (const { meterId, day } of days) {
    for (const row of drafts.get(meterMonthKey(meterId, monthOf(day)))?.values() ?? [])
      writeCell(row.data, place(day), EMPTY);
  }
  return drafts;
};

const putDay = (drafts: Map<string, MonthDraft>, row: DayRow): void => {
  const key = meterMonthKey(row.meter_id, monthOf(row.day));
  const draft = drafts.get(key) ?? new Map<number, MonthRow>();
  drafts.set(key, draft);
  const month = draft.get(row.channel) ?? {
    meter_id: row.meter_id,
    month: firstDayOf('month', row.day),
    channel: row.channel,
    data: Buffer.alloc(daysInMonth(row.day) * CELL_BYTES),
  };
  draft.set(row.channel, month);
  writeCell(month.data, place(row.day), foldHours(row.channel, row));
};

/** Whether it has an element for each hour of its day: one of another calendar does not. */
export const isOfCalendar = (row: DayRow, zone: string): boolean =>
  row.count.length === hoursOfDay(row.day, zone).length;

const remake = async (tx: Tx, snapshot: RegistrySnapshot, days: readonly MeterDay[]): Promise<void> => {
  const drafts = await loadDrafts(tx, days);
  for (const row of await loadDays(tx, days)) {
    const zone = knownMeter(snapshot, row.meter_id)?.organization.timeZone;
    if (zone && isOfCalendar(row, zone)) putDay(drafts, row);
  }
  const rows = [...drafts.values()].flatMap((draft) => [...draft.values()]);
  if (rows.length > 0) await saveMonths(tx, rows);
};

/**
 * Rebuilds cells of rollup_day from their hours and removes the marks of their days, all or nothing: `limit` days, and
 * with `today`, the present day of each zone, only past ones. Returns the number; also 0 if another server is doing it,
 * or has newer organizations.
 */
export const rollDays = async (
  tx: Tx,
  snapshot: RegistrySnapshot,
  today: ReadonlyMap<string, string> | null,
  limit: number,
): Promise<number> => {
  if (!(await takeRollupLock(tx))) return 0;
  if (!(await areZonesCurrent(tx, [...snapshot.organizations.values()]))) return 0;
  const marked = await listDirtyDays(tx, today, limit);
  if (marked.length === 0) return 0;
  const days = marked.filter(({ meterId }) => knownMeter(snapshot, meterId) !== undefined);
  if (days.length > 0) await remake(tx, snapshot, days);
  // A meter may be so new that this process has not heard of it yet: its marks stay.
  const gone = marked.filter(({ meterId, isGone }) => isGone && knownMeter(snapshot, meterId) === undefined);
  await clearDays(tx, [...days, ...gone]);
  return days.length + gone.length;
};
