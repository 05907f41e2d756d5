import type { MeterAverage, SensorAverage } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { SENSOR_TYPE_INFO, SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import type { Column } from '../../../../export/column.ts';
import type { Texts } from '../../../../export/texts.ts';
import { type Grading, UNGRADED } from '../grading.ts';
import { typeHeader } from '../texts.ts';
import {
  bucketColumn,
  indexColumns,
  maintenanceColumn,
  numberColumn,
  OF_VALUES,
  offsetColumn,
  placeColumns,
  ratingColumn,
  sensorColumns,
  unitColumn,
  valueColumn,
} from './common.ts';

/** Statistics of a bucket in the order of their columns. */
export const STATISTICS = ['mean', 'min', 'max'] as const;

/** Decimals of a type's statistic: a mean has one more than the readings. */
export const digitsOf = (type: SensorType, statistic: (typeof STATISTICS)[number]): number =>
  SENSOR_TYPE_INFO[type].digits + (statistic === 'mean' ? 1 : 0);

/** Summaries below a column: the minimum of minima, the maximum of maxima. */
const SUMMARY = { mean: OF_VALUES, min: ['min'], max: ['max'] } as const;

/** Completeness (received ÷ expected, 0 to 1) as percent with one decimal. */
export const completenessColumn = <Row extends { completeness: number }>({ sheet }: Texts): Column<Row> =>
  numberColumn(sheet.completeness, 1, (row) => Math.round(row.completeness * 1_000) / 10, { summary: ['min'] });

export const meterAverageColumns = (
  texts: Texts,
  unit: BucketUnit,
  gradeOf: Grading = UNGRADED,
): Column<MeterAverage>[] => [
  bucketColumn(texts, unit),
  ...placeColumns<MeterAverage>(texts),
  ...SENSOR_TYPES.flatMap((type) =>
    STATISTICS.map((statistic) =>
      numberColumn<MeterAverage>(
        typeHeader(texts, type, texts.sheet[statistic]),
        SENSOR_TYPE_INFO[type].digits,
        (row) => row.values[type]?.[statistic] ?? null,
        {
          grade: (row) => gradeOf(row.meter_id, row.start, type, row.values[type]?.[statistic] ?? null),
          summary: SUMMARY[statistic],
        },
      ),
    ),
  ),
  ...indexColumns<MeterAverage>(texts),
  completenessColumn(texts),
  offsetColumn(texts, (row) => row.start),
  maintenanceColumn(texts),
];

/** Capitalizes a text for a heading. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const sensorAverageColumns = (
  texts: Texts,
  unit: BucketUnit,
  gradeOf: Grading = UNGRADED,
): Column<SensorAverage>[] => [
  bucketColumn(texts, unit),
  ...placeColumns<SensorAverage>(texts, false),
  ...sensorColumns<SensorAverage>(texts),
  ...STATISTICS.map((statistic) =>
    valueColumn<SensorAverage>(capital(texts.sheet[statistic]), (row) => row[statistic], {
      grade: (row) => gradeOf(row.meter_id, row.start, row.type, row[statistic]),
      summary: SUMMARY[statistic],
    }),
  ),
  unitColumn(texts),
  ratingColumn(texts),
  numberColumn(texts.sheet.count, 0, (row) => row.count, { summary: ['sum'] }),
  completenessColumn(texts),
  offsetColumn(texts, (row) => row.start),
  maintenanceColumn(texts),
];
