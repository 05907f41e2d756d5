import { readFileSync } from 'node:fs';
import type { SensorType } from '@airdeck/domain/sensor-type';

// Expected values of recorded files, computed from their text only and without the product's code: wall clock texts are
// grouped as texts, and Intl gives the wall clock of an instant.

const WEEK_MS = 7 * 86_400_000;

export interface Recording {
  file: string;
  /** The zone of the wall clock in its first column. */
  zone: string;
  columns: Readonly<Partial<Record<SensorType, string>>>;
}

export interface Means {
  count: number;
  mean: number;
  min: number;
  max: number;
}

/** Values by type, then by wall clock: `2025-10-26 02` for an hour, `2025-10-26` for a day. */
export type RecordedMeans = Map<SensorType, Map<string, Means>>;

const asUtc = (wallClock: string): number => Date.parse(`${wallClock.replace(' ', 'T').padEnd(19, ':00')}Z`);

/** `2025-10-26 02:15:00` of an instant. */
export const wallClockOf = (epochMs: number, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(epochMs);

interface Row {
  wallClock: string;
  cells: Map<string, string>;
}

const readRows = (file: string): Row[] => {
  const [header = '', ...lines] = readFileSync(file, 'utf8').replaceAll('"', '').trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const wallClock = (cells[0] ?? '').slice(0, 19).replace(/ \+.*$/, '');
    return { wallClock, cells: new Map(names.map((name, i) => [name, cells[i] ?? ''])) };
  });
};

/** Means of a file whose days are shifted by whole weeks so that its last row is just before `now`. */
export const readMeans = ({ file, zone, columns }: Recording, now: number, unit: 'hour' | 'day'): RecordedMeans => {
  const rows = readRows(file);
  const last = Math.max(...rows.map((row) => asUtc(row.wallClock)));
  const shift = Math.floor((asUtc(wallClockOf(now, zone)) - last) / WEEK_MS) * WEEK_MS;
  const answer: RecordedMeans = new Map();
  for (const [type, column] of Object.entries(columns) as [SensorType, string][]) {
    const groups = new Map<string, number[]>();
    for (const { wallClock, cells } of rows) {
      const cell = cells.get(column) ?? '';
      if (cell === '') continue;
      const moved = new Date(asUtc(wallClock) + shift).toISOString().replace('T', ' ');
      const key = moved.slice(0, unit === 'hour' ? 13 : 10);
      groups.set(key, [...(groups.get(key) ?? []), Number(cell)]);
    }
    answer.set(type, new Map([...groups].map(([key, values]) => [key, meansOf(values)])));
  }
  return answer;
};

const meansOf = (values: readonly number[]): Means => ({
  count: values.length,
  mean: values.reduce((sum, value) => sum + value, 0) / values.length,
  min: Math.min(...values),
  max: Math.max(...values),
});
