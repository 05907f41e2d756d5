import { SENSOR_TYPE_INFO, SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { median, print } from '../figure.ts';
import { DAY_OF_USE, LARGE_DAY_OF_USE, measureQuestion } from './ask.ts';
import { type Dataset, daysOf, firstMinute, NOW, nameOf } from './dataset.ts';
import { get } from './get.ts';
import { createWalk } from './walk.ts';

type Size = Pick<Dataset, 'meters' | 'days'>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Whole days by which times lie earlier there: it takes none of the future, and the dataset ends in one. */
const SHIFT_MS = Math.ceil(Math.max(0, NOW - Date.now()) / DAY_MS) * DAY_MS;
const TIMES = 50;
/** Size of one request of the load. */
const PIECE = 8 * 1024 * 1024;
/** A metric of each sensor type; names of metrics have no dots. */
const METRICS = SENSOR_TYPES.map((type) => type.replace('.', '_'));
const SCALES = SENSOR_TYPES.map((type) => 10 ** SENSOR_TYPE_INFO[type].digits);

/** Medians of a question, ms. */
export interface Medians {
  cold: number;
  warm: number;
}

/** A question to VictoriaMetrics, and the name of the same one to Airdeck. */
interface VictoriaQuestion {
  name: string;
  /** As of Airdeck's. */
  dayOfUse: number;
  query(n: number): string;
  /** Seconds between points. */
  step: number;
  /** Epoch milliseconds, both included. */
  span(n: number): [number, number];
}

const pick = (n: number, count: number, step: number): number => (n * step) % count;

const questionsOf = ({ meters, days }: Size): VictoriaQuestion[] => {
  const sensor = (n: number): string => `${METRICS[n % METRICS.length]}{meter="${pick(n, meters, 613)}"}`;
  const ofYear = (name: string, range: string, step: number): VictoriaQuestion => ({
    ...{ name, step, dayOfUse: DAY_OF_USE, query: (n) => `avg_over_time(${sensor(n)}[${range}])` },
    span: () => [Math.max(firstMinute(days), NOW - 365 * DAY_MS), NOW],
  });
  return [
    {
      ...{ name: 'sensor-day-of-minutes', step: 60, dayOfUse: DAY_OF_USE, query: sensor },
      span(n) {
        const end = Math.floor(NOW / DAY_MS - pick(n, days - 2, 7)) * DAY_MS;
        return [end - DAY_MS, end - MINUTE_MS];
      },
    },
    ofYear('sensor-year-by-hour', '1h', 3_600),
    ofYear('sensor-year-by-day', '1d', 86_400),
    {
      // One type; Airdeck's question is for all seven.
      ...{ name: 'meters-month-by-day', step: 86_400, dayOfUse: LARGE_DAY_OF_USE },
      query: (n) => `avg_over_time(${METRICS[n % 7]}[1d])`,
      span: () => [NOW - 30 * DAY_MS, NOW],
    },
  ];
};

const post = async (url: string, body: string): Promise<void> => {
  const response = await fetch(url, { method: 'POST', body });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${(await response.text()).slice(0, 300)}`);
};

/** Writes a dataset as Airdeck's is: the same values at the same minutes. */
const load = async (url: string, { meters, days }: Size): Promise<void> => {
  const columns = METRICS.map((metric, k) => `${k + 3}:metric:${metric}`).join();
  const target = `${url}/api/v1/import/csv?format=1:label:meter,2:time:unix_ms,${columns}`;
  const walk = createWalk(meters);
  let lines: string[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    const body = lines.join('\n');
    lines = [];
    size = 0;
    if (body !== '') await post(target, body);
  };
  for (const { start, end, before } of daysOf(days)) {
    const minutes = (end - start) / MINUTE_MS;
    for (let meter = 0; meter < meters; meter++) {
      const ticks = walk.next(meter, minutes, before);
      for (let i = 0; i < minutes; i++) {
        const values = ticks.map((column, k) => (column[i] as number) / (SCALES[k] as number));
        const line = `${meter},${start + i * MINUTE_MS - SHIFT_MS},${values.join()}`;
        size += line.length;
        lines.push(line);
      }
      if (size >= PIECE) await flush();
    }
  }
  await flush();
  // Merges what it has in memory, so that questions are answered from its files.
  await fetch(`${url}/internal/force_flush`);
  await fetch(`${url}/internal/force_merge`);
};

/** Median times of a question, ms. */
const timesOf = async (url: string, question: VictoriaQuestion): Promise<Medians> => {
  const { cold, warm } = await measureQuestion({ ...question, times: TIMES }, async (n) => {
    const [from, to] = question.span(n);
    const query = encodeURIComponent(question.query(n));
    const range = `start=${(from - SHIFT_MS) / 1000}&end=${(to - SHIFT_MS) / 1000}&step=${question.step}`;
    const { body, delay } = await get(`${url}/api/v1/query_range?query=${query}&${range}&nocache=1`);
    const { data } = JSON.parse(body) as { data?: { result: unknown[] } };
    if (!data || data.result.length === 0) throw new Error(`${question.name}: no answer: ${body.slice(0, 300)}`);
    return delay;
  });
  return { cold: median(cold), warm: median(warm) };
};

/**
 * Loads a dataset into the VictoriaMetrics of BENCH_VM, which must be empty, asks it what Airdeck was asked, and prints
 * ratios. `ours`: Airdeck's medians by question.
 */
export const compareWithVictoria = async (
  url: string,
  size: Size,
  ours: ReadonlyMap<string, Medians>,
): Promise<void> => {
  await load(url, size);
  for (const question of questionsOf(size)) {
    const theirs = await timesOf(url, question);
    const own = ours.get(question.name);
    const name = `history-${nameOf(size)}-${question.name}`;
    print({ name: `${name}-victoria`, value: theirs.warm, unit: 'ms, the median of VictoriaMetrics' });
    if (!own) continue;
    print({ name: `${name}-cold-ratio`, value: own.cold / theirs.cold, unit: 'of it, first answers' });
    print({ name: `${name}-ratio`, value: own.warm / theirs.warm, unit: 'of it', reach: '<= 0.7' });
  }
};
