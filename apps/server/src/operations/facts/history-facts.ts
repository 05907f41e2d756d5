import type {
  AveragesSummary,
  MeterAverage,
  MeterColumns,
  PlaceAverage,
  SensorAverage,
  SeriesAnswer,
} from '@airdeck/contract/history/schema';
import type { CardList, SensorList } from '@airdeck/contract/monitoring/schema';
import { addDays, localDay } from '@airdeck/domain/calendar';
import { gradeOfIndex } from '@airdeck/domain/grade';
import type { Ask } from './ask.ts';
import { type Comparisons, compareSettled } from './comparisons.ts';

/** Places and days that are compared. */
const MAX_METERS = 12;
const MAX_DEPARTMENTS = 6;
const DAYS_AGO = [1, 7];

interface Page<Row> {
  content: Row[];
}

/** Every n-th element, at most `count` of them. */
const some = <T>(items: readonly T[], count: number): T[] =>
  items.filter((_, i) => i % Math.max(1, Math.ceil(items.length / count)) === 0);

/** The cells of a CSV line; names may hold commas in quotes. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replace(/^"|"$/g, ''));

/** Compares a closed day of a meter in rows, summary, columns, graph and file. */
const compareMeterDay = async (ask: Ask, compare: Comparisons, who: string, meterId: number, day: string) => {
  const query = `startTime=${day}&endTime=${day}&meterId=${meterId}`;
  const rows = await ask.json<Page<MeterAverage>>(`/history/meter-averages?${query}&unit=day`);
  const summary = await ask.json<AveragesSummary>(`/history/averages-summary?${query}`);
  const columns = await ask.json<MeterColumns>(`/history/meter-columns?${query}&unit=day`);
  const [row] = rows.content;
  const [column] = columns.meters;
  const name = `${who}: meter ${meterId} on ${day}`;
  compare.same(`${name}: index in row and summary`, row?.index ?? null, summary.index);
  compare.same(`${name}: grade in row and summary`, row?.grade ?? null, summary.grade);
  compare.same(`${name}: values in row and summary`, row?.values ?? {}, summary.values);
  if (!row) return;
  compare.same(`${name}: received in row and summary`, row.completeness, summary.completeness);
  compare.same(`${name}: index in row and columns`, row.index, column?.index[0] ?? null);
  compare.same(`${name}: received in row and columns`, row.completeness, column?.completeness[0] ?? null);
  if (row.index !== null) compare.same(`${name}: grade and index`, row.grade, gradeOfIndex(row.index));
  const graph = await ask.json<SeriesAnswer>(`/history/meter-series?${query}&measure=INDEX&step=day`);
  const [line] = graph.series;
  compare.same(`${name}: index in row and graph`, row.index, line?.values[0] ?? null);
  compare.same(`${name}: index in row and the graph's summary`, row.index, line?.summary?.mean ?? null);
  compare.same(
    `${name}: received in row and the graph's summary`,
    row.completeness,
    line?.summary?.completeness ?? null,
  );
  const hours = await ask.json<Page<MeterAverage>>(`/history/meter-averages?${query}&unit=hour&size=100`);
  for (const [type, { min, max }] of Object.entries(row.values)) {
    const parts = hours.content.flatMap(({ values }) => values[type as keyof typeof values] ?? []);
    compare.same(
      `${name}: lowest ${type} of the day and of its hours`,
      min,
      Math.min(...parts.map((each) => each.min)),
    );
    compare.same(
      `${name}: highest ${type} of the day and of its hours`,
      max,
      Math.max(...parts.map((each) => each.max)),
    );
  }
  const file = await ask.text(`/history/meter-averages/export?${query}&unit=day&format=csv&name=a&sheet=a`);
  const [head = '', first = ''] = file.replace('\ufeff', '').split('\r\n');
  const at = (...names: string[]): number | null => {
    const cell = cellsOf(first)[cellsOf(head).findIndex((each) => names.includes(each))] ?? '';
    return cell === '' ? null : Number(cell);
  };
  compare.same(`${name}: index in row and file`, row.index, at('지수', 'Index'));
  compare.same(
    `${name}: received in row and file`,
    Math.round(row.completeness * 1_000) / 10,
    at('수신율 (%)', 'Received (%)'),
  );
};

