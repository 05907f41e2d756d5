import { pipeline } from 'node:stream';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { CsvError, parse } from 'csv-parse';
import { type ColumnMap, missingColumns } from './column-map.ts';
import { parseRecordedTime } from './recorded-time.ts';
import { RecordingError } from './recording-error.ts';

/** One row of a recording. */
export interface RecordedRow {
  readonly line: number;
  /** epoch ms */
  readonly time: number;
  readonly readings: Readonly<Record<string, number>>;
  /** Units of types in other units than their own. */
  readonly units: Readonly<Partial<Record<SensorType, string>>>;
}

export interface ReadOptions {
  /** Determines the meaning of the columns from the header. */
  readonly mapOf: (header: readonly string[]) => ColumnMap;
  /** The zone of times without an offset. */
  readonly zone: string;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const MISSING = /^(|nan|na|n\/a|null|none|-+)$/i;

type Cells = readonly string[];
type CellOf = (cells: Cells, column: string) => string;

function readingsOf(map: ColumnMap, cells: Cells, cellOf: CellOf, line: number): RecordedRow['readings'] {
  const readings: Record<string, number> = {};
  for (const { column, key } of map.readings) {
    const text = cellOf(cells, column);
    if (MISSING.test(text)) continue;
    if (!NUMBER.test(text)) throw new RecordingError(`line ${line}, column ${column}: "${text}" is not a number`);
    readings[key] = Number(text);
  }
  return readings;
}

function unitsOf(map: ColumnMap, cells: Cells, cellOf: CellOf): RecordedRow['units'] {
  const units: Partial<Record<SensorType, string>> = {};
  for (const { type, unit, unitColumn } of map.readings) {
    const own = unitColumn === undefined ? unit : cellOf(cells, unitColumn);
    if (own !== undefined && own !== '') units[type] = own;
  }
  return units;
}

/** Parses rows once the header is known. */
function createRowReader(header: Cells, { mapOf, zone }: ReadOptions): (cells: Cells, line: number) => RecordedRow {
  const map = mapOf(header);
  const missing = missingColumns(map, header);
  if (missing.length > 0) {
    throw new RecordingError(`the file has no column ${missing.join(', ')}; it has: ${header.join(', ')}`);
  }
  const cellOf: CellOf = (cells, column) => cells[header.indexOf(column)] ?? '';
  return (cells, line) => {
    if (cells.length !== header.length) {
      throw new RecordingError(`line ${line} has ${cells.length} columns, the first line has ${header.length}`);
    }
    const text = cellOf(cells, map.time);
    const time = parseRecordedTime(text, zone);
    if (time === null) throw new RecordingError(`line ${line}, column ${map.time}: "${text}" is not a time`);
    return { line, time, readings: readingsOf(map, cells, cellOf, line), units: unitsOf(map, cells, cellOf) };
  };
}

/**
 * The rows of a CSV file in order, without rows that have no reading. @throws RecordingError naming the line of an
 * error.
 */
export async function* readRecording(
  source: AsyncIterable<Buffer | string>,
  options: ReadOptions,
): AsyncGenerator<RecordedRow, void> {
  const parser = parse({ bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, info: true });
  // A source that fails makes the parser fail, and so the loop.
  pipeline(source, parser, () => undefined);
  let rowOf: ReturnType<typeof createRowReader> | null = null;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (rowOf === null) {
        rowOf = createRowReader(record, options);
        continue;
      }
      const row = rowOf(record, info.lines);
      if (Object.keys(row.readings).length > 0) yield row;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new RecordingError(error.message);
    throw error;
  }
  if (rowOf === null) throw new RecordingError('the file is empty');
}
