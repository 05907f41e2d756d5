export interface SparkPath {
  /** SVG path data of the line, one piece per stretch without a gap. */
  line: string;
  /** The same pieces, closed along the bottom. */
  area: string;
  /** Values that stand alone between gaps: they get a dot, a line needs two. */
  dots: { x: number; y: number }[];
}

interface Size {
  width: number;
  height: number;
}

/** Room above and below the line, so that its stroke is not cut. */
const MARGIN = 3;

function stretches(values: readonly (number | null)[]): { index: number; value: number }[][] {
  const found: { index: number; value: number }[][] = [];
  let open: { index: number; value: number }[] | null = null;
  for (const [index, value] of values.entries()) {
    if (value === null) open = null;
    else if (open === null) {
      open = [{ index, value }];
      found.push(open);
    } else open.push({ index, value });
  }
  return found;
}

const fixed = (n: number) => Number(n.toFixed(1));

/** The course of values in equal steps, from `low` (bottom) to `high` (top). A null is a gap and stays one. */
export function sparkPath(
  values: readonly (number | null)[],
  [low, high]: readonly [number, number],
  { width, height }: Size,
): SparkPath {
  const x = (index: number) => fixed(values.length > 1 ? (index / (values.length - 1)) * width : width / 2);
  const span = high > low ? high - low : 1;
  const y = (value: number) => fixed(height - MARGIN - ((value - low) / span) * (height - 2 * MARGIN));
  const path: SparkPath = { line: '', area: '', dots: [] };
  for (const stretch of stretches(values)) {
    const points = stretch.map(({ index, value }) => ({ x: x(index), y: y(value) }));
    const first = points[0];
    const last = points.at(-1);
    if (first === undefined || last === undefined) continue;
    if (points.length === 1) path.dots.push(first);
    const line = points.map((point) => `${point.x},${point.y}`).join('L');
    path.line += `M${line}`;
    path.area += `M${first.x},${height}L${line}L${last.x},${height}Z`;
  }
  return path;
}

/**
 * Lowest and highest value, with some air; a flat course lies in the middle. null when there is no value at all. The
 * range is never narrower than `minSpan`, so that noise does not look like a rise.
 */
export function sparkRange(values: readonly (number | null)[], minSpan = 0): readonly [number, number] | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const low = Math.min(...known);
  const high = Math.max(...known);
  const air = Math.max((high - low) * 0.25, Math.abs(high) * 0.05, (minSpan - (high - low)) / 2, Number.EPSILON);
  return [low - air, high + air];
}
