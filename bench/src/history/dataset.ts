import type { Engine } from '@airdeck/server/platform/db/embedded/engine';

const DAY_MS = 86_400_000;

/** A registry that has reported every minute for a number of days. */
export interface Dataset {
  meters: number;
  days: number;
  connection: Engine['connection'];
}

/** 14:40 on a Thursday in the organization's zone; in UTC the day is five hours and 40 minutes old. */
export const NOW = Date.parse('2027-01-14T05:40:00Z');
export const ZONE = 'Asia/Seoul';

export const firstMinute = (days: number): number => NOW - days * DAY_MS;

/** A UTC day of a dataset: its minutes are in [start, end); `before`: minutes of all earlier days. */
export interface DatasetDay {
  day: number;
  start: number;
  end: number;
  before: number;
}

/** The first day and the open last one are shorter than the others. */
export const daysOf = (days: number): DatasetDay[] => {
  const first = firstMinute(days);
  const all: DatasetDay[] = [];
  for (let start = first; start < NOW; ) {
    const day = Math.floor(start / DAY_MS);
    const end = Math.min(NOW, (day + 1) * DAY_MS);
    all.push({ day, start, end, before: (start - first) / 60_000 });
    start = end;
  }
  return all;
};

export const nameOf = ({ meters, days }: Pick<Dataset, 'meters' | 'days'>): string => `${meters}x${days}d`;
