import { LEVELS, type Level } from '@airdeck/contract/history/query';
import type { PlaceAverage } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { formatIndex } from '../../../../lib/format/number.ts';
import { GradeMark } from '../../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../../ui/grade/tone.ts';
import type { TableColumn } from '../../../../ui/table/table-column.ts';
import { placesWith } from '../../model/request-text.ts';
import styles from '../list.module.css';
import { indexColumn, meanColumns } from './meter-columns.tsx';
import { type ColumnContext, completenessColumn, startColumn } from './shared-columns.tsx';

type Columns = TableColumn<PlaceAverage>[];

/** The place, with those above it by which the places of the list differ. None for a single one, named above the list. */
function placeColumn({ t, covered }: ColumnContext, level: Level): Columns {
  if (placesWith(level, covered).length < 2) return [];
  const above = LEVELS.slice(0, LEVELS.indexOf(level)).filter((each) => placesWith(each, covered).length > 1);
  const id = `${level}_name` as const;
  return [
    {
      id,
      header: t(`monitoring.kind.${level}`),
      width: 120,
      value: (row) => row[id],
      cell: (row) => (
        <span className={styles.meter}>
          {row[id]}
          {above.length === 0 ? null : <small>{above.map((each) => row[`${each}_name`]).join(' › ')}</small>}
        </span>
      ),
    },
  ];
}

/** How many meters a row is made of, and how many of them were bad. */
const metersColumn = ({ t }: ColumnContext): TableColumn<PlaceAverage> => ({
  id: 'meters',
  header: t('history.column.meters'),
  width: 96,
  value: ({ meters }) => meters,
  cell: ({ meters, meters_in_use: inUse, bad, very_bad }) => (
    <span className={styles.meter}>
      {t('history.level.meters', { measured: meters, inUse })}
      {bad + very_bad === 0 ? null : <small>{t('history.level.bad', { count: bad + very_bad })}</small>}
    </span>
  ),
});

/** A mean hides its worst meter, which is therefore named beside it. */
const worstColumn = ({ t, language }: ColumnContext): TableColumn<PlaceAverage> => ({
  id: 'worst',
  header: t('history.column.worst'),
  width: 160,
  value: ({ worst }) => worst?.index ?? null,
  cell: ({ worst }) =>
    worst === null ? (
      '–'
    ) : (
      <span className={styles.worst} data-tone={toneOf(worst.grade)}>
        <GradeMark rating={worst.grade} size={13} />
        <span>
          {worst.meter_name} <b>{formatIndex(worst.index, language)}</b>
          <span className="sr">{t(`grade.rating.${worst.grade}`)}</span>
        </span>
      </span>
    ),
});

/** A row for each bucket of a place. */
export const placeAverageColumns = (context: ColumnContext, unit: BucketUnit, level: Level): Columns => [
  startColumn(context, unit),
  ...placeColumn(context, level),
  indexColumn(context, true),
  worstColumn(context),
  metersColumn(context),
  ...meanColumns<PlaceAverage>(context),
  completenessColumn(context),
];
