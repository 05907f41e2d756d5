import type { YearlySheet } from '@airdeck/contract/report/yearly';
import type { Language } from '@airdeck/contract/user/schema';
import { writeXlsx } from 'hucre/xlsx';
import { Words } from './words.ts';
import {
  annexRows,
  deadlineLines,
  equipmentRows,
  facilityRows,
  headsOf,
  type Rows,
  resultRows,
  roomRows,
} from './yearly-rows.ts';

const WIDTHS = { first: 28, other: 18 } as const;
/** The first characters of formulas in spreadsheets. */
const FORMULA = /^[=+\-@\t\r]/;

/** A text that no spreadsheet takes for a formula. */
const plain = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const sheetOf = (name: string, above: readonly string[], heads: readonly string[], rows: Rows) => ({
  name,
  columns: heads.map((_, i) => ({ width: i === 0 ? WIDTHS.first : WIDTHS.other })),
  rows: [...above.map((line) => [line]), [...heads], ...rows].map((row) => row.map(plain)),
  freezePane: { rows: above.length + 1 },
});

/** The yearly sheet as a workbook: the same rows as the document, a sheet for each part. */
export const yearlyXlsx = async (sheet: YearlySheet, language: Language): Promise<Buffer> => {
  const words = new Words(language);
  const { airReport } = words.texts;
  const { yearly, method } = airReport;
  const heads = headsOf(words);
  const made = new Date(`${sheet.made_on}T00:00:00Z`);
  const bytes = await writeXlsx({
    properties: { title: `${sheet.year} ${yearly.title}`, creator: 'Airdeck', created: made, modified: made },
    sheets: [
      sheetOf(
        yearly.sheet.facility,
        [`${sheet.year} ${yearly.title}`, yearly.ministry[sheet.ministry], yearly.formNotice],
        ...([heads.facility, facilityRows(words, sheet)] as const),
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
      ),
    ],
  });
  return Buffer.from(bytes);
};
