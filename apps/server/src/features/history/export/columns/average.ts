import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import type { Column } from '../column.ts';
import type { Texts } from '../texts.ts';
import { numberColumn } from './place.ts';

/** Statistics of a bucket in the order of their columns. */
export const STATISTICS = ['mean', 'min', 'max'] as const;

/** Decimals of a type's statistic: a mean has one more than what was measured. */
export const digitsOf = (type: SensorType, statistic: (typeof STATISTICS)[number]): number =>
  SENSOR_TYPE_INFO[type].digits + (statistic === 'mean' ? 1 : 0);

/** Received ÷ expected, 0 to 1, as percent with one decimal. */
export const completenessColumn = <Row extends { completeness: number }>({ sheet }: Texts): Column<Row> =>
  numberColumn(sheet.completeness, 1, (row) => Math.round(row.completeness * 1_000) / 10);
