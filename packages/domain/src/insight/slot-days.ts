import { weekdayOf } from '../calendar.ts';
import { DAY_MS } from '../duration.ts';
import type { DayRange } from '../range.ts';
import { spanAt } from '../zone-clock.ts';
import { DAY_SLOTS, LEADS, SLOT_MS, SLOTS_PER_DAY, type SlotDay } from './forecast.ts';

const SATURDAY = 5;
export const isWeekend = (day: string): boolean => weekdayOf(day) >= SATURDAY;

/** Number of the ten minutes on the wall clock of a zone that contain an instant, 0 to 143. */
export const clockSlot = (epochMs: number, zone: string): number =>
  Math.floor(((epochMs + spanAt(epochMs, zone).offset) % DAY_MS) / SLOT_MS);

/**
 * Means by slot of local days, both ends included; null: nothing measured. `times` are epoch ms, `values` as long, null
 * without a reading. A clock time that comes twice is one slot, one that is skipped has no value.
 */
export function slotDays(
  { times, values }: { readonly times: readonly number[]; readonly values: readonly (number | null)[] },
  { from, to }: DayRange,
  zone: string,
): (SlotDay | null)[] {
  const first = Date.parse(from) / DAY_MS;
  const count = Date.parse(to) / DAY_MS - first + 1;
  const sums = new Float64Array(count * DAY_SLOTS);
  const counts = new Uint32Array(count * DAY_SLOTS);
  const add = (day: number, slot: number, value: number): void => {
    if (day < 0 || day >= count) return;
    const at = day * DAY_SLOTS + slot;
    sums[at] = (sums[at] as number) + value;
    counts[at] = (counts[at] as number) + 1;
  };
  let span = spanAt(times[0] ?? 0, zone);
  for (const [i, time] of times.entries()) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    if (time < span.from || time >= span.until) span = spanAt(time, zone);
    const clock = time + span.offset;
    const day = Math.floor(clock / DAY_MS) - first;
    const slot = Math.floor((clock % DAY_MS) / SLOT_MS);
    add(day, slot, value);
    if (slot < LEADS) add(day - 1, SLOTS_PER_DAY + slot, value);
  }
  return Array.from({ length: count }, (_, day) => {
    const [start, end] = [day * DAY_SLOTS, (day + 1) * DAY_SLOTS];
    if (counts.subarray(start, start + SLOTS_PER_DAY).every((each) => each === 0)) return null;
    const values = sums.slice(start, end).map((sum, slot) => sum / (counts[start + slot] as number));
    return { isWeekend: isWeekend(new Date((first + day) * DAY_MS).toISOString().slice(0, 10)), values };
  });
}
