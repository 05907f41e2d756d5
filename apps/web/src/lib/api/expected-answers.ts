import { createStore } from '../store.ts';

const keys = new WeakMap<AbortSignal, string>();

/** How long answers of long questions are expected to take that have not arrived, ms, by the hash of their query's key. */
export const expectedAnswers = createStore<ReadonlyMap<string, number>>(new Map());

const set = (key: string, expectedMs: number | null): void => {
  const next = new Map(expectedAnswers.get());
  if (expectedMs === null) next.delete(key);
  else next.set(key, expectedMs);
  expectedAnswers.set(next);
};

/** Begins to follow the request of a query, which the API client knows by its signal only. */
export function followRequest(key: string, signal: AbortSignal): void {
  keys.set(signal, key);
  if (expectedAnswers.get().has(key)) set(key, null);
}

/** The server has said how long the answer will take. */
export function noteExpected(signal: AbortSignal | undefined, expectedMs: number): void {
  const key = signal && keys.get(signal);
  if (key !== undefined) set(key, expectedMs);
}
