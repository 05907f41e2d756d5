import { pannedBy, type TimeRange, zoomedAt } from '../model/time-range.ts';
import { type ChartState, showRange, visibleRange } from './chart-state.ts';

/** A drag shorter than this is an unsteady click, px. */
const MIN_DRAG_PX = 6;

interface Drag {
  kind: 'select' | 'pan' | 'read';
  /** Start of the gesture, as a share of the width. */
  start: number;
  /** The visible range when it began. */
  range: TimeRange;
}

const timeAt = ({ from, to }: TimeRange, share: number) => from + (to - from) * share;

/** The range in which the two times that were under two fingers lie under them again. */
export function pinched(
  range: TimeRange,
  before: readonly [number, number],
  now: readonly [number, number],
): TimeRange {
  const [first, second] = before.map((share) => timeAt(range, share)) as [number, number];
  const spread = now[1] - now[0];
  if (Math.abs(spread) < 0.02) return range;
  const width = Math.abs((second - first) / spread);
  const from = first - now[0] * width;
  return { from, to: from + width };
}

/**
 * Pointer input on a plot. A mouse drag selects the range to zoom to; with Shift it pans. Two fingers zoom. One finger
 * pans a zoomed plot, and moves the cursor otherwise. A double click resets. Returns the function that removes the
 * listeners.
 */
export function listenPointers(element: HTMLElement, state: ChartState): () => void {
  const pointers = new Map<number, number>();
  let drag: Drag | null = null;
  let pinch: { before: [number, number]; range: TimeRange } | null = null;
  const shareOf = ({ clientX }: PointerEvent) => {
    const { left, width } = element.getBoundingClientRect();
    return width === 0 ? 0 : Math.min(1, Math.max(0, (clientX - left) / width));
  };
  const kindOf = (event: PointerEvent): Drag['kind'] => {
    if (event.pointerType === 'touch') return state.visible.get() === null ? 'read' : 'pan';
    return event.shiftKey ? 'pan' : 'select';
  };
  const twoShares = () => [...pointers.values()].toSorted((a, b) => a - b).slice(0, 2) as [number, number];
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, shareOf(event));
    if (pointers.size === 2) {
      drag = null;
      state.dragged.set(null);
      pinch = { before: twoShares(), range: visibleRange(state) };
    } else {
      drag = { kind: kindOf(event), start: shareOf(event), range: visibleRange(state) };
    }
  };
  const onMove = (event: PointerEvent) => {
    const share = shareOf(event);
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, share);
    if (pinch !== null && pointers.size === 2) return showRange(state, pinched(pinch.range, pinch.before, twoShares()));
    if (drag?.kind === 'pan') showRange(state, pannedBy(drag.range, drag.start - share));
    if (drag?.kind === 'select') {
      const [from, to] = [drag.start, share].toSorted((a, b) => a - b).map((at) => timeAt(visibleRange(state), at));
      state.dragged.set({ from: from ?? 0, to: to ?? 0 });
    }
    state.cursor.set(timeAt(visibleRange(state), share));
  };
  const onUp = (event: PointerEvent) => {
    const moved = Math.abs(shareOf(event) - (drag?.start ?? 0)) * element.clientWidth;
    const selected = state.dragged.get();
    if (drag?.kind === 'select' && moved >= MIN_DRAG_PX && selected !== null) showRange(state, selected);
    else if (drag?.kind === 'read') state.cursor.set(timeAt(visibleRange(state), shareOf(event)));
    onCancel(event);
  };
  const onCancel = (event: PointerEvent) => {
    pointers.delete(event.pointerId);
    state.dragged.set(null);
    drag = null;
    pinch = null;
  };
  const onLeave = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') state.cursor.set(null);
  };
  const onDouble = () => state.visible.set(null);
  const listeners = {
    pointerdown: onDown,
    pointermove: onMove,
    pointerup: onUp,
    pointercancel: onCancel,
    pointerleave: onLeave,
  };
  for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener as EventListener);
  element.addEventListener('dblclick', onDouble);
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      element.removeEventListener(name, listener as EventListener);
    element.removeEventListener('dblclick', onDouble);
  };
}

/** Zoom of a px of wheel. A pinch on a touchpad arrives as small wheel steps with Ctrl. */
const ZOOM = { wheel: 0.0018, pinch: 0.012 } as const;
/** Minimum px of a mouse wheel's step; smaller steps come from a pinch. */
const WHEEL_PX = 40;
const LINE_PX = 16;

/**
 * A wheel on a plot scrolls the page. With Ctrl (⌘), which browsers also set for a pinch on a touchpad, it zooms around
 * the pointer; sideways or with Shift it pans a zoomed plot. Returns the function that removes the listeners.
 */
export function listenWheel(element: HTMLElement, state: ChartState): () => void {
  const onWheel = (event: WheelEvent) => {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const zooms = event.ctrlKey || event.metaKey;
    const sideways = !zooms && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY));
    if (!zooms && (!sideways || state.visible.get() === null)) return;
    // Without it the browser would zoom the whole page.
    event.preventDefault();
    const by = (event.deltaX !== 0 && sideways ? event.deltaX : event.deltaY) * unit;
    const { left, width } = element.getBoundingClientRect();
    const range = visibleRange(state);
    if (sideways) return showRange(state, pannedBy(range, by / width));
    const at = range.from + ((range.to - range.from) * (event.clientX - left)) / width;
    const speed = Math.abs(by) >= WHEEL_PX ? ZOOM.wheel : ZOOM.pinch;
    showRange(state, zoomedAt(range, at, Math.exp(by * speed)));
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => element.removeEventListener('wheel', onWheel);
}

/** A key pans by this share of the visible range. */
const PAN = 0.1;
/** The cursor's smallest step, as a share of the visible range: point by point a year would take too long. */
const FINEST = 1 / 200;

/** Applies a key to a plot. Returns whether it does something. */
export function pressKey(key: string, shift: boolean, state: ChartState): boolean {
  const { drawing, visible: range, cursor } = state;
  const { from, to } = visibleRange(state);
  const at = Math.min(to, Math.max(from, cursor.get() ?? (from + to) / 2));
  const step = Math.max(drawing.step, (to - from) * FINEST);
  const move = (by: number) => {
    if (shift) showRange(state, pannedBy({ from, to }, Math.sign(by) * PAN));
    else cursor.set(Math.min(to, Math.max(from, at + by)));
  };
  if (key === 'ArrowLeft') move(-step);
  else if (key === 'ArrowRight') move(step);
  else if (key === 'Home') cursor.set(from);
  else if (key === 'End') cursor.set(to);
  else if (key === '+' || key === '=') showRange(state, zoomedAt({ from, to }, at, 0.5));
  else if (key === '-') showRange(state, zoomedAt({ from, to }, at, 2));
  else if (key === '0') range.set(null);
  else if (key === 'Escape' && cursor.get() !== null) cursor.set(null);
  else return false;
  return true;
}
