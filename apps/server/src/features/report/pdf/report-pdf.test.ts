import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@airdeck/contract/user/schema';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import PDFDocument from 'pdfkit';
import { afterAll, describe, expect, it } from 'vitest';
import { textsOf } from '../../../export/texts.ts';
import { aMonthlyReport } from '../../../testing/monthly-report.ts';
import { readXlsx, unzip } from '../../../testing/read-xlsx.ts';
import { aYearlySheet } from '../../../testing/yearly-sheet.ts';
import { yearlyXlsx } from '../yearly-xlsx.ts';
import { monthlyPdf } from './monthly-pdf.ts';
import { FONT_FILES } from './paper.ts';
import { yearlyPdf } from './yearly-pdf.ts';

const wanted = async (): Promise<void> => {};
const canRead = spawnSync('pdftotext', ['-v']).error === undefined;
const folder = mkdtempSync(join(tmpdir(), 'airdeck-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The text of a document, page by page. */
const pagesOf = (pdf: Buffer): string[] => {
  const file = join(folder, 'report.pdf');
  writeFileSync(file, pdf);
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
  return text.split('\f').filter((page) => page.trim() !== '');
};
const countPages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

/** The parts of a workbook as XML. */
const partsOf = (xlsx: Buffer) => {
  const files = unzip(xlsx);
  return (name: string): string => files.get(`xl/${name}.xml`)?.toString('utf8') ?? '';
};

const monthly = (language: Language, given = {}) => monthlyPdf(aMonthlyReport(given), { language, check: wanted });
const yearly = (language: Language) => yearlyPdf(aYearlySheet(), { language, check: wanted });

describe('the fonts', () => {
  it.each(LANGUAGES)('have every character of the texts that reports use in %s', (language) => {
    const { airReport, compliance, grade, ventilation } = textsOf(language);
    const text = JSON.stringify([airReport, compliance, grade, ventilation.refused]).normalize('NFKC');
    for (const file of Object.values(FONT_FILES)) {
      const doc = new PDFDocument({
        ...{ size: 'A4', margin: 0, font: file, lang: language, tagged: false, pdfVersion: '1.7', bufferPages: false },
        ...{ displayTitle: false },
        info: {
          ...{ Title: '', Author: '', Creator: '', Producer: '' },
          ...{ CreationDate: new Date(0), ModDate: new Date(0) },
        },
      });
      const { font } = doc._font;
      const missing = [...new Set(text)].filter((each) => !font.hasGlyphForCodePoint(each.codePointAt(0) ?? 0));
      expect(missing).toEqual([]);
    }
  });
});

describe.each(LANGUAGES)('a report in %s', (language) => {
  it('has the same bytes for the same content, and others on another day', async () => {
    const [pdf, again] = [await monthly(language), await monthly(language)];
    expect(pdf.equals(again)).toBe(true);
    expect(pdf.equals(await monthly(language, { made_on: '2026-11-02' }))).toBe(false);
    expect((await yearly(language)).equals(await yearly(language))).toBe(true);
    expect((await yearlyXlsx(aYearlySheet(), language)).equals(await yearlyXlsx(aYearlySheet(), language))).toBe(true);
  });

  it('says everything that a manager needs on the first of two pages', async () => {
    const pdf = await monthly(language);
    expect(countPages(pdf)).toBe(2);
    if (!canRead) return;
    const { monthly: texts, method } = textsOf(language).airReport;
    const [first = '', second = ''] = pagesOf(pdf);
    for (const text of [texts.verdict.BAD, texts.toDo, '87.3 %', '96.4 %', '61', '2학년 3반', texts.calendar]) {
      expect(first).toContain(text);
    }
    expect(first).not.toContain('?');
    for (const text of [texts.visits, texts.purifiers, texts.ventilation, method.title, 'hangyo.com']) {
      expect(second).toContain(text);
    }
    // Air changes with their range and evenings, and the reason of rooms without them.
    expect(second).toMatch(/2학년 3반 +0\.4 +0\.3[~–]0\.6 +14/);
    expect(second).toMatch(/CO2[^\n]*: 급식실/);
  });

  it('has the calendar on the first page, with all types and as many tasks as it names', async () => {
    if (!canRead) return;
    const { types, rooms } = aMonthlyReport();
    const [line, room] = [types[0], rooms[0]];
    if (!line || !room) throw new Error('the report has no types or rooms');
    const pdf = await monthly(language, {
      types: SENSOR_TYPES.map((type) => ({ ...line, type })),
      rooms: ['4학년 1반', '4학년 2반', '4학년 3반'].map((name) => ({ ...room, name })),
    });
    const { monthly: texts } = textsOf(language).airReport;
    const [first = ''] = pagesOf(pdf);
    for (const text of [texts.calendar, texts.rooms, '4학년 3반']) expect(first).toContain(text);
  });

  it('keeps the form, the annex and the method of a year apart', async () => {
    const pdf = await yearly(language);
    expect(countPages(pdf)).toBe(3);
    if (!canRead) return;
    const { yearly: texts, method } = textsOf(language).airReport;
    const [form = '', annex = '', last = ''] = pagesOf(pdf);
    for (const text of [texts.part1, texts.part2, texts.part3, texts.ministry.CLIMATE, '29.5']) {
      expect(form).toContain(text);
    }
    expect(form).not.toContain('1,812');
    expect(annex).toContain(method.notice);
    expect(annex).toContain('1,812.4');
    // Deadlines are for the facility, not for the authority.
    for (const text of [method.title, texts.deadlines, '2026-06-11']) expect(last).toContain(text);
  });

  it('has the parts of a year as sheets of a workbook', async () => {
    const part = partsOf(await yearlyXlsx(aYearlySheet(), language));
    const { yearly: texts, method } = textsOf(language).airReport;
    const names = [...part('workbook').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual(Object.values(texts.sheet));
    for (const text of [method.notice, '홍길동']) expect(part('sharedStrings')).toContain(text);
  });

  it('has numbers in its workbook that a spreadsheet can calculate with', async () => {
    const [facility, equipment, results, annex] = readXlsx(await yearlyXlsx(aYearlySheet(), language));
    const numbers = (sheet = facility) =>
      sheet?.rows
        .map((row) =>
          row.flatMap((cell) => (cell?.type === 'number' && cell.value !== '' ? [[cell.value, cell.format]] : [])),
        )
        .filter((row) => row.length > 0);
    expect(numbers(facility)).toEqual([[['4200', '#,##0']]]);
    expect(numbers(equipment)).toEqual([
      [
        ['1', '#,##0'],
        ['1840', '#,##0'],
      ],
      [
        ['2', '#,##0'],
        ['12000', '#,##0'],
      ],
    ]);
    expect(numbers(results)).toEqual([
      [
        ['1', '#,##0'],
        ['18', '#,##0'],
        ['41', '#,##0'],
        ['29.5', '#,##0.0'],
      ],
      [
        ['2', '#,##0'],
        ['10.5', '#,##0.0'],
      ],
    ]);
    const exceeded = [
      ['0.909', '0.0%'],
      ['0.875', '0.0%'],
      ['0.971', '0.0%'],
      ['1812.4', '#,##0.0'],
    ];
    expect(numbers(annex)).toEqual([
      exceeded,
      exceeded,
      [
        ['1', '0.0%'],
        ['0.98', '0.0%'],
        ['0.971', '0.0%'],
      ],
    ]);
  });
});

it('stops when the report is no longer wanted', async () => {
  const check = () => Promise.reject(new Error('canceled'));
  await expect(monthlyPdf(aMonthlyReport(), { language: 'ko', check })).rejects.toThrow('canceled');
});

it('writes a name with characters that the font lacks, and texts that look like formulas', async () => {
  const pdf = await monthly('ko', { office_name: '본관 \u{1F3EB}', organization_name: 'CO₂ 학교' });
  if (canRead) expect(pagesOf(pdf)[0]).toContain('CO2 학교 · 본관 ?');
  const sheet = aYearlySheet();
  const entries = { ...sheet.entries, address: '=HYPERLINK("http://example.com")' };
  const part = partsOf(await yearlyXlsx({ ...sheet, entries }, 'ko'));
  expect(part('sharedStrings')).toContain("'=HYPERLINK");
  expect(part('worksheets/sheet1')).not.toContain('<f');
});
