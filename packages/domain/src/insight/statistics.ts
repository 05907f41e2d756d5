/** Linear between the two nearest of ascending numbers; NaN of none. */
export const quantile = (sorted: ArrayLike<number>, share: number): number => {
  const at = (sorted.length - 1) * share;
  const below = Math.floor(at);
  const [low, high] = [sorted[below] as number, sorted[Math.min(below + 1, sorted.length - 1)] as number];
  return low + (high - low) * (at - below);
};

export const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

export const median = (values: readonly number[]): number => quantile(ascending(values), 0.5);
