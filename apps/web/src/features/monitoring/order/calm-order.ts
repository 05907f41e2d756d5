/** A list is put in order again at most this often. */
export const RESORT_MS = 10_000;
/** A pointer that lies still this long no longer holds the order: wall displays have one parked somewhere. */
export const IDLE_MS = 60_000;

/** What the order goes by: the items as they were when the list was last put in order. */
export type Settled<T> = ReadonlyMap<number, T>;

export const settle = <T extends { id: number }>(items: readonly T[]): Settled<T> =>
  new Map(items.map((item) => [item.id, item]));

/** Items with their newest values in the order of the settled ones; what is new since stands where it belongs. */
export function calmOrder<T extends { id: number }>(
  items: readonly T[],
  settled: Settled<T>,
  compare: (a: T, b: T) => number,
): T[] {
  return items.toSorted((a, b) => compare(settled.get(a.id) ?? a, settled.get(b.id) ?? b));
}

export interface OrderTimes {
  /** When the list was last put in order. */
  settledMs: number;
  /** When somebody last pointed or typed within the list; null: nobody is there. */
  touchedMs: number | null;
}

/** Whether the list may be put in order now: not too soon after the last time, and under nobody's pointer or focus. */
export function maySettle({ settledMs, touchedMs }: OrderTimes, nowMs: number): boolean {
  return nowMs - settledMs >= RESORT_MS && (touchedMs === null || nowMs - touchedMs >= IDLE_MS);
}
