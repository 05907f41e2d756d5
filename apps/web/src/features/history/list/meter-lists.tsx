import type { MeterAverage, MeterReading } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import { formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { type ColumnWorld, typesOf } from './column-world.ts';
import { completenessColumn } from './completeness-column.tsx';
import { indexColumn } from './index-column.tsx';
import { MeanCell } from './mean-cell.tsx';
import { meterColumn } from './meter-column.tsx';
import { startColumn, timeColumn } from './time-column.ts';

const typeColumn = ({ t }: ColumnWorld, type: SensorType) =>
  ({ id: type, header: t(sensorNameKey(type)), unit: SENSOR_TYPE_INFO[type].unit, align: 'end' }) as const;

/** A row for each time that a meter measured something; a column for each type. */
export const meterReadingColumns = (world: ColumnWorld): TableColumn<MeterReading>[] => [
  timeColumn(world, world.t('history.column.time')),
  ...meterColumn<MeterReading>(world),
  indexColumn(world),
  ...typesOf(world.covered).map(
    (type): TableColumn<MeterReading> => ({
      ...typeColumn(world, type),
      value: ({ values }) => values[type] ?? null,
      cell: ({ values }) => formatReading(type, values[type] ?? null, world.language),
    }),
  ),
];

/** A row for each bucket of a meter. */
export const meterAverageColumns = (world: ColumnWorld, unit: BucketUnit): TableColumn<MeterAverage>[] => [
  startColumn(world, unit),
  ...meterColumn<MeterAverage>(world),
  indexColumn(world),
  ...typesOf(world.covered).map(
    (type): TableColumn<MeterAverage> => ({
      ...typeColumn(world, type),
      value: ({ values }) => values[type]?.mean ?? null,
      cell: ({ values, completeness }) => {
        const averages = values[type];
        return averages === undefined ? '–' : <MeanCell type={type} averages={averages} completeness={completeness} />;
      },
    }),
  ),
  completenessColumn(world),
];
