import { xmlText } from './xml-text.ts';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
const relations = (items: [id: string, type: string, target: string][]): string => {
  const all = items.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
};

/** The part _rels/.rels, which locates the workbook. */
export const rootRelations = (): string => relations([['rId1', 'officeDocument', 'xl/workbook.xml']]);

/** The part xl/_rels/workbook.xml.rels. */
export const workbookRelations = (sheets: number): string =>
  relations([
    ...numbers(sheets).map((n): [string, string, string] => [`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`]),
    ['rIdStyles', 'styles', 'styles.xml'],
    ['rIdTexts', 'sharedStrings', 'sharedStrings.xml'],
  ]);

/** Maximum length; Excel does not open a workbook with a longer sheet name. */
const MAX_SHEET_NAME = 31;

/** The first characters of a text that fit, without splitting one. */
function fitting(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** A valid name for the n-th sheet: `sheet1`, `sheet1 (2)`. Invalid characters are removed. */
export function sheetName(wish: string, number: number): string {
  const clean = wish
    .replace(/[\p{Cc}\p{Cs}:\\/?*[\]]/gu, '')
    .trim()
    // Quotes are invalid at both ends, and Excel reserves one name.
    .replace(/^'+|'+$/g, '')
    .trim();
  const base = clean === '' || clean.toLowerCase() === 'history' ? 'sheet1' : clean;
  const suffix = number > 1 ? ` (${number})` : '';
  return fitting(base, MAX_SHEET_NAME - suffix.length) + suffix;
}

/** The part xl/workbook.xml. */
export const workbookXml = (wish: string, sheets: number): string => {
  const items = numbers(sheets).map(
    (n) => `<sheet name="${xmlText(sheetName(wish, n))}" sheetId="${n}" r:id="rId${n}"/>`,
  );
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${items.join('')}</sheets></workbook>`;
};

/** The part [Content_Types].xml. */
export const contentTypes = (sheets: number): string => {
  const overrides = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/styles.xml', 'styles'],
    ['/xl/sharedStrings.xml', 'sharedStrings'],
    ...numbers(sheets).map((n) => [`/xl/worksheets/sheet${n}.xml`, 'worksheet']),
  ].map(([path, type]) => `<Override PartName="${path}" ContentType="${TYPE}.${type}+xml"/>`);
  return [
    `<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `${overrides.join('')}</Types>`,
  ].join('');
};
