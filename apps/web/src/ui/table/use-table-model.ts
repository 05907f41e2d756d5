import {
  type ColumnDef,
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  functionalUpdate,
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
import { inOrder, MAX_WIDTH, MIN_WIDTH, type TablePreferences } from './table-preferences.ts';

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  sortedRowModel: createSortedRowModel(),
});

export interface TableModel<Row extends RowData> {
  table: ReactTable<typeof features, Row>;
  /** All columns in the chosen order. */
  columns: readonly TableColumn<Row>[];
  /** Those that are not hidden. */
  visible: readonly TableColumn<Row>[];
  /** Chosen widths of the visible columns, in their order, in px. */
  widths: readonly (number | undefined)[];
}
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
  onChange: (change: Partial<TablePreferences>) => void;
  sort: SortTexts;
  onSortChange: (sort: string[]) => void;
  /** Whether the rows are sorted already, always by some column. */
  ordered: boolean;
}

/** No sort text contains it: an id has no space. */
const BETWEEN_SORTS = ' ';

/** The table's state. A part stays the same object until it changes, although screens pass their sort as a new array. */
function useTableState<Row>({ columns, preferences, sort }: ModelArgs<Row>) {
  const { hidden, order, widths: columnSizing } = preferences;
  const sortText = sort.join(BETWEEN_SORTS);
  const ids = useMemo(() => columns.map(({ id }) => id), [columns]);
  const sorting = useMemo(() => textsToSort(sortText.split(BETWEEN_SORTS), ids), [sortText, ids]);
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((id) => [id, false])), [hidden]);
  const columnOrder = useMemo(() => inOrder(columns, order).map(({ id }) => id), [columns, order]);
  return useMemo(
    () => ({ sorting, columnVisibility, columnOrder, columnSizing }),
    [sorting, columnVisibility, columnOrder, columnSizing],
  );
}

const hiddenIn = (visibility: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(visibility).filter((id) => visibility[id] === false);

/** The order of the rows and the columns: which there are, in which order and how wide. */
export function useTableModel<Row extends RowData>(args: ModelArgs<Row>): TableModel<Row> {
  const { rows, columns, rowId, onChange, onSortChange, ordered } = args;
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
        minSize: MIN_WIDTH,
        maxSize: MAX_WIDTH,
      }),
    );
  }, [columns, language]);
  const data = useMemo(() => [...rows], [rows]);
  const state = useTableState(args);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: (row) => String(rowId(row)),
    state,
    manualSorting: ordered,
    enableSortingRemoval: !ordered,
    onSortingChange: (change) => onSortChange(sortToTexts(functionalUpdate(change, state.sorting))),
    onColumnVisibilityChange: (change) =>
      onChange({ hidden: hiddenIn(functionalUpdate(change, state.columnVisibility)) }),
    onColumnOrderChange: (change) => onChange({ order: functionalUpdate(change, state.columnOrder) }),
    onColumnSizingChange: (change) => onChange({ widths: functionalUpdate(change, state.columnSizing) }),
  });
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const all = table.getAllLeafColumns();
  const shown = table.getVisibleLeafColumns();
  const ordering = useMemo(() => all.flatMap(({ id }) => byId.get(id) ?? []), [all, byId]);
  const visible = useMemo(() => shown.flatMap(({ id }) => byId.get(id) ?? []), [shown, byId]);
  const widths = useMemo(() => shown.map(({ id }) => state.columnSizing[id]), [shown, state.columnSizing]);
  return { table, columns: ordering, visible, widths };
}
