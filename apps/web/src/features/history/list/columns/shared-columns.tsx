import type { ChoiceMeter, rowMeter } from '@airdeck/contract/history/schema';
import type { Language } from '@airdeck/contract/user/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { isComparable } from '@airdeck/domain/completeness';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type DateForm, formatDate } from '../../../../lib/format/date.ts';
import type { TableColumn } from '../../../../ui/table/table-column.ts';
import { Tag } from '../../../../ui/tag.tsx';
import { markedName } from '../../api/use-choices.ts';
import styles from '../list.module.css';

type RowMeter = z.infer<typeof rowMeter>;

/** The context of columns. */
export interface ColumnContext {
  t: TFunction;
  language: Language;
  /** Meters of the list. */
  covered: readonly ChoiceMeter[];
}

/** A time, marked if people worked on the devices then. */
const withMaintenance = (t: TFunction, time: string, maintenance: true | undefined) =>
  maintenance ? (
    <>
      {time} <Tag>{t('history.maintenance')}</Tag>
    </>
  ) : (
    time
  );

/** The time of a reading, to the second, in its organization's zone. */
export const timeColumn = <Row extends RowMeter & { time: string; maintenance?: true | undefined }>(
  { t, language }: ColumnContext,
  header: string,
): TableColumn<Row> => ({
  id: 'time',
  header,
  primary: true,
  width: 170,
  value: ({ time }) => time,
  cell: ({ time, time_zone, maintenance }) =>
    withMaintenance(t, formatDate(time, 'dateTime', { language, timeZone: time_zone }), maintenance),
});

const FORM: Record<BucketUnit, DateForm> = { hour: 'minute', day: 'date', month: 'month', year: 'year' };

/** The hour, day, month or year of a bucket. */
export const startColumn = <Row extends { start: string; time_zone: string; maintenance?: true | undefined }>(
  { t, language }: ColumnContext,
  unit: BucketUnit,
): TableColumn<Row> => ({
  id: 'start',
  header: t('history.column.start'),
  primary: true,
  width: unit === 'hour' ? 150 : 110,
  value: ({ start }) => start,
  cell: ({ start, time_zone, maintenance }) =>
    withMaintenance(t, formatDate(start, FORM[unit], { language, timeZone: time_zone }), maintenance),
});

const ABOVE = ['organization', 'office', 'department'] as const;

/** The levels from the topmost one at which the meters differ, which distinguish them. */
function namedLevels([first, ...more]: readonly ChoiceMeter[]): (typeof ABOVE)[number][] {
  const apart = ABOVE.findIndex((level) => more.some((meter) => meter[`${level}_id`] !== first?.[`${level}_id`]));
  return apart === -1 ? [] : ABOVE.slice(apart);
}

/**
 * The meter, with the places that distinguish it from the others. Omitted for a single meter, which is named above the
 * list. Rows of sensors and purifiers are marked in their own column.
 */
export function meterColumn<Row extends RowMeter>({ t, covered }: ColumnContext, isMarked = true): TableColumn<Row>[] {
  if (covered.length < 2) return [];
  const levels = namedLevels(covered);
  const nameOf = ({ meter_name, past_state }: Row) => markedName(t, meter_name, isMarked ? past_state : undefined);
  const cell = (row: Row) => (
    <span className={styles.meter}>
      {nameOf(row)}
      <small>{levels.map((level) => row[`${level}_name`]).join(' › ')}</small>
    </span>
  );
  return [
    {
      id: 'meter_name',
      header: t('monitoring.kind.meter'),
      width: 110,
      value: nameOf,
      ...(levels.length === 0 ? {} : { cell }),
    },
  ];
}

/** Received share of a bucket's readings. */
export const completenessColumn = <Row extends { completeness: number }>({ t }: ColumnContext): TableColumn<Row> => ({
  id: 'completeness',
  header: t('history.column.completeness'),
  align: 'end',
  value: ({ completeness }) => completeness,
  cell: ({ completeness }) => <CompletenessCell completeness={completeness} />,
});

/** Received ÷ expected readings, in percent; ≈ where they are too few. */
function CompletenessCell({ completeness }: { completeness: number }) {
  const { t } = useTranslation();
  const percent = Math.floor(completeness * 100);
  if (isComparable(completeness)) return `${percent} %`;
  const hint = t('history.thin', { percent });
  return (
    <span className={styles.thin} title={hint}>
      ≈ {percent} %<span className="sr">{hint}</span>
    </span>
  );
}
