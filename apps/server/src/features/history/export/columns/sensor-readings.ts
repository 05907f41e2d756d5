import type { SensorReading } from '@airdeck/contract/history/schema';
import type { Column } from '../column.ts';
import type { Texts } from '../texts.ts';
import { offsetColumn, placeColumns, timeColumn } from './place.ts';
import { ratingColumn, sensorColumns, unitColumn, valueColumn } from './sensor.ts';

export const sensorReadingColumns = (texts: Texts): Column<SensorReading>[] => [
  timeColumn(texts.sheet.time, 'dateTime', (row) => row.time),
  ...placeColumns<SensorReading>(texts),
  ...sensorColumns<SensorReading>(texts),
  valueColumn(texts.monitoring.course.value, (row) => row.value),
  unitColumn(texts),
  ratingColumn(texts),
  offsetColumn(texts, (row) => row.time),
];
