import { type ColumnMap, missingColumns } from './column-map.ts';
import { RecordingError } from './recording-error.ts';

/** Known file formats. */
export const KNOWN_MAPS: readonly ColumnMap[] = [
  {
    name: 'temtop-m2000',
    time: 'DATE',
    readings: [
      { column: 'PM2.5(ug/m3)', type: 'PM2.5', key: 'PM2.5' },
      { column: 'PM10(ug/m3)', type: 'PM10', key: 'PM10' },
      { column: 'CO2(ppm)', type: 'CO2', key: 'CO2' },
      { column: 'HCHO(mg/m3)', type: 'HCHO', key: 'HCHO' },
      { column: 'TEMPERATURE', type: 'TEMPERATURE', key: 'TEMPERATURE', unitColumn: 'TEMPUNIT' },
      { column: 'HUMIDITY(%)', type: 'HUMIDITY', key: 'HUMIDITY' },
    ],
  },
  {
    name: 'uci-occupancy',
    time: 'Date',
    readings: [
      { column: 'Temperature', type: 'TEMPERATURE', key: 'TEMPERATURE' },
      { column: 'Humidity', type: 'HUMIDITY', key: 'HUMIDITY' },
      { column: 'CO2', type: 'CO2', key: 'CO2' },
    ],
  },
  {
    // Its voc column has no sensor type here.
    name: 'robod',
    time: 'timestamp',
    readings: [
      { column: 'pm2.5', type: 'PM2.5', key: 'PM2.5' },
      { column: 'indoor_co2', type: 'CO2', key: 'CO2' },
      { column: 'air_temperature', type: 'TEMPERATURE', key: 'TEMPERATURE' },
      { column: 'indoor_relative_humidity', type: 'HUMIDITY', key: 'HUMIDITY' },
    ],
  },
];

/** The known map whose columns are all in the header. @throws RecordingError if there is none. */
export function detectMap(header: readonly string[]): ColumnMap {
  const map = KNOWN_MAPS.find((known) => missingColumns(known, header).length === 0);
  if (map !== undefined) return map;
  const known = KNOWN_MAPS.map(({ name }) => name).join(', ');
  throw new RecordingError(
    `these columns are not known (${known} are): name them with --map, for example --map co2=CO2,temp=TEMPERATURE@F. ` +
      `The file has: ${header.join(', ')}`,
  );
}
