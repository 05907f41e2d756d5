/**
 * Where a value stands on a scale of equally wide ratings, in % from the left. The outer ratings have one bound only:
 * they are as wide in value as their neighbours, and what lies beyond stays at the edge.
 */
export function scalePosition(value: number, bounds: readonly [number, number, number, number]): number {
  const [a, b, c, d] = bounds;
  const edges = [a - (b - a), a, b, c, d, d + (d - c)];
  const share = 100 / (edges.length - 1);
  for (let i = 1; i < edges.length; i += 1) {
    const from = edges[i - 1] ?? 0;
    const to = edges[i] ?? 0;
    if (value <= to) return Math.max(0, share * (i - 1 + (value - from) / (to - from)));
  }
  return 100;
}
