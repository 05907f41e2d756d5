/** Characters that Excel takes; a sheet with a longer name does not open. */
const LONGEST = 31;

/** The first characters of a text that fit, none cut in half. */
function fitting(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** A name as Excel takes one, of the n-th sheet: `sheet1`, `sheet1 (2)`. What it does not take is left out. */
export function sheetName(wish: string, number: number): string {
  const clean = wish
    .replace(/[\p{Cc}\p{Cs}:\\/?*[\]]/gu, '')
    .trim()
    // Quotes may not stand at either end, and Excel keeps one name to itself.
    .replace(/^'+|'+$/g, '')
    .trim();
  const base = clean === '' || clean.toLowerCase() === 'history' ? 'sheet1' : clean;
  const suffix = number > 1 ? ` (${number})` : '';
  return fitting(base, LONGEST - suffix.length) + suffix;
}
