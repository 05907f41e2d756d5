import type { MeterAverage, MeterReading } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { isComparable } from '@airdeck/domain/completeness';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import { formatIndex, formatReading, formatSpan } from '../../../../lib/format/number.ts';
import { sensorNameKey } from '../../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../../lib/i18n/use-language.ts';
import { GradeChip } from '../../../../ui/grade/grade-mark.tsx';
import type { TableColumn } from '../../../../ui/table/table-column.ts';
import { typesOf } from '../../model/selection.ts';
import styles from '../list.module.css';
import { type ColumnContext, completenessColumn, meterColumn, startColumn, timeColumn } from './shared-columns.tsx';

/** The index, with its grade. */
export const indexColumn = <Row extends Pick<MeterReading, 'index' | 'grade'>>(
  { t, language }: ColumnContext,
  isMean: boolean,
): TableColumn<Row> => ({
  id: 'index',
  header: t('history.column.index'),
  help: t(isMean ? 'history.column.meanHelp' : 'history.column.worstHelp'),
  width: 130,
  value: ({ index }) => index,
  cell: ({ index, grade }) =>
    index === null ? (
      '–'
    ) : (
      <span className={styles.rated}>
        <b>{formatIndex(index, language)}</b>
        <GradeChip rating={grade} reports />
      </span>
    ),
});

interface MeanCellProps {
  type: SensorType;
  averages: { mean: number; min: number; max: number };
  completeness: number;
}

/** A mean with its minimum and maximum; ≈ where too few readings were received to trust it. */
function MeanCell({ type, averages: { mean, min, max }, completeness }: MeanCellProps) {
  const language = useLanguage();
  const text = (value: number) => formatReading(type, value, language);
  return (
    <span className={styles.mean}>
      <b>
        {isComparable(completeness) ? null : '≈ '}
        {text(mean)}
      </b>
      <small>{formatSpan(text(min), text(max), language)}</small>
    </span>
  );
}

const typeColumn = ({ t }: ColumnContext, type: SensorType) =>
  ({ id: type, header: t(sensorNameKey(type)), unit: SENSOR_TYPE_INFO[type].unit, align: 'end' }) as const;

/** A row for each time that a meter measured something; a column for each type. */
export const meterReadingColumns = (context: ColumnContext): TableColumn<MeterReading>[] => [
  timeColumn(context, context.t('history.column.time')),
  ...meterColumn<MeterReading>(context),
  indexColumn(context, false),
  ...typesOf(context.covered).map(
    (type): TableColumn<MeterReading> => ({
      ...typeColumn(context, type),
      value: ({ values }) => values[type] ?? null,
      cell: ({ values, worst_sensors }) => {
        const shown = formatReading(type, values[type] ?? null, context.language);
        const name = worst_sensors[type];
        return name === undefined ? (
          shown
        ) : (
          <span title={context.t('history.column.worstSensor', { name })}>{shown}</span>
        );
      },
    }),
  ),
];

/** A column for each type: the mean of a bucket, and how far its readings were apart. */
export const meanColumns = <Row extends Pick<MeterAverage, 'values' | 'completeness'>>(
  context: ColumnContext,
): TableColumn<Row>[] =>
  typesOf(context.covered).map((type) => ({
    ...typeColumn(context, type),
    value: ({ values }) => values[type]?.mean ?? null,
    cell: ({ values, completeness }) => {
      const averages = values[type];
      return averages === undefined ? '–' : <MeanCell type={type} averages={averages} completeness={completeness} />;
    },
  }));

/** A row for each bucket of a meter. */
export const meterAverageColumns = (context: ColumnContext, unit: BucketUnit): TableColumn<MeterAverage>[] => [
  startColumn(context, unit),
  ...meterColumn<MeterAverage>(context),
  indexColumn(context, true),
  ...meanColumns<MeterAverage>(context),
  completenessColumn(context),
];
