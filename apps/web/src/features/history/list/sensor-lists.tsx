import type { SensorAverage, SensorReading } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { isComparable } from '@airdeck/domain/completeness';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { formatNumber, formatReading } from '../../../lib/format/number.ts';
import type { useSensorName } from '../../../lib/format/use-sensor-name.ts';
import { GradeChip } from '../../../ui/grade/grade-chip.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import type { ColumnWorld } from './column-world.ts';
import { completenessColumn } from './completeness-column.tsx';
import styles from './list.module.css';
import { meterColumn } from './meter-column.tsx';
import { startColumn, timeColumn } from './time-column.ts';

export interface SensorWorld extends ColumnWorld {
  nameOf: ReturnType<typeof useSensorName>;
}

type RowSensor = Pick<SensorReading, 'meter_id' | 'sensor_name' | 'type' | 'sequence' | 'rating'>;

/** A sensor by its type, and among several of one type by its name or number. */
const sensorColumn = <Row extends RowSensor>({ t, covered, nameOf }: SensorWorld): TableColumn<Row> => ({
  id: 'sensor_name',
  header: t('history.column.sensor'),
  width: 110,
  value: ({ sensor_name }) => sensor_name,
  cell: ({ meter_id, sensor_name, type, sequence }) =>
    nameOf({ type, sequence, name: sensor_name }, covered.find(({ id }) => id === meter_id)?.sensors ?? []),
});

const ratingColumn = <Row extends RowSensor>({ t }: ColumnWorld): TableColumn<Row> => ({
  id: 'rating',
  header: t('grade.label'),
  value: ({ rating }) => rating,
  cell: ({ rating }) => (rating === null ? '–' : <GradeChip rating={rating} />),
});

/** A value of the row's own type, with its unit. */
const valueColumn = <Row extends RowSensor>(
  { language }: ColumnWorld,
  id: string,
  header: string,
  pick: (row: Row) => number,
): TableColumn<Row> => ({
  id,
  header,
  align: 'end',
  value: pick,
  cell: (row) => (
    <>
      {formatReading(row.type, pick(row), language)}
      <span className={styles.unit}>{SENSOR_TYPE_INFO[row.type].unit}</span>
    </>
  ),
});

/** ≈ where too little was received to trust it. */
function meanColumn(world: ColumnWorld): TableColumn<SensorAverage> {
  const column = valueColumn<SensorAverage>(world, 'mean', world.t('history.column.mean'), ({ mean }) => mean);
  return { ...column, cell: (row) => [isComparable(row.completeness) ? null : '≈ ', column.cell?.(row)] };
}

/** A row for each reading of a sensor. */
export const sensorReadingColumns = (world: SensorWorld): TableColumn<SensorReading>[] => [
  timeColumn(world, world.t('history.column.time')),
  ...meterColumn<SensorReading>(world),
  sensorColumn(world),
  valueColumn(world, 'value', world.t('history.column.value'), ({ value }) => value),
  ratingColumn(world),
];

/** A row for each bucket of a sensor. */
export const sensorAverageColumns = (world: SensorWorld, unit: BucketUnit): TableColumn<SensorAverage>[] => [
  startColumn(world, unit),
  ...meterColumn<SensorAverage>(world),
  sensorColumn(world),
  meanColumn(world),
  ratingColumn(world),
  valueColumn(world, 'min', world.t('history.column.min'), ({ min }) => min),
  valueColumn(world, 'max', world.t('history.column.max'), ({ max }) => max),
  {
    id: 'count',
    header: world.t('history.column.count'),
    align: 'end',
    value: ({ count }) => count,
    cell: ({ count }) => formatNumber(count, 0, world.language),
  },
  completenessColumn(world),
];
