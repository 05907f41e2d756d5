import { API_BASE } from '@airdeck/contract/route';
import { quantile } from '../figure.ts';

/** Address and user of the queries. */
export interface Api {
  port: number;
  token: string;
}

export interface Asked {
  p50: number;
  p95: number;
  /** Rows or points, and bytes of JSON, of the largest answer. */
  rows: number;
  bytes: number;
}

export interface Question {
  name: string;
  times: number;
  /** Address of the n-th query, relative to the API: different each time. */
  path(n: number): string;
  rowsOf(answer: unknown): number;
  /** Runs before each query, unmeasured. */
  before?(): Promise<unknown>;
  /** Target p95 in ms, by dataset. */
  reach: Readonly<Record<string, number>>;
}

const WARM_UP = 5;

/** Queries one after the other on one connection; measured from the request to the last byte, decompressed. */
export const ask = async ({ port, token }: Api, question: Question): Promise<Asked> => {
  // The headers of a browser over plain HTTP.
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate' };
  const delays: number[] = [];
  let [rows, bytes] = [0, 0];
  for (let n = -WARM_UP; n < question.times; n++) {
    await question.before?.();
    const path = question.path(n + WARM_UP);
    const begin = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${API_BASE}${path}`, { headers });
    const body = await response.text();
    if (n >= 0) delays.push(performance.now() - begin);
    if (!response.ok) throw new Error(`${question.name}: ${response.status} ${body.slice(0, 500)}`);
    rows = Math.max(rows, question.rowsOf(JSON.parse(body)));
    bytes = Math.max(bytes, Buffer.byteLength(body));
  }
  delays.sort((a, b) => a - b);
  return { p50: quantile(delays, 0.5), p95: quantile(delays, 0.95), rows, bytes };
};
