import type { MeterAverage, SensorAverage } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { SENSOR_TYPE_INFO, SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import type { Column } from '../../../../export/column.ts';
import type { Texts } from '../../../../export/texts.ts';
import { typeHeader } from '../texts.ts';
import {
  bucketColumn,
  numberColumn,
  offsetColumn,
  placeColumns,
  ratingColumn,
  sensorColumns,
  textColumn,
  unitColumn,
  valueColumn,
} from './common.ts';

/** Statistics of a bucket in the order of their columns. */
const STATISTICS = ['mean', 'min', 'max'] as const;

/** Decimals of a type's statistic: a mean has one more than what was measured. */
const digitsOf = (type: SensorType, statistic: (typeof STATISTICS)[number]): number =>
  SENSOR_TYPE_INFO[type].digits + (statistic === 'mean' ? 1 : 0);

/** Received ÷ expected, 0 to 1, as percent with one decimal. */
const completenessColumn = <Row extends { completeness: number }>({ sheet }: Texts): Column<Row> =>
  numberColumn(sheet.completeness, 1, (row) => Math.round(row.completeness * 1_000) / 10);

export const meterAverageColumns = (texts: Texts, unit: BucketUnit): Column<MeterAverage>[] => [
  bucketColumn(texts, unit),
  ...placeColumns<MeterAverage>(texts),
  ...SENSOR_TYPES.flatMap((type) =>
    STATISTICS.map((statistic) =>
      numberColumn<MeterAverage>(
        typeHeader(texts, type, texts.sheet[statistic]),
        digitsOf(type, statistic),
        (row) => row.values[type]?.[statistic] ?? null,
      ),
    ),
  ),
  numberColumn(texts.monitoring.indexShort, 1, (row) => row.index),
  textColumn(texts.grade.label, 12, (row) => row.grade && texts.grade.rating[row.grade]),
  completenessColumn(texts),
  offsetColumn(texts, (row) => row.start),
];

/** A text of the sheet as a heading. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const sensorAverageColumns = (texts: Texts, unit: BucketUnit): Column<SensorAverage>[] => [
  bucketColumn(texts, unit),
  ...placeColumns<SensorAverage>(texts),
  ...sensorColumns<SensorAverage>(texts),
  ...STATISTICS.map((statistic) =>
    valueColumn<SensorAverage>(
      capital(texts.sheet[statistic]),
      (row) => row[statistic],
      ({ type }) => digitsOf(type, statistic),
    ),
  ),
  unitColumn(texts),
  ratingColumn(texts),
  numberColumn(texts.sheet.count, 0, (row) => row.count),
  completenessColumn(texts),
  offsetColumn(texts, (row) => row.start),
];
