/** The first `most` of items, `size` at a time. */
export function* inPieces<T>(items: Iterable<T>, size: number, most: number): Generator<T[]> {
  let piece: T[] = [];
  let left = most;
  for (const item of items) {
    if (left-- <= 0) break;
    piece.push(item);
    if (piece.length < size) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
