/** A stretch of time, epoch ms. */
export interface View {
  readonly from: number;
  readonly to: number;
}

const widthOf = ({ from, to }: View) => to - from;

/** The view kept inside the whole, by moving it, and at least `least` ms wide. */
export function keepInside(view: View, whole: View, least: number): View {
  const width = Math.min(widthOf(whole), Math.max(widthOf(view), least));
  const middle = (view.from + view.to) / 2;
  const from = Math.min(Math.max(middle - width / 2, whole.from), whole.to - width);
  return width >= widthOf(whole) ? whole : { from, to: from + width };
}

/** `factor` < 1 zooms in; the time `at` stays where it is on the screen. */
export function zoomAt(view: View, at: number, factor: number): View {
  return { from: at - (at - view.from) * factor, to: at + (view.to - at) * factor };
}

/** Moved by a share of its width; positive is later. */
export function panBy(view: View, share: number): View {
  const by = widthOf(view) * share;
  return { from: view.from + by, to: view.to + by };
}

export const isWhole = (view: View, whole: View) => view.from <= whole.from && view.to >= whole.to;
