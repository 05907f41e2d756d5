/**
 * An array of numbers as text: arrays of arrays must not be ragged in SQL, and of a real array the driver would search
 * each number for quotes.
 */
export const numberArray = (values: readonly (number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join()}}`;
