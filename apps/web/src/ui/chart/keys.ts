import { changeView, type Surface, viewOf } from './surface.ts';
import { panBy, zoomAt } from './view.ts';

/** A key moves by this share of what is in sight. */
const PAN = 0.1;
/** A cursor that moves point by point through a year would never arrive. */
const FINEST = 1 / 200;

/** What a key does on a plot. Returns whether it does something. */
export function pressKey(key: string, shift: boolean, surface: Surface): boolean {
  const { drawing, view, cursor } = surface;
  const { from, to } = viewOf(surface);
  const at = Math.min(to, Math.max(from, cursor.get() ?? (from + to) / 2));
  const step = Math.max(drawing.step, (to - from) * FINEST);
  const move = (by: number) => {
    if (shift) changeView(surface, panBy({ from, to }, Math.sign(by) * PAN));
    else cursor.set(Math.min(to, Math.max(from, at + by)));
  };
  if (key === 'ArrowLeft') move(-step);
  else if (key === 'ArrowRight') move(step);
  else if (key === 'Home') cursor.set(from);
  else if (key === 'End') cursor.set(to);
  else if (key === '+' || key === '=') changeView(surface, zoomAt({ from, to }, at, 0.5));
  else if (key === '-') changeView(surface, zoomAt({ from, to }, at, 2));
  else if (key === '0') view.set(null);
  else if (key === 'Escape' && cursor.get() !== null) cursor.set(null);
  else return false;
  return true;
}
