import type { MeterReading, SensorReading } from '@airdeck/contract/history/schema';
import { SENSOR_TYPE_INFO, SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import type { Column } from '../../../../export/column.ts';
import type { Texts } from '../../../../export/texts.ts';
import { type Grading, gradeOfRating, UNGRADED } from '../grading.ts';
import { typeHeader } from '../texts.ts';
import {
  indexColumns,
  maintenanceColumn,
  numberColumn,
  OF_VALUES,
  offsetColumn,
  placeColumns,
  ratingColumn,
  sensorColumns,
  timeColumn,
  unitColumn,
  valueColumn,
} from './common.ts';

export const meterReadingColumns = (texts: Texts, gradeOf: Grading = UNGRADED): Column<MeterReading>[] => [
  timeColumn(texts.sheet.time, 'dateTime', (row) => row.time),
  ...placeColumns<MeterReading>(texts),
  ...SENSOR_TYPES.map((type) =>
    numberColumn<MeterReading>(
      typeHeader(texts, type),
      SENSOR_TYPE_INFO[type].digits,
      (row) => row.values[type] ?? null,
      { grade: (row) => gradeOf(row.meter_id, row.time, type, row.values[type] ?? null), summary: OF_VALUES },
    ),
  ),
  ...indexColumns<MeterReading>(texts),
  offsetColumn(texts, (row) => row.time),
  maintenanceColumn(texts),
];

export const sensorReadingColumns = (texts: Texts): Column<SensorReading>[] => [
  timeColumn(texts.sheet.time, 'dateTime', (row) => row.time),
  ...placeColumns<SensorReading>(texts, false),
  ...sensorColumns<SensorReading>(texts),
  valueColumn(texts.monitoring.course.value, (row) => row.value, {
    grade: (row) => gradeOfRating(row.rating),
    summary: OF_VALUES,
  }),
  unitColumn(texts),
  ratingColumn(texts),
  offsetColumn(texts, (row) => row.time),
  maintenanceColumn(texts),
];
