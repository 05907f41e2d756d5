import type { YearlySheet } from '@airdeck/contract/report/yearly';
import type { Language } from '@airdeck/contract/user/schema';
import { writeXlsx } from 'hucre/xlsx';
import { Words } from './words.ts';
import {
  annexRows,
  type Cell,
  cellText,
  deadlineLines,
  equipmentRows,
  facilityRows,
  headsOf,
  type Rows,
  resultRows,
  roomRows,
} from './yearly-rows.ts';

/** Characters. */
const WIDTHS = { first: 28, other: 15, last: 28, source: 60 } as const;
/** Points of a line. */
const LINE_HEIGHT = 15;
const LINE = { style: 'thin', color: { rgb: 'CDD3DD' } } as const;
const BODY = { border: { bottom: LINE }, alignment: { vertical: 'top', wrapText: true } } as const;
const RIGHT = { horizontal: 'right' } as const;
const LEFT = { horizontal: 'left', indent: 1 } as const;
const HEAD = {
  ...BODY,
  font: { name: 'Calibri', size: 11, bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'EAF1FB' } },
} as const;

/** The first characters of formulas in spreadsheets. */
const FORMULA = /^[=+\-@\t\r]/;

/** A text that no spreadsheet takes for a formula. */
const plain = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const writtenValue = (cell: Cell): string | number => (typeof cell === 'string' ? plain(cell) : cell.value);

const isNumberColumn = (rows: Rows, column: number): boolean => {
  const cells = rows.flatMap((row) => row[column] ?? []);
  return (
    cells.some((cell) => typeof cell !== 'string') && cells.every((cell) => typeof cell !== 'string' || cell === '–')
  );
};

/** Numbers and the dashes between them stand at the right, also their head; a number among texts stands as they do. */
const styleOf = (cell: Cell, { isHead, isNumbers }: { isHead: boolean; isNumbers: boolean }) => ({
  ...(isHead ? HEAD : BODY),
  ...(typeof cell !== 'string' && { numFmt: cell.format }),
  // A text keeps apart from a number at its left.
  alignment: { ...BODY.alignment, ...(isNumbers ? RIGHT : LEFT) },
});

/** Lines of a text in a column; Hangul is twice as wide as a digit. */
const linesOf = (text: string, width: number): number => {
  const length = [...text].reduce((sum, character) => sum + (character >= '\u1100' ? 2 : 1), 0);
  return Math.max(1, Math.ceil(length / (width - 2)));
};

/** A sheet whose long texts wrap; printed, its columns fit on one page and the head is repeated. */
const sheetOf = (
  name: string,
  above: readonly string[],
  heads: readonly string[],
  rows: Rows,
  last: number = WIDTHS.last,
) => {
  const widths = heads.map((_, i) => (i === 0 ? WIDTHS.first : i === heads.length - 1 ? last : WIDTHS.other));
  const table = [heads, ...rows];
  const numbers = heads.map((_, column) => isNumberColumn(rows, column));
  const heightOf = (row: readonly Cell[]): number =>
    LINE_HEIGHT * Math.max(...row.map((cell, i) => linesOf(cellText(cell), widths[i] ?? WIDTHS.other)));
  return {
    name,
    columns: widths.map((width) => ({ width })),
    rows: [...above.map((line) => [line]), ...table].map((row) => row.map(writtenValue)),
    cells: new Map(
      table.flatMap((row, i) =>
        row.map((cell, column) => {
          const style = styleOf(cell, { isHead: i === 0, isNumbers: numbers[column] === true });
          return [`${above.length + i},${column}`, { style }] as const;
        }),
      ),
    ),
    // Not every program computes the height of a row whose texts wrap.
    rowDefs: new Map(table.map((row, i) => [above.length + i, { height: heightOf(row) }])),
    freezePane: { rows: above.length + 1 },
    pageSetup: {
      ...({ paperSize: 'a4', orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 } as const),
      printTitlesRow: `$${above.length + 1}:$${above.length + 1}`,
    },
  };
};

/** The yearly sheet as a workbook: the same rows as the document, a sheet for each part. */
export const yearlyXlsx = async (sheet: YearlySheet, language: Language): Promise<Buffer> => {
  const words = new Words(language);
  const { airReport } = words.texts;
  const { yearly, method } = airReport;
  const heads = headsOf(words);
  const made = new Date(`${sheet.made_on}T00:00:00Z`);
  const bytes = await writeXlsx({
    properties: { title: words.yearlyTitle(sheet), creator: 'Airdeck', created: made, modified: made },
    sheets: [
      sheetOf(
        yearly.sheet.facility,
        [words.yearlyTitle(sheet), yearly.ministry[sheet.ministry], yearly.formNotice],
        ...([heads.facility, facilityRows(words, sheet), WIDTHS.source] as const),
      ),
      sheetOf(yearly.sheet.equipment, [], heads.equipment, equipmentRows(words, sheet)),
      sheetOf(yearly.sheet.results, deadlineLines(words, sheet), heads.results, resultRows(words, sheet)),
      sheetOf(yearly.sheet.annex, [method.notice], heads.rooms, [
        ...annexRows(words, sheet).map((row) => [sheet.office_name, ...row]),
        ...roomRows(words, sheet),
      ]),
      sheetOf(
        yearly.sheet.method,
        [...method.text, method.notice],
        [words.texts.compliance.rule, method.since, method.certainty, method.source],
        sheet.annex.rules.map((rule) => [
          ...[words.limit(rule), rule.valid_from],
          ...[
            rule.draft ? words.texts.compliance.draft : words.texts.compliance.certainty[rule.certainty],
            rule.source,
          ],
        ]),
        WIDTHS.source,
      ),
    ],
  });
  return Buffer.from(bytes);
};
