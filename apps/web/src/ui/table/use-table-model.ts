import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  type Row as ModelRow,
  type ReactTable,
  type RowData,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { type SortTexts, sortToTexts, type TableColumn, textsToSort } from './table-column.ts';
import type { TablePreferences } from './table-preferences.ts';

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});

export type TableModel<Row extends RowData> = ReactTable<typeof features, Row>;
export type TableModelRow<Row extends RowData> = ModelRow<typeof features, Row>;

/** Text in the order of the language, its numbers by value: 2반 before 10반. */
function orderIn<Row extends RowData>(language: string): SortFn<typeof features, Row> {
  const collator = new Intl.Collator(language, { numeric: true });
  return (a, b, id) => {
    const left = a.getValue<string | number>(id);
    const right = b.getValue<string | number>(id);
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    return collator.compare(String(left), String(right));
  };
}

interface ModelArgs<Row> {
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string | number;
  preferences: TablePreferences;
  sort: SortTexts;
  onSortChange: (sort: string[]) => void;
  /** Whether the rows are sorted already, always by some column. */
  ordered: boolean;
}

/** The order of the rows and which columns are there. */
export function useTableModel<Row extends RowData>(args: ModelArgs<Row>): TableModel<Row> {
  const { rows, columns, rowId, preferences, sort, onSortChange, ordered } = args;
  const language = useLanguage();
  const definitions = useMemo(() => {
    const sortFn = orderIn<Row>(language);
    return columns.map(
      ({ id, header, value, primary = false, sortable = true }): ColumnDef<typeof features, Row> => ({
        id,
        header,
        accessorFn: (row) => value(row) ?? undefined,
        sortFn,
        sortUndefined: 'last',
        sortDescFirst: false,
        enableHiding: !primary,
        enableSorting: sortable,
      }),
    );
  }, [columns, language]);
  const data = useMemo(() => [...rows], [rows]);
  const sorting = textsToSort(
    sort,
    columns.map(({ id }) => id),
  );
  const columnVisibility = Object.fromEntries(preferences.hidden.map((id) => [id, false]));
  return useTable({
    features,
    columns: definitions,
    data,
    getRowId: (row) => String(rowId(row)),
    state: { sorting, columnVisibility },
    manualSorting: ordered,
    enableSortingRemoval: !ordered,
    onSortingChange: (change) => onSortChange(sortToTexts(typeof change === 'function' ? change(sorting) : change)),
  });
}
