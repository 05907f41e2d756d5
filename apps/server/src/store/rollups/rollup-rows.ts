import type { ChannelSum } from './sum-columns.ts';

/** The channel under which a rollup keeps the index: count = frames, sum = min = max = tenths of the index. */
export const INDEX_CHANNEL = 0;

/** One channel's local day: an element per hour, null where nothing was measured. */
export interface DayRow {
  meter_id: number;
  day: string;
  channel: number;
  count: (number | null)[];
  sum: (number | null)[];
  min: (number | null)[];
  max: (number | null)[];
}

const INT_MAX = 2_147_483_647;

/** The rollup of one channel's hour. */
export interface HourCell {
  channel: number;
  count: number;
  sum: number | null;
  min: number | null;
  max: number | null;
}

/** One meter's local day while it is being rebuilt. */
export interface DayDraft {
  meterId: number;
  day: string;
  hours: number;
  channels: Map<number, DayRow>;
}

export const COLUMNS = ['count', 'sum', 'min', 'max'] as const;

export const emptyRow = ({ meterId, day, hours }: Omit<DayDraft, 'channels'>, channel: number): DayRow => {
  const empty = () => new Array<number | null>(hours).fill(null);
  return { meter_id: meterId, day, channel, count: empty(), sum: empty(), min: empty(), max: empty() };
};

/** Loads a stored row. A row of another length belongs to another calendar and is ignored. */
export const adopt = (draft: DayDraft, row: DayRow): void => {
  if (row.count.length === draft.hours) draft.channels.set(row.channel, row);
};

/** Replaces the values of an hour. */
export const replaceHour = (draft: DayDraft, hour: number, cells: readonly HourCell[]): void => {
  for (const row of draft.channels.values()) {
    for (const column of COLUMNS) row[column][hour] = null;
  }
  for (const cell of cells) {
    const row = draft.channels.get(cell.channel) ?? emptyRow(draft, cell.channel);
    draft.channels.set(cell.channel, row);
    for (const column of COLUMNS) row[column][hour] = cell[column];
  }
};

/** With thousands of frames a second the sum would exceed 32 bits: a smaller count with the same mean is stored. */
export const cellOf = ({ channel, count, sum, min, max }: ChannelSum): HourCell => {
  const factor = Math.max(1, Math.abs(sum) / INT_MAX);
  return { channel, count: Math.floor(count / factor), sum: Math.trunc(sum / factor), min, max };
};
