/** A number as the console shows it. `toFixed` would round 8.35 down. */
export const shownNumber = (value: number, digits: number): string =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
