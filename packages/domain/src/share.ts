/** A share as it is shown: rounded to thousandths, and to 1 only if nothing is missing. */
export const shownShare = (share: number): number =>
  share >= 1 ? 1 : Math.min(999, Math.round(share * 1_000)) / 1_000;
