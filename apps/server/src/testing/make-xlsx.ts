import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A cell: a text, a number, or XML inside `<c …>`. */
export type MadeCell = string | number | { xml: string; type?: string };

const cellXml = (cell: MadeCell, reference: string): string => {
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c r="${reference}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  return `<c r="${reference}"${cell.type ? ` t="${cell.type}"` : ''}>${cell.xml}</c>`;
};

const letter = (column: number): string =>
  (column >= 26 ? letter(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

export const sheetOf = (rows: readonly (readonly MadeCell[])[]): string => {
  const xml = rows.map((cells, row) => {
    const cell = (each: MadeCell, column: number) => cellXml(each, `${letter(column)}${row + 1}`);
    return `<row r="${row + 1}">${cells.map(cell).join('')}</row>`;
  });
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${xml.join('')}</sheetData></worksheet>`;
};

/** A ZIP archive of parts. */
export const zipOf = (parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
};

/** A workbook of one sheet, as other programs write it: without shared texts. */
export const makeXlsx = (sheet: string, more: Readonly<Record<string, string | Buffer>> = {}): Promise<Buffer> =>
  zipOf({
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
      xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"
      ><sheets><sheet name="S" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"
      ><Relationship Id="rId7" Type="worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  });
