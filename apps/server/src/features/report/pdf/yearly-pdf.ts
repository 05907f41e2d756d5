import type { YearlySheet } from '@airdeck/contract/report/yearly';
import { Words } from '../words.ts';
import {
  annexRows,
  deadlineLines,
  equipmentRows,
  facilityRows,
  headsOf,
  resultRows,
  roomRows,
  textRows,
} from '../yearly-rows.ts';
import { drawMethod } from './method.ts';
import { INK, Paper, type PaperOptions, type TableColumn } from './paper.ts';

/** Columns by their heads and parts; a negative part is that of a number, at the right. */
const columnsOf = (heads: readonly string[], parts: readonly number[]): TableColumn[] =>
  heads.map((header, i) => {
    const part = parts[i] ?? 1;
    return { header, part: Math.abs(part), align: part < 0 ? 'right' : 'left' };
  });

const drawForm = async (paper: Paper, words: Words, sheet: YearlySheet): Promise<void> => {
  const { yearly } = words.texts.airReport;
  const heads = headsOf(words);
  paper.heading(yearly.part1);
  await paper.table(columnsOf(heads.facility, [1, 3]), textRows(facilityRows(words, sheet)));
  paper.heading(yearly.part2);
  const equipment = textRows(equipmentRows(words, sheet));
  if (equipment.length === 0) paper.text(yearly.noEquipment, { size: 9.5 });
  else await paper.table(columnsOf(heads.equipment, [4, 2, -1, -1.5, 1.8, -1.6]), equipment);
  paper.heading(yearly.part3);
  const { measured_by, registration, measured_on } = sheet.entries;
  const by = [
    [yearly.measuredBy, measured_by],
    [yearly.registration, registration],
    [yearly.measuredOn, measured_on ?? ''],
  ].map(([label, value]) => `${label}: ${value || yearly.unknown}`);
  paper.text(by.join(' · '), { size: 9.5 });
  const results = textRows(resultRows(words, sheet));
  if (results.length === 0) paper.text(yearly.noResults, { size: 9.5 });
  else await paper.table(columnsOf(heads.results, [2.4, 1.9, -1.1, -1.2, -1.2, -1.2, 1.6, 2.3, 1.5, 2]), results);
};

const drawAnnex = async (paper: Paper, words: Words, sheet: YearlySheet): Promise<void> => {
  const { yearly, method } = words.texts.airReport;
  const heads = headsOf(words);
  paper.newPage();
  paper.text(yearly.annex, { size: 16, bold: true });
  paper.text(method.notice, { size: 11, bold: true, color: '#8c1d16' });
  const { meters, office } = sheet.annex;
  const text = words.counted(yearly, 'annexText', meters);
  paper.text(`${text} ${sheet.year}-01-01 ~ ${sheet.year}-12-31`, { size: 9.5 });
  if (office.length === 0) {
    paper.text(words.texts.compliance.noRules, { size: 9.5 });
    return;
  }
  await paper.table(
    columnsOf(heads.annex, [2.4, 2.2, 1.3, -1.3, -1.4, -1.2, 2.2, -1.1]),
    textRows(annexRows(words, sheet)),
  );
  paper.heading(yearly.rooms);
  const rooms = columnsOf(heads.rooms, [1.7, 2.2, 1.9, 1.2, -1.3, -1.8, -1.2, 2, -1.1]);
  await paper.table(rooms, textRows(roomRows(words, sheet)));
};

/** The yearly sheet as a document: the form, the annex of continuous data, and the method. */
export const yearlyPdf = async (
  sheet: YearlySheet,
  { language, check }: Pick<PaperOptions, 'language' | 'check'>,
): Promise<Buffer> => {
  const words = new Words(language);
  const { yearly, method, monthly } = words.texts.airReport;
  const title = words.yearlyTitle(sheet);
  const paper = new Paper({
    ...{ language, check, day: sheet.made_on, author: sheet.organization_name },
    title: `${title}: ${sheet.office_name}`,
  });
  paper.text(`${sheet.organization_name} · ${sheet.office_name}`, { color: INK.soft, gap: 0 });
  paper.text(title, { size: 18, bold: true });
  paper.text(`${yearly.ministry[sheet.ministry]} · ${words.authority(sheet.pack)}`, { size: 9.5, color: INK.soft });
  paper.text(yearly.formNotice, { size: 9, color: '#6f4400' });
  await drawForm(paper, words, sheet);
  await paper.pause();
  await drawAnnex(paper, words, sheet);
  await paper.pause();
  paper.newPage();
  const { rules, hours_known: hoursKnown } = sheet.annex;
  await drawMethod(paper, words, { rules, hoursKnown, packName: words.packName(sheet.pack) });
  // For the reader at the facility, not for the authority.
  paper.heading(yearly.deadlines);
  for (const line of deadlineLines(words, sheet)) paper.item('·', line, { size: 9 });
  const made = words.fill(method.madeOn, { day: sheet.made_on });
  return paper.finish((page, pages) => [
    `${title} · ${sheet.office_name} · ${made}`,
    words.fill(monthly.pages, { page, pages }),
  ]);
};
