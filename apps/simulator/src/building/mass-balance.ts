/**
 * A well-mixed room over `hours` with everything held still: dC/dt = gain − loss × C, solved exactly, so that a step of
 * any length is stable. `gain` in units of C per hour, `loss` per hour.
 */
export function balance(concentration: number, gain: number, loss: number, hours: number): number {
  if (loss <= 0) return concentration + gain * hours;
  const steady = gain / loss;
  return steady + (concentration - steady) * Math.exp(-loss * hours);
}
