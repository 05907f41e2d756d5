import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PLACES = [
  process.env.SOFFICE_PATH,
  '/usr/bin/soffice',
  '/usr/local/bin/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
];

/** Path of LibreOffice on this machine; undefined without one. */
export const officePath = PLACES.find((path) => path && existsSync(path));

/** A cell as LibreOffice read it: its type, and its value as text (numbers in JavaScript's notation). */
export interface OfficeCell {
  type: 'string' | 'float' | 'date' | 'other';
  value: string;
  isFormula: boolean;
}

export interface OfficeSheet {
  name: string;
  /** null is an empty cell; trailing empty rows and cells are left out. */
  rows: (OfficeCell | null)[][];
}

/** Comma, quote, UTF-8, from the first line on, US English, quoted numbers are numbers, dates are recognized. */
const CSV_FILTER = 'CSV:44,34,76,1,,1033,false,true';

/** Opens a file with LibreOffice in a separate profile; returns the content of its cells. */
export async function openWithOffice(file: Buffer, ending: 'xlsx' | 'csv'): Promise<OfficeSheet[]> {
  if (!officePath) throw new Error('there is no LibreOffice');
  const folder = mkdtempSync(join(tmpdir(), 'airdeck-office-'));
  try {
    const path = join(folder, `file.${ending}`);
    writeFileSync(path, file);
    const filter = ending === 'csv' ? [`--infilter=${CSV_FILTER}`] : [];
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    await run(officePath, [profile, '--headless', ...filter, '--convert-to', 'fods', '--outdir', folder, path]);
    return readFlatSheets(readFileSync(join(folder, 'file.fods'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const decode = (xml: string): string =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&');

const attribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

/** Paragraphs of a cell are its lines; repeated spaces and tabs have their own elements. */
function paragraphs(xml: string): string {
  const plain = (line: string): string =>
    decode(
      line
        .replace(/\n\s*/g, '')
        .replace(/<text:s text:c="(\d+)"\/>/g, (_, count: string) => ' '.repeat(Number(count)))
        .replace(/<text:s\/>/g, ' ')
        .replace(/<text:tab\/>/g, '\t')
        .replace(/<text:line-break\/>/g, '\n')
        .replace(/<[^>]*>/g, ''),
    );
  return [...xml.matchAll(/<text:p>(.*?)<\/text:p>|<text:p\/>/gs)].map(([, line = '']) => plain(line)).join('\n');
}

function toCell(tag: string, content: string): OfficeCell | null {
  const isFormula = attribute(tag, 'table:formula') !== undefined;
  switch (attribute(tag, 'office:value-type')) {
    case undefined:
      return null;
    case 'float':
      return { type: 'float', value: String(Number(attribute(tag, 'office:value'))), isFormula };
    case 'date':
      // Midnight is omitted.
      return {
        type: 'date',
        value: (attribute(tag, 'office:date-value') ?? '').replace(/^[^T]*$/, '$&T00:00:00'),
        isFormula,
      };
    case 'string':
      return { type: 'string', value: paragraphs(content), isFormula };
    default:
      return { type: 'other', value: tag, isFormula };
  }
}

/** LibreOffice writes a repeat count for consecutive empty rows or cells, even up to the end of the sheet. */
function pushTimes<T>(list: T[], item: T, times: number, isEmpty: boolean): void {
  if (isEmpty && times > 1_000) return;
  for (let i = 0; i < times; i++) list.push(item);
}

const withoutEmptyEnd = <T>(list: T[], isEmpty: (item: T) => boolean): T[] =>
  list.slice(0, list.findLastIndex((item) => !isEmpty(item)) + 1);

/** Sheets of an OpenDocument file in one piece of XML. */
function readFlatSheets(xml: string): OfficeSheet[] {
  return [...xml.matchAll(/<table:table (.*?)<\/table:table>/gs)].map(([table]) => {
    const rows: (OfficeCell | null)[][] = [];
    for (const [, head = '', body = ''] of table.matchAll(/<table:table-row( [^>]*)?>(.*?)<\/table:table-row>/gs)) {
      const cells: (OfficeCell | null)[] = [];
      for (const [, tag = '', content = ''] of body.matchAll(
        /<table:table-cell((?: [^>]*?)?)(?:\/>|>(.*?)<\/table:table-cell>)/gs,
      )) {
        const cell = toCell(tag, content);
        pushTimes(cells, cell, Number(attribute(tag, 'table:number-columns-repeated') ?? 1), cell === null);
      }
      const row = withoutEmptyEnd(cells, (cell) => cell === null);
      pushTimes(rows, row, Number(attribute(head, 'table:number-rows-repeated') ?? 1), row.length === 0);
    }
    return {
      name: decode(attribute(table, 'table:name') ?? ''),
      rows: withoutEmptyEnd(rows, (row) => row.length === 0),
    };
  });
}
