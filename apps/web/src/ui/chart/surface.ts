import { useSyncExternalStore } from 'react';
import type { Store } from '../../lib/store.ts';
import type { Drawing } from './drawing.ts';
import { isWhole, keepInside, type View } from './view.ts';

/** What a pointer, a wheel or a key does to a drawing. Outside React: all of it may change with every frame. */
export interface Surface {
  drawing: Drawing;
  /** What is in sight; null is all of it. */
  view: Store<View | null>;
  /** The time under the pointer or the keyboard's cursor. */
  cursor: Store<number | null>;
  /** The stretch that a drag has covered so far. */
  selection: Store<View | null>;
}

export const viewOf = ({ drawing, view }: Surface): View => view.get() ?? drawing.whole;

/** Shows another stretch, kept inside the whole. */
export function changeView({ drawing, view }: Surface, wanted: View): void {
  const kept = keepInside(wanted, drawing.whole, drawing.least);
  view.set(isWhole(kept, drawing.whole) ? null : kept);
}

/** Whether something is out of sight. Changes once for a whole zoom, where the view changes with every frame. */
export function useZoomed({ view }: Surface): boolean {
  return useSyncExternalStore(view.subscribe, () => view.get() !== null);
}
