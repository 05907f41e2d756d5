/** Rows in chunks like those of lists, each after a turn of the event loop. */
export async function* inChunks<Row>(rows: readonly Row[], size = 1_000): AsyncGenerator<Row[]> {
  for (let at = 0; at < rows.length; at += size) {
    await new Promise(setImmediate);
    yield rows.slice(at, at + size);
  }
}
