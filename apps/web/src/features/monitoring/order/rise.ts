/** Index points that a rise must have to be worth a word, and its least share of the value. */
const MIN_RISE = 10;
const MIN_SHARE = 0.15;
/** Ups and downs within this share of the rise, or these points, are noise. */
const NOISE_SHARE = 0.2;
const NOISE = 4;

export interface Rise {
  /** How many slots ago it began. */
  slots: number;
  /** By how many points. */
  by: number;
}

/** Whether a course is rising now, since when and by how much; null when it is not. Gaps are passed over. */
export function riseOf(trend: readonly (number | null)[]): Rise | null {
  const known = trend.flatMap((value, slot) => (value === null ? [] : [{ value, slot }])).reverse();
  const last = known[0];
  if (last === undefined || last.slot < trend.length - 2) return null;
  let low = last.value;
  for (const { value } of known) {
    // Looking back it goes up again: here the rise had its foot.
    if (value > low + Math.max(NOISE, (last.value - low) * NOISE_SHARE)) break;
    low = Math.min(low, value);
  }
  const by = last.value - low;
  if (by < MIN_RISE || by < last.value * MIN_SHARE) return null;
  const foot = known.find(({ value }) => value <= low + by * NOISE_SHARE) ?? last;
  return { slots: trend.length - 1 - foot.slot, by };
}
