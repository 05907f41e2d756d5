import { API_BASE } from '@airdeck/contract/route';
import { median, quantile } from '../figure.ts';
import { get } from './get.ts';

/** Address and user of the queries. */
export interface Api {
  port: number;
  token: string;
}

export interface Asked {
  /** Of a server that has answered the question as often as in a day of use. */
  p50: number;
  p95: number;
  /** Median of its first answers. */
  cold: number;
  /** Rows or points, and bytes of JSON, of the largest answer. */
  rows: number;
  bytes: number;
}

export interface Question {
  name: string;
  times: number;
  /** How often it is asked in a day of use. */
  dayOfUse: number;
  /** Address of the n-th query, relative to the API: different each time. */
  path(n: number): string;
  rowsOf(answer: unknown): number;
  /** Runs before each query, unmeasured. */
  before?(): Promise<unknown>;
  /** Target p95 in ms, by dataset. */
  reach: Readonly<Record<string, number>>;
}

/** Before the first answers that are measured. */
const WARM_UP = 5;
/** Ten people who open a graph every five minutes for eight hours. */
export const DAY_OF_USE = 960;
/** Questions about all meters are rarer. */
export const LARGE_DAY_OF_USE = 96;

/**
 * Asks a question one time after the other: `times` for the cold figures, as often as in a day of use, and `times` for the
 * warm ones. `run` asks the n-th and returns its time, ms.
 */
export const measureQuestion = async (
  { times, dayOfUse }: Pick<Question, 'times' | 'dayOfUse'>,
  run: (n: number) => Promise<number>,
): Promise<{ cold: number[]; warm: number[] }> => {
  const delays: number[] = [];
  for (let n = 0; n < WARM_UP + times + dayOfUse + times; n++) delays.push(await run(n));
  return { cold: delays.slice(WARM_UP, WARM_UP + times), warm: delays.slice(-times) };
};

/** Queries one after the other on one connection. */
export const ask = async ({ port, token }: Api, question: Question): Promise<Asked> => {
  const headers = { authorization: `Bearer ${token}` };
  let [rows, bytes] = [0, 0];
  const { cold, warm } = await measureQuestion(question, async (n) => {
    await question.before?.();
    const { status, body, delay } = await get(`http://127.0.0.1:${port}${API_BASE}${question.path(n)}`, headers);
    if (status !== 200) throw new Error(`${question.name}: ${status} ${body.slice(0, 500)}`);
    rows = Math.max(rows, question.rowsOf(JSON.parse(body)));
    bytes = Math.max(bytes, Buffer.byteLength(body));
    return delay;
  });
  const sorted = warm.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), cold: median(cold), rows, bytes };
};
