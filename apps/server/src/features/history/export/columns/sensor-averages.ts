import type { SensorAverage } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import type { Column } from '../column.ts';
import type { Texts } from '../texts.ts';
import { completenessColumn, digitsOf, STATISTICS } from './average.ts';
import { bucketColumn, numberColumn, offsetColumn, placeColumns } from './place.ts';
import { ratingColumn, sensorColumns, unitColumn, valueColumn } from './sensor.ts';

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
