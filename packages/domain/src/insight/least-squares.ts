/** Coefficients of a linear model, with their standard errors for independent residuals. */
export interface LeastSquares {
  readonly coefficients: readonly number[];
  readonly errors: readonly number[];
  readonly residuals: readonly number[];
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, each, i) => sum + each * (b[i] ?? 0), 0);

/** Rows of the inverse of a small symmetric matrix (Gauss–Jordan with pivots); null: singular. */
function invert(matrix: readonly (readonly number[])[]): number[][] | null {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...Array.from({ length: size }, (_, j) => (i === j ? 1 : 0))]);
  for (let at = 0; at < size; at++) {
    const pivot = rows.reduce(
      (best, row, i) => (i >= at && Math.abs(row[at] ?? 0) > Math.abs(rows[best]?.[at] ?? 0) ? i : best),
      at,
    );
    const [upper, lower] = [rows[at] ?? [], rows[pivot] ?? []];
    const scale = lower[at] ?? 0;
    if (Math.abs(scale) < 1e-12) return null;
    rows[pivot] = upper;
    rows[at] = lower.map((each) => each / scale);
    for (const [i, row] of rows.entries()) {
      const factor = row[at] ?? 0;
      if (i !== at && factor !== 0) rows[i] = row.map((each, j) => each - factor * (rows[at]?.[j] ?? 0));
    }
  }
  return rows.map((row) => row.slice(size));
}

/** Fits y = Σ bᵢ xᵢ. null: as many unknowns as points, or columns that depend on each other. */
export function fitLeastSquares(
  points: readonly { readonly x: readonly number[]; readonly y: number }[],
): LeastSquares | null {
  const size = points[0]?.x.length ?? 0;
  if (points.length <= size) return null;
  // Columns of one size make the matrix well conditioned.
  const scales = Array.from({ length: size }, (_, i) =>
    Math.sqrt(points.reduce((sum, { x }) => sum + (x[i] ?? 0) ** 2, 0)),
  );
  if (scales.includes(0)) return null;
  const scaled = points.map(({ x }) => x.map((each, i) => each / (scales[i] ?? 1)));
  const products = scales.map((_, i) =>
    scales.map((_, j) => scaled.reduce((sum, x) => sum + (x[i] ?? 0) * (x[j] ?? 0), 0)),
  );
  const right = scales.map((_, i) => points.reduce((sum, { y }, n) => sum + y * (scaled[n]?.[i] ?? 0), 0));
  const inverse = invert(products);
  if (!inverse) return null;
  const solution = inverse.map((row) => dot(row, right));
  const residuals = points.map(({ y }, n) => y - dot(scaled[n] ?? [], solution));
  const variance = dot(residuals, residuals) / (points.length - size);
  return {
    coefficients: solution.map((each, i) => each / (scales[i] ?? 1)),
    errors: inverse.map((row, i) => Math.sqrt(variance * Math.max(0, row[i] ?? 0)) / (scales[i] ?? 1)),
    residuals,
  };
}
