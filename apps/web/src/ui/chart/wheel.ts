import { changeView, type Surface, viewOf } from './surface.ts';
import { panBy, zoomAt } from './view.ts';

/** A page that is being scrolled goes on scrolling when a chart comes under the pointer, ms. */
const SAME_GESTURE_MS = 250;
/** How much a px of wheel zooms; a pinch on a touchpad comes as small steps with Ctrl. */
const ZOOM = { wheel: 0.0018, pinch: 0.012 } as const;
const LINE_PX = 16;

/**
 * A wheel zooms around the pointer, sideways or with Shift it moves. What it cannot do here, zoom out of everything,
 * and what began as scrolling elsewhere is left to the page. Returns how to stop it.
 */
export function listenWheel(element: HTMLElement, surface: Surface): () => void {
  let scrolledAt = Number.NEGATIVE_INFINITY;
  const onPage = (event: WheelEvent) => {
    if (!element.contains(event.target as Node)) scrolledAt = event.timeStamp;
  };
  const onWheel = (event: WheelEvent) => {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const by = (event.deltaX !== 0 && sideways ? event.deltaX : event.deltaY) * unit;
    if (surface.view.get() === null && (sideways || by > 0)) return;
    if (event.timeStamp - scrolledAt < SAME_GESTURE_MS && !event.ctrlKey) {
      scrolledAt = event.timeStamp;
      return;
    }
    event.preventDefault();
    const { left, width } = element.getBoundingClientRect();
    const view = viewOf(surface);
    if (sideways) return changeView(surface, panBy(view, by / width));
    const at = view.from + ((view.to - view.from) * (event.clientX - left)) / width;
    changeView(surface, zoomAt(view, at, Math.exp(by * (event.ctrlKey ? ZOOM.pinch : ZOOM.wheel))));
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  window.addEventListener('wheel', onPage, { passive: true });
  return () => {
    element.removeEventListener('wheel', onWheel);
    window.removeEventListener('wheel', onPage);
  };
}
