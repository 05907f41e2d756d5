import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import type { ColumnWorld, RowMeter } from './column-world.ts';
import styles from './list.module.css';

const ABOVE = ['organization', 'office', 'department'] as const;

/** The topmost level at which the meters part: from there down their places are named. */
function namedLevels([first, ...more]: readonly ChoiceMeter[]): (typeof ABOVE)[number][] {
  const apart = ABOVE.findIndex((level) => more.some((meter) => meter[`${level}_id`] !== first?.[`${level}_id`]));
  return apart === -1 ? [] : ABOVE.slice(apart);
}

/** Which meter, and as much of its place as tells it from the others. Of a single one the name stands above the list. */
export function meterColumn<Row extends RowMeter>({ t, covered }: ColumnWorld): TableColumn<Row>[] {
  if (covered.length < 2) return [];
  const levels = namedLevels(covered);
  const cell = (row: Row) => (
    <span className={styles.meter}>
      {row.meter_name}
      <small>{levels.map((level) => row[`${level}_name`]).join(' › ')}</small>
    </span>
  );
  return [
    {
      id: 'meter_name',
      header: t('monitoring.kind.meter'),
      width: 110,
      value: ({ meter_name }) => meter_name,
      ...(levels.length === 0 ? {} : { cell }),
    },
  ];
}
