import type { MeterAverage } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import type { Column } from '../column.ts';
import { type Texts, typeHeader } from '../texts.ts';
import { completenessColumn, digitsOf, STATISTICS } from './average.ts';
import { bucketColumn, numberColumn, offsetColumn, placeColumns, textColumn } from './place.ts';

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
