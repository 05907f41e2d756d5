/** Ids from `first` to `last`. */
export interface IdRange {
  first: number;
  last: number;
}

/** Ranges of ids up to `last` that have no block. */
export const unblocked = (blocked: readonly IdRange[], last: number): IdRange[] => {
  const before = [{ first: 0, last: 0 }, ...blocked];
  return before.flatMap((block, i) => {
    const range = { first: block.last + 1, last: (before[i + 1]?.first ?? last + 1) - 1 };
    return range.first > range.last ? [] : [range];
  });
};
