import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { DAY_SLOTS, LEADS, SLOT_MS, type SlotDay } from '@airdeck/domain/insight/forecast';
import type { AirSample } from '@airdeck/domain/purifier/effect';

const data = join(import.meta.dirname, '../../../../../shared/data');
export const HAS_RECORDINGS = existsSync(data);

/** Samples of a column, oldest first; times are the wall clock as if it were UTC, to the minute. */
const readColumn = (file: string, column: string): AirSample[] => {
  const [header = '', ...lines] = readFileSync(join(data, file), 'utf8').replaceAll('"', '').trim().split(/\r?\n/);
  const at = header.split(',').indexOf(column);
  return lines.flatMap((line) => {
    const cells = line.split(',');
    const clock = (cells[0] ?? '')
      .replace(/ \+.*$/, '')
      .replace(' ', 'T')
      .padEnd(19, ':00');
    const cell = cells[at] ?? '';
    const time = Math.round(Date.parse(`${clock}Z`) / MINUTE_MS) * MINUTE_MS;
    return cell === '' ? [] : [{ time, value: Number(cell) }];
  });
};

/** The office in Belgium, by minute, 2015-02-02 to 18. */
export const readOffice = (column = 'CO2'): AirSample[] =>
  ['datatest', 'datatraining', 'datatest2'].flatMap((name) => readColumn(`uci-occupancy/${name}.txt`, column));

/** A room in Singapore, by five minutes, 29 days. */
export const readRoom = (room: 1 | 3, column: 'indoor_co2' | 'pm2.5' | 'air_temperature'): AirSample[] =>
  readColumn(`robod/combined_Room${room}.csv`, column);

/** Means of ten minutes, day by day; days that were not recorded are null. */
export const slotDaysOf = (samples: readonly AirSample[]): (SlotDay | null)[] => {
  const first = Math.floor((samples[0]?.time ?? 0) / DAY_MS);
  const count = Math.floor((samples.at(-1)?.time ?? 0) / DAY_MS) - first + 1;
  const sums = Array.from({ length: count }, () => new Float64Array(DAY_SLOTS));
  const counts = Array.from({ length: count }, () => new Float64Array(DAY_SLOTS));
  const add = (day: number, slot: number, value: number): void => {
    const [sum, number] = [sums[day], counts[day]];
    if (!sum || !number) return;
    sum[slot] = (sum[slot] as number) + value;
    number[slot] = (number[slot] as number) + 1;
  };
  for (const { time, value } of samples) {
    const day = Math.floor(time / DAY_MS) - first;
    const slot = Math.floor((time % DAY_MS) / SLOT_MS);
    add(day, slot, value);
    if (slot < LEADS) add(day - 1, slot + DAY_SLOTS - LEADS, value);
  }
  return sums.map((sum, day) => {
    const number = counts[day] as Float64Array;
    if (number.subarray(0, DAY_SLOTS - LEADS).every((each) => each === 0)) return null;
    // 1970-01-01 was a Thursday.
    return { isWeekend: (first + day + 3) % 7 >= 5, values: sum.map((each, slot) => each / (number[slot] as number)) };
  });
};
