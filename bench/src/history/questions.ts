import { addDays, localDay } from '@airdeck/domain/calendar';
import { DAY_OF_USE, LARGE_DAY_OF_USE, type Question } from './ask.ts';
import { type Dataset, NOW, ZONE } from './dataset.ts';

const USUAL = { times: 100, dayOfUse: DAY_OF_USE };
const LARGE = { times: 50, dayOfUse: LARGE_DAY_OF_USE };
const YEAR = 365;
const MONTH = 30;
/** Datasets: a thousand meters for a month, a hundred for a year. */
const MANY = '1000x31d';
const LONG = '100x365d';
const TODAY = localDay(NOW, ZONE);

/** Spread over everything, and the same in every run. */
const pick = (n: number, count: number, step: number): number => (n * step) % count;

const points = (answer: unknown): number =>
  (answer as { series: { values: unknown[] }[] }).series.reduce((sum, { values }) => sum + values.length, 0);
const rows = (answer: unknown): number => (answer as { content: unknown[] }).content.length;
const columns = (answer: unknown): number => (answer as { meters: unknown[] }).meters.length;
const cards = (answer: unknown): number => (answer as { cards: unknown[] }).cards.length;

/** The queries of the figures; `later` makes the server's cache of week averages expire. */
export const questionsOf = (
  { meters, days }: Pick<Dataset, 'meters' | 'days'>,
  sensorIds: readonly number[],
  later: () => Promise<unknown>,
): Question[] => {
  const sensor = (n: number): number => sensorIds[pick(n, sensorIds.length, 613)] ?? 0;
  const someDay = (n: number): string => addDays(TODAY, -1 - pick(n, days - 2, 7));
  const year = `startTime=${addDays(TODAY, 1 - YEAR)}&endTime=${TODAY}`;
  const month = `startTime=${addDays(TODAY, 1 - MONTH)}&endTime=${TODAY}`;
  const seriesOfYear = (step: string, reach: number): Question => ({
    name: `sensor-year-by-${step}`,
    ...USUAL,
    path: (n) => `/history/sensor-series?sensorId=${sensor(n)}&step=${step}&${year}`,
    rowsOf: points,
    reach: { [LONG]: reach },
  });
  const day = (n: number) => `sensorId=${sensor(n)}&step=each&startTime=${someDay(n)}&endTime=${someDay(n)}`;
  const compared: Omit<Question, 'name'> = {
    ...{ times: USUAL.times, dayOfUse: LARGE_DAY_OF_USE },
    path: () => '/monitoring/cards/agency',
    rowsOf: cards,
    reach: { [MANY]: 100 },
  };
  return [
    {
      name: 'sensor-day-of-minutes',
      ...USUAL,
      path: (n) => `/history/sensor-series?${day(n)}`,
      rowsOf: points,
      reach: { [MANY]: 20, [LONG]: 20 },
    },
    {
      name: 'sensor-day-first-page',
      ...USUAL,
      path: (n) => `/history/sensor-readings?${day(n)}&size=12`,
      rowsOf: rows,
      reach: { [MANY]: 20, [LONG]: 20 },
    },
    seriesOfYear('hour', 50),
    seriesOfYear('day', 20),
    seriesOfYear('month', 20),
    {
      name: 'meters-month-by-day',
      ...LARGE,
      path: () => `/history/meter-averages?unit=day&${month}&size=${meters * MONTH}`,
      rowsOf: rows,
      reach: { [MANY]: 300 },
    },
    {
      name: 'meters-month-by-day-columns',
      ...LARGE,
      path: () => `/history/meter-columns?unit=day&${month}`,
      rowsOf: columns,
      reach: { [MANY]: 300 },
    },
    {
      name: 'meters-month-first-page',
      ...LARGE,
      path: (n) => `/history/meter-averages?unit=day&${month}&size=12&page=${pick(n, 20, 1)}`,
      rowsOf: rows,
      reach: { [MANY]: 300 },
    },
    { ...compared, name: 'weeks-compared-cold', before: later },
    { ...compared, name: 'weeks-compared-warm' },
  ];
};
