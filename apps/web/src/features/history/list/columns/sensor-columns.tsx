import type { SensorAverage, SensorReading } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { isComparable } from '@airdeck/domain/completeness';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { formatNumber, formatReading } from '../../../../lib/format/number.ts';
import type { useSensorName } from '../../../../lib/format/sensor-name.ts';
import { GradeChip } from '../../../../ui/grade/grade-mark.tsx';
import type { TableColumn } from '../../../../ui/table/table-column.ts';
import { markedName } from '../../api/use-choices.ts';
import styles from '../list.module.css';
import { type ColumnContext, completenessColumn, meterColumn, startColumn, timeColumn } from './shared-columns.tsx';

export interface SensorColumnContext extends ColumnContext {
  nameOf: ReturnType<typeof useSensorName>;
}

type RowSensor = Pick<SensorReading, 'meter_id' | 'sensor_name' | 'type' | 'sequence' | 'rating' | 'past_state'>;

/** A sensor by its type, and among several of one type by its name or number. */
const sensorColumn = <Row extends RowSensor>({ t, covered, nameOf }: SensorColumnContext): TableColumn<Row> => ({
  id: 'sensor_name',
  header: t('history.column.sensor'),
  width: 110,
  value: ({ sensor_name }) => sensor_name,
  cell: ({ meter_id, sensor_name, type, sequence, past_state }) => {
    const sensors = covered.find(({ id }) => id === meter_id)?.sensors ?? [];
    return markedName(t, nameOf({ type, sequence, name: sensor_name }, sensors), past_state);
  },
});

const ratingColumn = <Row extends RowSensor>({ t }: ColumnContext): TableColumn<Row> => ({
  id: 'rating',
  header: t('grade.label'),
  value: ({ rating }) => rating,
  cell: ({ rating }) => (rating === null ? '–' : <GradeChip rating={rating} />),
});

/** A value of the row's own type, with its unit. */
const valueColumn = <Row extends RowSensor>(
  { language }: ColumnContext,
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

/** The mean of a sensor; ≈ where too few readings were received to trust it. */
function meanColumn(context: ColumnContext): TableColumn<SensorAverage> {
  const column = valueColumn<SensorAverage>(context, 'mean', context.t('history.column.mean'), ({ mean }) => mean);
  return { ...column, cell: (row) => [isComparable(row.completeness) ? null : '≈ ', column.cell?.(row)] };
}

/** A row for each reading of a sensor. */
export const sensorReadingColumns = (context: SensorColumnContext): TableColumn<SensorReading>[] => [
  timeColumn(context, context.t('history.column.time')),
  ...meterColumn<SensorReading>(context, false),
  sensorColumn(context),
  valueColumn(context, 'value', context.t('history.column.value'), ({ value }) => value),
  ratingColumn(context),
];

/** A row for each bucket of a sensor. */
export const sensorAverageColumns = (context: SensorColumnContext, unit: BucketUnit): TableColumn<SensorAverage>[] => [
  startColumn(context, unit),
  ...meterColumn<SensorAverage>(context, false),
  sensorColumn(context),
  meanColumn(context),
  ratingColumn(context),
  valueColumn(context, 'min', context.t('history.column.min'), ({ min }) => min),
  valueColumn(context, 'max', context.t('history.column.max'), ({ max }) => max),
  {
    id: 'count',
    header: context.t('history.column.count'),
    align: 'end',
    value: ({ count }) => count,
    cell: ({ count }) => formatNumber(count, 0, context.language),
  },
  completenessColumn(context),
];
