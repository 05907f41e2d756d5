import { pannedBy, type TimeRange, zoomedAt } from '../model/time-range.ts';
import { type ChartState, showRange, visibleRange } from './chart-state.ts';

/** A drag shorter than this is an unsteady click, px. */
const MIN_DRAG_PX = 6;

interface Drag {
  kind: 'select' | 'pan' | 'read';
  /** Where it began, as a share of the width. */
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
 * Pointers on a plot. A mouse drag selects the range to zoom to; with Shift it pans. Two fingers zoom. One finger pans
 * what is zoomed, and moves the cursor otherwise. A double click shows everything. Returns a function that stops it.
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

/** A wheel that began to scroll the page goes on scrolling over a chart, within this time, ms. */
const SAME_GESTURE_MS = 250;
/** Zoom of a px of wheel. A pinch on a touchpad arrives as small wheel steps with Ctrl. */
const ZOOM = { wheel: 0.0018, pinch: 0.012 } as const;
const LINE_PX = 16;

/**
 * A wheel on a plot. It zooms around the pointer; sideways or with Shift it pans. The page gets what would zoom out of
 * the whole, and what began as scrolling elsewhere. Returns a function that stops it.
 */
export function listenWheel(element: HTMLElement, state: ChartState): () => void {
  let scrolledAt = Number.NEGATIVE_INFINITY;
  const onPage = (event: WheelEvent) => {
    if (!element.contains(event.target as Node)) scrolledAt = event.timeStamp;
  };
  const onWheel = (event: WheelEvent) => {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const by = (event.deltaX !== 0 && sideways ? event.deltaX : event.deltaY) * unit;
    if (state.visible.get() === null && (sideways || by > 0)) return;
    if (event.timeStamp - scrolledAt < SAME_GESTURE_MS && !event.ctrlKey) {
      scrolledAt = event.timeStamp;
      return;
    }
    event.preventDefault();
    const { left, width } = element.getBoundingClientRect();
    const range = visibleRange(state);
    if (sideways) return showRange(state, pannedBy(range, by / width));
    const at = range.from + ((range.to - range.from) * (event.clientX - left)) / width;
    showRange(state, zoomedAt(range, at, Math.exp(by * (event.ctrlKey ? ZOOM.pinch : ZOOM.wheel))));
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  window.addEventListener('wheel', onPage, { passive: true });
  return () => {
    element.removeEventListener('wheel', onWheel);
    window.removeEventListener('wheel', onPage);
  };
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
