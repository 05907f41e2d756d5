import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TableColumn } from '../../../ui/table/table-column.ts';

/** A list is sorted again at most this often. */
export const RESORT_MS = 10_000;
/** A pointer that rests this long no longer keeps the order. Wall displays have one parked somewhere. */
export const IDLE_MS = 60_000;

/** The items as they were when the list was last sorted; they decide its order. */
export type Settled<T> = ReadonlyMap<number, T>;

export const settle = <T extends { id: number }>(items: readonly T[]): Settled<T> =>
  new Map(items.map((item) => [item.id, item]));

/**
 * Items with their newest values, in the order of the settled ones. New items are inserted at their sorted position.
 */
export function stableOrder<T extends { id: number }>(
  items: readonly T[],
  settled: Settled<T>,
  compare: (a: T, b: T) => number,
): T[] {
  return items.toSorted((a, b) => compare(settled.get(a.id) ?? a, settled.get(b.id) ?? b));
}

interface OrderTimes {
  /** When the list was last sorted. */
  settledMs: number;
  /** Time of the last pointing or typing within the list; null when the pointer has left. */
  touchedMs: number | null;
}

/** Whether the list may be sorted now: not too soon after the last time, and not under a pointer or the focus. */
export function maySettle({ settledMs, touchedMs }: OrderTimes, nowMs: number): boolean {
  return nowMs - settledMs >= RESORT_MS && (touchedMs === null || nowMs - touchedMs >= IDLE_MS);
}

const CHECK_MS = 1000;

/** Handlers for the element around the list. Pointing or typing in it keeps the order as it is. */
interface HoldProps {
  onPointerMove: () => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onKeyDown: () => void;
  onBlur: (event: React.FocusEvent) => void;
}

interface StableOrder<T> {
  settled: Settled<T>;
  hold: HoldProps;
}

/**
 * Items in the order in which the list was last sorted: every 10 s while no pointer is over it, and at once when
 * `scope`, the name of the list's content, changes.
 */
export function useStableOrder<T extends { id: number }>(items: readonly T[], scope: string): StableOrder<T> {
  const [state, setState] = useState(() => ({ scope, settled: settle(items) }));
  const times = useRef({ settledMs: 0, touchedMs: null as number | null });
  if (state.scope !== scope) setState({ scope, settled: settle(items) });
  const resort = useEffectEvent(() => {
    const now = Date.now();
    if (!maySettle(times.current, now)) return;
    times.current.settledMs = now;
    setState({ scope, settled: settle(items) });
  });
  useEffect(() => {
    const timer = setInterval(() => resort(), CHECK_MS);
    return () => clearInterval(timer);
  }, []);
  const [hold] = useState((): HoldProps => {
    const touch = () => {
      times.current.touchedMs = Date.now();
    };
    const leave = () => {
      times.current.touchedMs = null;
    };
    return {
      onPointerMove: touch,
      onPointerLeave: leave,
      onFocus: touch,
      onKeyDown: touch,
      onBlur: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave();
      },
    };
  });
  return { settled: state.scope === scope ? state.settled : settle(items), hold };
}

/** Columns that sort by the settled values and show the newest ones: no row moves under the pointer. */
export function stableColumns<Row extends { id: number }>(
  columns: readonly TableColumn<Row>[],
  settled: Settled<Row>,
): TableColumn<Row>[] {
  return columns.map((column) => ({
    ...column,
    cell: column.cell ?? ((row) => column.value(row) ?? '–'),
    value: (row) => column.value(settled.get(row.id) ?? row),
  }));
}
