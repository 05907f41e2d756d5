import type { MeterReading } from '@airdeck/contract/history/schema';
import { SENSOR_TYPE_INFO, SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import type { Column } from '../column.ts';
import { type Texts, typeHeader } from '../texts.ts';
import { numberColumn, offsetColumn, placeColumns, textColumn, timeColumn } from './place.ts';

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
