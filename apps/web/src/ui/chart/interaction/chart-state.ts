import { useSyncExternalStore } from 'react';
import type { Store } from '../../../lib/store.ts';
import type { Drawing } from '../model/drawing.ts';
import { isWhole, keptInside, type TimeRange } from '../model/time-range.ts';

/** The state that pointer, wheel and keys change. It is outside React, because it may change with every frame. */
export interface ChartState {
  drawing: Drawing;
  /** The visible range; null is all of it. */
  visible: Store<TimeRange | null>;
  /** The time under the pointer or the keyboard's cursor. */
  cursor: Store<number | null>;
  /** The range that a drag has covered so far. */
  dragged: Store<TimeRange | null>;
}

export const visibleRange = ({ drawing, visible: range }: ChartState): TimeRange => range.get() ?? drawing.whole;

/** Shows another range, kept inside the whole. */
export function showRange({ drawing, visible: range }: ChartState, wanted: TimeRange): void {
  const kept = keptInside(wanted, drawing.whole, drawing.least);
  range.set(isWhole(kept, drawing.whole) ? null : kept);
}

/** Whether something is hidden. It changes once for a whole zoom, where the visible range changes with every frame. */
export function useZoomed({ visible: range }: ChartState): boolean {
  return useSyncExternalStore(range.subscribe, () => range.get() !== null);
}
