import { hoursOfDay } from '@airdeck/domain/calendar';
import { byteView } from '../../platform/byte-view.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Meter, RegistrySnapshot } from '../../registry/snapshot.ts';
import type { MeterHour } from '../../store/frames/dirty-hours.ts';
import { CorruptDayError } from '../../store/packed/decode-day.ts';
import { CorruptBlockError } from '../../store/rollups/block-hours.ts';
import { foldHours, readCell } from '../../store/rollups/day-cell.ts';
import { loadMonths } from '../../store/rollups/day-queries.ts';
import { staleHours, sumCells } from '../../store/rollups/hour-cells.ts';
import { isOfCalendar } from '../../store/rollups/rollup-days.ts';
import { loadDays } from '../../store/rollups/rollup-queries.ts';
import { type DayRow, type HourCell, INDEX_CHANNEL } from '../../store/rollups/rollup-rows.ts';
import { isDirtyDay, listDirtyHours } from './check-queries.ts';

/** The values of a layer for a channel in an hour or on a day. */
type Cell = Omit<HourCell, 'channel'>;

/**
 * The index depends on the registered sensors, and sensors added later are missing in older averages: of it only the
 * number of frames is compared.
 */
const isSame = (channel: number, a: Cell | undefined, b: Cell | undefined): boolean => {
  if ((a?.count ?? 0) !== (b?.count ?? 0)) return false;
  if (channel === INDEX_CHANNEL || !a || !b) return true;
  const tolerance = 1e-9 * Math.abs(a.sum ?? 0);
  return Math.abs((a.sum ?? 0) - (b.sum ?? 0)) <= tolerance && a.min === b.min && a.max === b.max;
};

const cellAt = (row: DayRow, hour: number): Cell | undefined => {
  const count = row.count[hour];
  if (!count) return undefined;
  return { count, sum: row.sum[hour] ?? null, min: row.min[hour] ?? null, max: row.max[hour] ?? null };
};

const words = (cell: Cell | undefined): string =>
  cell?.count ? `${cell.count} readings, sum ${cell.sum}, ${cell.min} to ${cell.max}` : 'nothing';

const channelName = (channel: number): string => (channel === INDEX_CHANNEL ? 'the index' : `channel ${channel}`);

/** The hours of a day, packed or not; a message if they cannot be unpacked. */
const readHours = async (tx: Tx, meter: Meter, day: string): Promise<DayRow[] | string> => {
  try {
    const rows = await loadDays(tx, [{ meterId: meter.id, day }]);
    return rows.filter((row) => isOfCalendar(row, meter.organization.timeZone));
  } catch (error) {
    if (error instanceof CorruptBlockError) return error.message;
    throw error;
  }
};

/** The first difference between the averages of a meter's hours on a local day and its frames, as a message. */
export const checkHours = async (tx: Tx, snapshot: RegistrySnapshot, meter: Meter, day: string): Promise<string[]> => {
  const zone = meter.organization.timeZone;
  const starts = hoursOfDay(day, zone).map((hour) => ({ meterId: meter.id, hour }));
  const dirty = new Set(await listDirtyHours(tx, meter.id));
  const isFresh = ({ hour }: MeterHour): boolean => !dirty.has(hour);
  const hours = staleHours(snapshot, starts.filter(isFresh));
  const rows = await readHours(tx, meter, day);
  // The check of the day reports it.
  if (typeof rows === 'string') return [];
  const measured = await sumCells(tx, snapshot, hours).catch((error) => {
    if (error instanceof CorruptDayError) return error.message;
    throw error;
  });
  if (typeof measured === 'string') return [`its averages cannot be compared: ${measured}`];
  for (const [at, hour] of hours.entries()) {
    const frames = new Map((measured[at] ?? []).map((cell) => [cell.channel, cell]));
    const stored = new Map(rows.map((row) => [row.channel, cellAt(row, hour.hour)]));
    for (const channel of new Set([...stored.keys(), ...frames.keys()])) {
      const [a, b] = [stored.get(channel), frames.get(channel)];
      if (isSame(channel, a, b)) continue;
      const time = new Date(hour.start).toISOString().slice(0, 16);
      return [`hour ${time}Z, ${channelName(channel)}: the averages say ${words(a)}, the frames ${words(b)}`];
    }
  }
  return [];
};

/** The first difference between the averages of a past day and its hours, as a message. */
export const checkDay = async (tx: Tx, meter: Meter, day: string): Promise<string[]> => {
  const wanted = [{ meterId: meter.id, day }];
  if (await isDirtyDay(tx, meter.id, day)) return [];
  const rows = await readHours(tx, meter, day);
  if (typeof rows === 'string') return [rows];
  const hours = new Map(rows.map((row) => [row.channel, foldHours(row.channel, row)]));
  const months = await loadMonths(tx, wanted);
  const stored = new Map(months.map((row) => [row.channel, readCell(byteView(row.data), Number(day.slice(8)) - 1)]));
  for (const channel of new Set([...hours.keys(), ...stored.keys()])) {
    const [a, b] = [stored.get(channel) ?? undefined, hours.get(channel)];
    if (isSame(channel, a, b)) continue;
    return [`${channelName(channel)}: the day's averages say ${words(a)}, its hours ${words(b)}`];
  }
  return [];
};
