import { markReload } from './session-storage.ts';
import { hasUnsavedInput } from './unsaved.ts';

const RELOAD_THRESHOLD_PX = 50;
const SETTLED_MS = 300;

interface WindowShape {
  width: number;
  /** `screen.orientation.type`: turns with the device, not with the shape of the window. */
  orientation: string;
}

/** Whether a settled change of the window asks for a reload: 50 px or more of width, the device not turned. */
export function asksForReload(before: WindowShape, after: WindowShape): boolean {
  return before.orientation === after.orientation && Math.abs(after.width - before.width) >= RELOAD_THRESHOLD_PX;
}

const shapeNow = (): WindowShape => ({
  width: window.innerWidth,
  orientation: window.screen.orientation?.type ?? '',
});

/** Reloads the page when its width has changed, unless a form holds unsaved input. Returns a function that stops it. */
export function watchWidth(reload = () => window.location.reload()): () => void {
  let shape = shapeNow();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    const now = shapeNow();
    if (now.orientation !== shape.orientation) shape = now;
    if (!asksForReload(shape, now) || hasUnsavedInput()) return;
    markReload();
    reload();
  };
  const onResize = () => {
    clearTimeout(timer);
    timer = setTimeout(settle, SETTLED_MS);
  };
  window.addEventListener('resize', onResize);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('resize', onResize);
  };
}
