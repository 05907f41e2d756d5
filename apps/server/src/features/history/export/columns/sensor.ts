import type { Rating } from '@airdeck/contract/monitoring/schema';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import type { Column, NumberColumn, TextColumn } from '../column.ts';
import { sensorName, type Texts } from '../texts.ts';
import { numberColumn, textColumn } from './place.ts';

interface SensorRow {
  sensor_name: string;
  type: SensorType;
  sequence: number;
}

/** Which sensor a row is of. */
export const sensorColumns = <Row extends SensorRow>(texts: Texts): Column<Row>[] => [
  textColumn(texts.sheet.sensor, 18, (row) => row.sensor_name),
  textColumn(texts.monitoring.filter.type, 12, (row) => sensorName(texts, row.type)),
  numberColumn(texts.sheet.sequence, 0, (row) => row.sequence),
];

/** A value of the row's type; the unit stands in a column of its own, as types mix. */
export const valueColumn = <Row extends SensorRow>(
  header: string,
  of: (row: Row) => number,
  digits: (row: Row) => number = ({ type }) => SENSOR_TYPE_INFO[type].digits,
): NumberColumn<Row> => ({ kind: 'number', header, width: 12, of, digits });

export const unitColumn = <Row extends SensorRow>(texts: Texts): TextColumn<Row> =>
  textColumn(texts.sheet.unit, 10, (row) => SENSOR_TYPE_INFO[row.type].unit);

export const ratingColumn = <Row extends { rating: Rating | null }>({ grade }: Texts): TextColumn<Row> =>
  textColumn(grade.label, 14, (row) => row.rating && grade.rating[row.rating]);
