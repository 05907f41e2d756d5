import { crc32, inflateRawSync } from 'node:zlib';

/** A cell as in the file: the raw text of its value, and its number format. */
export interface XlsxCell {
  type: 'text' | 'number';
  value: string;
  format: string;
  isBold: boolean;
  /** Colour of a solid fill. */
  fill: string | null;
}

export interface XlsxSheet {
  name: string;
  /** Cells by row and column, both counted from 0; an empty cell is null. */
  rows: (XlsxCell | null)[][];
  xml: string;
}

/** The files of a ZIP archive, read by its directory; throws at a wrong checksum. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place));
    const name = archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    const data = archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed;
    if (crc32(data) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} has another checksum`);
    files.set(name, data);
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0);
  }
  return files;
}

const decode = (xml: string): string =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const all = (xml: string, pattern: RegExp): string[][] => [...xml.matchAll(pattern)].map((match) => [...match]);
const attribute = (tag: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

const columnNumber = (ref: string): number =>
  [...ref.replace(/\d+$/, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The sheets of a workbook, read without the library that wrote it. */
export function readXlsx(archive: Buffer): XlsxSheet[] {
  const files = unzip(archive);
  const part = (path: string): string => {
    const file = files.get(path);
    if (!file) throw new Error(`there is no part ${path}`);
    return file.toString('utf8');
  };
  const texts = all(part('xl/sharedStrings.xml'), /<si><t[^>]*>([^<]*)<\/t><\/si>/g).map(([, text = '']) =>
    decode(text),
  );
  const styles = part('xl/styles.xml');
  const formats = new Map(
    all(styles, /<numFmt [^>]*>/g).map(([tag = '']) => [attribute(tag, 'numFmtId'), attribute(tag, 'formatCode')]),
  );
  const fills = all(/<fills.*<\/fills>/.exec(styles)?.[0] ?? '', /<fill>.*?<\/fill>/g).map(
    ([fill = '']) => /<fgColor rgb="([^"]*)"/.exec(fill)?.[1] ?? null,
  );
  const xfs = all(/<cellXfs.*<\/cellXfs>/.exec(styles)?.[0] ?? '', /<xf [^>]*>/g).map(([tag = '']) => ({
    format: formats.get(attribute(tag, 'numFmtId')) ?? 'General',
    isBold: attribute(tag, 'fontId') === '1',
    fill: fills[Number(attribute(tag, 'fillId'))] ?? null,
  }));
  const targets = new Map(
    all(part('xl/_rels/workbook.xml.rels'), /<Relationship [^>]*>/g).map(([tag = '']) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target'),
    ]),
  );

  const toCell = (tag: string, content: string): XlsxCell => {
    const style = xfs[Number(attribute(tag, 's') || 0)] ?? { format: '?', isBold: false, fill: null };
    const value = /<v>([^<]*)<\/v>/.exec(content)?.[1] ?? '';
    const type = attribute(tag, 't');
    if (type === 's') return { ...style, type: 'text', value: texts[Number(value)] ?? '?' };
    if (type === 'inlineStr')
      return { ...style, type: 'text', value: decode(/<t[^>]*>([^<]*)</.exec(content)?.[1] ?? '') };
    return { ...style, type: 'number', value };
  };

  return all(part('xl/workbook.xml'), /<sheet [^>]*>/g).map(([tag = '']) => {
    const xml = part(`xl/${targets.get(attribute(tag, 'r:id'))}`);
    const rows = all(xml, /<row [^>]*>(.*?)<\/row>/gs).map(([, cells = '']) => {
      const row: (XlsxCell | null)[] = [];
      for (const [, head = '', content = ''] of all(cells, /<c( [^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
        const at = columnNumber(attribute(head, 'r'));
        while (row.length < at) row.push(null);
        row[at] = toCell(head, content);
      }
      return row;
    });
    return { name: decode(attribute(tag, 'name')), rows, xml };
  });
}
