/** A straight line through points by least squares. */
export interface LineFit {
  readonly slope: number;
  /** Standard error of the slope: √(SSE ÷ (n − 2) ÷ Sxx); NaN of fewer than three points. */
  readonly slopeError: number;
  /** Share of the variance that the line explains, 0 to 1; 0 where nothing varies. */
  readonly r2: number;
  readonly count: number;
}

/** null: fewer than two points, or all at one x. */
export function fitLine(points: readonly { readonly x: number; readonly y: number }[]): LineFit | null {
  const count = points.length;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / count;
  let [sxx, syy, sxy] = [0, 0, 0];
  for (const { x, y } of points) {
    sxx += (x - meanX) ** 2;
    syy += (y - meanY) ** 2;
    sxy += (x - meanX) * (y - meanY);
  }
  if (count < 2 || sxx === 0) return null;
  const rest = Math.max(0, syy - sxy ** 2 / sxx);
  return {
    slope: sxy / sxx,
    slopeError: count < 3 ? Number.NaN : Math.sqrt(rest / (count - 2) / sxx),
    r2: syy === 0 ? 0 : sxy ** 2 / (sxx * syy),
    count,
  };
}
