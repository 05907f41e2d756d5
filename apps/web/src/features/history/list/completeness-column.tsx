import type { TableColumn } from '../../../ui/table/table-column.ts';
import type { ColumnWorld } from './column-world.ts';
import { CompletenessCell } from './mean-cell.tsx';

/** How much of a bucket was received. */
export const completenessColumn = <Row extends { completeness: number }>({ t }: ColumnWorld): TableColumn<Row> => ({
  id: 'completeness',
  header: t('history.column.completeness'),
  align: 'end',
  value: ({ completeness }) => completeness,
  cell: ({ completeness }) => <CompletenessCell completeness={completeness} />,
});
