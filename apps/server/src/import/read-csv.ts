import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import iconv from 'iconv-lite';
import { Failure } from '../platform/http/failure.ts';
import { type Cell, FORMULA, MAX_CELLS, type SheetRow } from './sheet-row.ts';

/** Amount of text that is parsed before other requests get their turn. */
const PART_LENGTH = 65_536;
/** Longer than any row that the contract accepts. */
const MAX_ROW_LENGTH = 65_536;

/** Replacement for bytes that are no character. */
const UNREADABLE = '\ufffd';
const UTF_16_MARK = Buffer.from([0xff, 0xfe]);

/**
 * Excel writes UTF-8 with a byte order mark, UTF-16, or CP949 (Korean Windows). Node's own decoder implements EUC-KR
 * instead, which lacks four of five syllables.
 */
const decode = (file: Buffer): string => {
  const encoding = isUtf8(file) ? 'utf-8' : UTF_16_MARK.equals(file.subarray(0, 2)) ? 'utf-16le' : 'cp949';
  const text = iconv.decode(file, encoding);
  if (text.includes(UNREADABLE)) throw new Failure('INVALID_FILE');
  return text;
};

function* partsOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PART_LENGTH) yield text.slice(at, at + PART_LENGTH);
}

/** A comma, unless the headings contain none and another common separator instead. */
const delimiterOf = (text: string): string => {
  const headings = text.slice(0, text.search(/[\r\n]|$/));
  return [',', '\t', ';'].find((sign) => headings.includes(sign)) ?? ',';
};

/** An apostrophe marks a text that could be a formula, as in our own files; it is not part of the text. */
const cellOf = (text: string): Cell => {
  if (text.startsWith('=')) return FORMULA;
  return /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? text.slice(1) : text;
};

/** The rows of comma-separated values (RFC 4180). @throws Failure INVALID_FILE */
export async function* readCsv(file: Buffer): AsyncGenerator<SheetRow> {
  const text = decode(file);
  const parser = Readable.from(partsOf(text)).pipe(
    parse({ delimiter: delimiterOf(text), relaxColumnCount: true, maxRecordSize: MAX_ROW_LENGTH }),
  );
  let number = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (record.length > MAX_CELLS) throw new Failure('INVALID_FILE');
      number++;
      yield { number, cells: record.map(cellOf) };
    }
  } catch (error) {
    throw error instanceof CsvError ? new Failure('INVALID_FILE') : error;
  }
}
