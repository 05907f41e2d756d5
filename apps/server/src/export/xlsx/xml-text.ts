/** First line of each part of a workbook. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * Characters that XML 1.0 cannot contain in any notation: most control characters, lone surrogates, two non-characters.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu;

/** Excel reads `_x000D_` in a text as the character, so a text that looks like it is escaped (ECMA-376, 22.9.2.19). */
const LIKE_ESCAPE = /_(?=x[0-9a-f]{4}_)/gi;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const toEntity = (character: string): string => ENTITIES[character] ?? character;

/** Excel does not open a workbook with a longer text. */
const MAX_CELL_LENGTH = 32_767;

/** Text for an attribute or an element. */
export const xmlText = (text: string): string => text.replace(FORBIDDEN, '').replace(/[&<>"]/g, toEntity);

/** Text of a cell, as the content of its `t` element. */
export const cellText = (text: string): string =>
  // An XML reader turns a bare carriage return into a line feed.
  xmlText(text.slice(0, MAX_CELL_LENGTH).replace(LIKE_ESCAPE, '_x005F_')).replaceAll('\r', '_x000D_');
