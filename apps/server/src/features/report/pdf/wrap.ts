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
