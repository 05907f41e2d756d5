import { changeView, type Surface, viewOf } from './surface.ts';
import { panBy, type View } from './view.ts';

/** A drag shorter than this is a click that trembled, px. */
const LEAST_DRAG_PX = 6;

interface Drag {
  kind: 'select' | 'pan' | 'look';
  /** Where it began, as a share of the width. */
  start: number;
  /** The view it began with. */
  view: View;
}

const timeAt = ({ from, to }: View, share: number) => from + (to - from) * share;

/** The view in which two times lie under two fingers. */
export function pinched(view: View, before: readonly [number, number], now: readonly [number, number]): View {
  const [first, second] = before.map((share) => timeAt(view, share)) as [number, number];
  const spread = now[1] - now[0];
  if (Math.abs(spread) < 0.02) return view;
  const width = Math.abs((second - first) / spread);
  const from = first - now[0] * width;
  return { from, to: from + width };
}

/**
 * What pointers do on a plot: a mouse's drag selects the stretch to zoom to, with Shift it moves; two fingers zoom,
 * one moves what is zoomed and looks otherwise; a double click shows all again. Returns how to stop it.
 */
export function listenPointers(element: HTMLElement, surface: Surface): () => void {
  const pointers = new Map<number, number>();
  let drag: Drag | null = null;
  let pinch: { before: [number, number]; view: View } | null = null;
  const shareOf = ({ clientX }: PointerEvent) => {
    const { left, width } = element.getBoundingClientRect();
    return width === 0 ? 0 : Math.min(1, Math.max(0, (clientX - left) / width));
  };
  const kindOf = (event: PointerEvent): Drag['kind'] => {
    if (event.pointerType === 'touch') return surface.view.get() === null ? 'look' : 'pan';
    return event.shiftKey ? 'pan' : 'select';
  };
  const twoShares = () => [...pointers.values()].toSorted((a, b) => a - b).slice(0, 2) as [number, number];
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, shareOf(event));
    if (pointers.size === 2) {
      drag = null;
      surface.selection.set(null);
      pinch = { before: twoShares(), view: viewOf(surface) };
    } else {
      drag = { kind: kindOf(event), start: shareOf(event), view: viewOf(surface) };
    }
  };
  const onMove = (event: PointerEvent) => {
    const share = shareOf(event);
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, share);
    if (pinch !== null && pointers.size === 2)
      return changeView(surface, pinched(pinch.view, pinch.before, twoShares()));
    if (drag?.kind === 'pan') changeView(surface, panBy(drag.view, drag.start - share));
    if (drag?.kind === 'select') {
      const [from, to] = [drag.start, share].toSorted((a, b) => a - b).map((at) => timeAt(viewOf(surface), at));
      surface.selection.set({ from: from ?? 0, to: to ?? 0 });
    }
    surface.cursor.set(timeAt(viewOf(surface), share));
  };
  const onUp = (event: PointerEvent) => {
    const moved = Math.abs(shareOf(event) - (drag?.start ?? 0)) * element.clientWidth;
    const selected = surface.selection.get();
    if (drag?.kind === 'select' && moved >= LEAST_DRAG_PX && selected !== null) changeView(surface, selected);
    else if (drag?.kind === 'look') surface.cursor.set(timeAt(viewOf(surface), shareOf(event)));
    onCancel(event);
  };
  const onCancel = (event: PointerEvent) => {
    pointers.delete(event.pointerId);
    surface.selection.set(null);
    drag = null;
    pinch = null;
  };
  const onLeave = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') surface.cursor.set(null);
  };
  const onDouble = () => surface.view.set(null);
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
