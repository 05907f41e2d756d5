import { setTimeout as rest } from 'node:timers/promises';
import { isRefusal } from './refusal.ts';

const RETRY_MIN_MS = 100;
/** Devices wait meanwhile: not much longer than a standby needs to take over. */
const RETRY_MAX_MS = 2_000;

export interface Storing<T> {
  /** Stores all of them, or none: one transaction. */
  store(items: T[]): Promise<unknown>;
  /** Called for an item that the database refuses in every attempt. */
  refuse(item: T, error: Error): void;
  /** Called when storing failed with an error that can pass; it is retried. */
  failed(error: unknown, count: number): void;
  random(): number;
  /** Stops the retries. */
  signal: AbortSignal;
}

/**
 * Stores a batch with retries: repeats while the database is down or full, and halves a refused batch until only the
 * bad item is left out. Returns whether everything is stored or refused; false if it was aborted.
 */
export const storeForSure = async <T>(items: T[], how: Storing<T>): Promise<boolean> => {
  for (let wait = RETRY_MIN_MS; !how.signal.aborted; wait = Math.min(RETRY_MAX_MS, wait * 2)) {
    try {
      await how.store(items);
      return true;
    } catch (error) {
      if (isRefusal(error)) return leaveOut(items, error, how);
      how.failed(error, items.length);
      // It rejects when it is aborted.
      await rest(wait * (0.5 + how.random() / 2), undefined, { signal: how.signal }).catch(() => undefined);
    }
  }
  return false;
};

const leaveOut = async <T>(items: T[], error: Error, how: Storing<T>): Promise<boolean> => {
  if (items.length === 1) {
    how.refuse(items[0] as T, error);
    return true;
  }
  const half = items.length >> 1;
  return (await storeForSure(items.slice(0, half), how)) && (await storeForSure(items.slice(half), how));
};
