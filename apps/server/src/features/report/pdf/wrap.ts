/**
 * Lines of at most `width`, broken at spaces only: Korean text must not break between syllables, as the Unicode rules
 * allow. A word that is wider than a line is cut.
 */
export const wrapAtSpaces = (text: string, width: number, widthOf: (text: string) => number): string[] => {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ').filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (widthOf(longer) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      const parts = cut(word, width, widthOf);
      line = parts.pop() ?? '';
      lines.push(...parts);
    }
    lines.push(line);
  }
  return lines;
};

/** A word in parts of at most `width`; a single character may be wider. */
const cut = (word: string, width: number, widthOf: (text: string) => number): string[] => {
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && widthOf(part + character) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
};

/**
 * Widths of columns: in proportion to their parts, but none narrower than its longest word, which would be cut, as long
 * as there is room for all of these words.
 */
export const columnWidths = (columns: readonly { part: number; longestWord: number }[], width: number): number[] => {
  const narrow = new Set<number>();
  for (;;) {
    const taken = [...narrow].reduce((sum, i) => sum + (columns[i]?.longestWord ?? 0), 0);
    if (taken > width)
      return columnWidths(
        columns.map((column) => ({ ...column, longestWord: 0 })),
        width,
      );
    const parts = columns.reduce((sum, { part }, i) => sum + (narrow.has(i) ? 0 : part), 0);
    const widths = columns.map(({ part, longestWord }, i) =>
      narrow.has(i) ? longestWord : (part / parts) * (width - taken),
    );
    const found = columns.findIndex(({ longestWord }, i) => longestWord > (widths[i] ?? 0));
    if (found < 0) return widths;
    narrow.add(found);
  }
};
