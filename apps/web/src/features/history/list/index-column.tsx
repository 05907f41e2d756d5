import type { MeterReading } from '@airdeck/contract/history/schema';
import { formatIndex } from '../../../lib/format/number.ts';
import { GradeChip } from '../../../ui/grade/grade-chip.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import type { ColumnWorld } from './column-world.ts';
import styles from './list.module.css';

/** The index, with its grade. */
export const indexColumn = <Row extends Pick<MeterReading, 'index' | 'grade'>>({
  t,
  language,
}: ColumnWorld): TableColumn<Row> => ({
  id: 'index',
  header: t('history.column.index'),
  width: 130,
  value: ({ index }) => index,
  cell: ({ index, grade }) =>
    index === null ? (
      '–'
    ) : (
      <span className={styles.rated}>
        <b>{formatIndex(index, language)}</b>
        <GradeChip rating={grade} />
      </span>
    ),
});