/** Compares a closed day of a department in its row, its summary and its graph. */
const compareDepartmentDay = async (ask: Ask, compare: Comparisons, who: string, id: number, day: string) => {
  const query = `startTime=${day}&endTime=${day}&departmentId=${id}`;
  const rows = await ask.json<Page<PlaceAverage>>(`/history/place-averages?${query}&unit=day&level=department`);
  const summary = await ask.json<AveragesSummary>(`/history/averages-summary?${query}&level=department`);
  const name = `${who}: department ${id} on ${day}`;
  const [row] = rows.content;
  compare.same(`${name}: index in row and summary`, row?.index ?? null, summary.index);
  if (!row) return;
  const { completeness, meters, meters_in_use, bad, very_bad, worst, values } = row;
  compare.same(
    `${name}: row and summary`,
    { completeness, meters, meters_in_use, bad, very_bad, worst, values },
    {
      completeness: summary.completeness,
      meters: summary.meters,
      meters_in_use: summary.meters_in_use,
      bad: summary.bad,
      very_bad: summary.very_bad,
      worst: summary.worst,
      values: summary.values,
    },
  );
  const path = `/history/place-series?${query.replace(`departmentId=${id}`, `placeId=${id}`)}`;
  const graph = await ask.json<SeriesAnswer>(`${path}&level=department&measure=INDEX&step=day`);
  compare.same(`${name}: index in row and graph`, row.index, graph.series[0]?.values[0] ?? null);
  compare.same(`${name}: received in row and graph`, completeness, graph.series[0]?.completeness?.[0] ?? null);
};

/** Compares closed days of some meters and departments wherever they are shown. */
export const compareHistory = async (ask: Ask, compare: Comparisons, who: string, now: number): Promise<void> => {
  const { meters } = await ask.json<SensorList>('/monitoring/sensors');
  for (const meter of some(meters, MAX_METERS)) {
    for (const days of DAYS_AGO) {
      const day = addDays(localDay(now, meter.time_zone), -days);
      await compareSettled(compare, (trial) => compareMeterDay(ask, trial, who, meter.id, day));
    }
    await compareSettled(compare, (trial) => compareToday(ask, trial, who, meter, now));
  }
  const departments = await ask.json<CardList>('/monitoring/cards/half');
  const zone = meters[0]?.time_zone ?? 'UTC';
  for (const { id } of some(departments.cards, MAX_DEPARTMENTS)) {
    for (const days of DAYS_AGO) {
      const day = addDays(localDay(now, zone), -days);
      await compareSettled(compare, (trial) => compareDepartmentDay(ask, trial, who, id, day));
    }
  }
};

/** Compares today's lowest and highest values on the page of sensors and in the history. */
const compareToday = async (
  ask: Ask,
  compare: Comparisons,
  who: string,
  { id, time_zone }: SensorList['meters'][number],
  now: number,
): Promise<void> => {
  const today = localDay(now, time_zone);
  const query = `startTime=${today}&endTime=${today}&meterId=${id}&unit=day&size=100`;
  const list = await ask.json<SensorList>('/monitoring/sensors');
  const { content } = await ask.json<Page<SensorAverage>>(`/history/sensor-averages?${query}`);
  const shown = list.meters.find((meter) => meter.id === id)?.sensors ?? [];
  for (const { id: sensor, today_min, today_max } of shown) {
    const row = content.find(({ sensor_id }) => sensor_id === sensor);
    if (!row) continue;
    const name = `${who}: sensor ${sensor}: today's range on its page and in the history`;
    compare.same(name, [today_min, today_max], [row.min, row.max]);
  }
};
