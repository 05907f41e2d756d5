import type { MeterReading, SensorReading } from '@airdeck/contract/history/schema';
import { SENSOR_TYPE_INFO, SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import type { Column } from '../../../../export/column.ts';
import type { Texts } from '../../../../export/texts.ts';
import { typeHeader } from '../texts.ts';
import {
  numberColumn,
  offsetColumn,
  placeColumns,
  ratingColumn,
  sensorColumns,
  textColumn,
  timeColumn,
  unitColumn,
  valueColumn,
} from './common.ts';

export const meterReadingColumns = (texts: Texts): Column<MeterReading>[] => [
  timeColumn(texts.sheet.time, 'dateTime', (row) => row.time),
  ...placeColumns<MeterReading>(texts),
  ...SENSOR_TYPES.map((type) =>
    numberColumn<MeterReading>(
      typeHeader(texts, type),
      SENSOR_TYPE_INFO[type].digits,
      (row) => row.values[type] ?? null,
    ),
  ),
  numberColumn(texts.monitoring.indexShort, 1, (row) => row.index),
  textColumn(texts.grade.label, 12, (row) => row.grade && texts.grade.rating[row.grade]),
  offsetColumn(texts, (row) => row.time),
];

export const sensorReadingColumns = (texts: Texts): Column<SensorReading>[] => [
  timeColumn(texts.sheet.time, 'dateTime', (row) => row.time),
  ...placeColumns<SensorReading>(texts),
  ...sensorColumns<SensorReading>(texts),
  valueColumn(texts.monitoring.course.value, (row) => row.value),
  unitColumn(texts),
  ratingColumn(texts),
  offsetColumn(texts, (row) => row.time),
];
