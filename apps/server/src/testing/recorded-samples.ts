import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localDay } from '@airdeck/domain/calendar';
import { MINUTE_MS } from '@airdeck/domain/duration';
import type { SlotDay } from '@airdeck/domain/insight/forecast';
import { slotDays } from '@airdeck/domain/insight/slot-days';
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
export const readRoom = (
  room: 1 | 3,
  column: 'indoor_co2' | 'outdoor_co2' | 'pm2.5' | 'air_temperature',
): AirSample[] => readColumn(`robod/combined_Room${room}.csv`, column);

/** Means of ten minutes, day by day; days that were not recorded are null. */
export const slotDaysOf = (samples: readonly AirSample[]): (SlotDay | null)[] => {
  const [first, last] = [samples[0]?.time ?? 0, samples.at(-1)?.time ?? 0];
  const columns = { times: samples.map(({ time }) => time), values: samples.map(({ value }) => value) };
  return slotDays(columns, { from: localDay(first, 'UTC'), to: localDay(last, 'UTC') }, 'UTC');
};
