import type { TableColumn } from '../../../ui/table/table-column.ts';
import type { Settled } from './calm-order.ts';

/** Columns that sort by the settled values and show the newest ones: no row moves under the pointer. */
export function calmColumns<Row extends { id: number }>(
  columns: readonly TableColumn<Row>[],
  settled: Settled<Row>,
): TableColumn<Row>[] {
  return columns.map((column) => ({
    ...column,
    cell: column.cell ?? ((row) => column.value(row) ?? '–'),
    value: (row) => column.value(settled.get(row.id) ?? row),
  }));
}
