import { parseChannelKey, seqOfChannel, typeOfChannel } from '@airdeck/domain/channel';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { convert, unitsOf } from '@airdeck/domain/unit';
import { RecordingError } from './recording-error.ts';

/** A column with readings of one sensor. */
export interface ReadingColumn {
  readonly column: string;
  readonly type: SensorType;
  /** The sensor's key in a frame: `CO2`, `CO2:2`. */
  readonly key: string;
  /** Unit of the whole column; default: the type's own. */
  readonly unit?: string;
  /** Another column with the unit of each row. */
  readonly unitColumn?: string;
}

/** Meaning of a file's columns. Columns without an entry are ignored. */
export interface ColumnMap {
  readonly name: string;
  readonly time: string;
  readonly readings: readonly ReadingColumn[];
}

const TIME_COLUMN = /^(date|time|timestamp|datetime|date_?time)$/i;
const ENTRY = /^(?<column>.+)=(?<key>[^@=]+)(?:@(?<unit>.+))?$/;

function parseEntry(entry: string): ReadingColumn {
  const { column, key, unit } = ENTRY.exec(entry)?.groups ?? {};
  if (column === undefined || key === undefined) {
    throw new RecordingError(`"${entry}" is not a column map: write column=TYPE, column=TYPE:2 or column=TYPE@unit`);
  }
  const channel = parseChannelKey(key.trim());
  if (channel === null) throw new RecordingError(`"${key}" is not a sensor: write PM2.5, CO2, CO2:2 …`);
  const type = typeOfChannel(channel);
  if (unit !== undefined && convert(type, 1, unit) === null) {
    throw new RecordingError(`${type} does not come in "${unit}": it may be ${unitsOf(type).join(', ')}`);
  }
  const reading = { column: column.trim(), type, key: seqOfChannel(channel) === 1 ? type : key.trim() };
  return unit === undefined ? reading : { ...reading, unit };
}

/** A frame has one unit for all sensors of a type. */
function checkUnits(readings: readonly ReadingColumn[]): void {
  for (const { type, unit } of readings) {
    const other = readings.find((reading) => reading.type === type && reading.unit !== unit);
    if (other !== undefined) throw new RecordingError(`the columns of ${type} have to be in one unit`);
  }
}

/**
 * `column=TYPE[:sequence][@unit]`, separated by commas. The time column is `time`, or the one named date, time or
 * timestamp. @throws RecordingError
 */
export function parseColumnMap(text: string, header: readonly string[], time?: string): ColumnMap {
  const readings = text.split(',').map(parseEntry);
  checkUnits(readings);
  const timeColumn = time ?? header.find((column) => TIME_COLUMN.test(column));
  if (timeColumn === undefined) {
    throw new RecordingError(`no column is called date, time or timestamp: name it with --time (${header.join(', ')})`);
  }
  return { name: 'your map', time: timeColumn, readings };
}

/** Columns of the map that the file lacks. */
export function missingColumns(map: ColumnMap, header: readonly string[]): string[] {
  const named = [map.time, ...map.readings.flatMap(({ column, unitColumn }) => [column, unitColumn ?? column])];
  return [...new Set(named)].filter((column) => !header.includes(column));
}
