/** One measured figure; printed as a line of JSON. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The target, such as `>= 35000`; absent for figures without one. */
  reach?: string;
}

const round = (value: number): number => Number(value.toPrecision(4));

const printed: Figure[] = [];

export const print = (figure: Figure): void => {
  const rounded = { ...figure, value: round(figure.value) };
  printed.push(rounded);
  console.log(JSON.stringify(rounded));
};

/** The figures printed since the last call. */
export const takePrinted = (): Figure[] => printed.splice(0);

/** The value below which `share` of the sorted values lie. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
