import type { RowData } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import { ReorderAnimation } from '../reorder-animation.tsx';
import { cellStyle, widthVariables } from './column-width.tsx';
import styles from './table.module.css';
import type { TableColumn, TableSummary } from './table-column.ts';
import { TableHead } from './table-head.tsx';
import type { TablePreferences } from './table-preferences.ts';
import { SelectPage, SelectRow, type TableSelection, toggleRow } from './table-selection.tsx';
import type { TableModel } from './use-table-model.ts';

/** A page of so few rows is shown whole: it scrolls with the screen, and no row is cut. */
const SHORT = 12;
/** Shorter tables are drawn as a whole, so that find-in-page and printing include every row. */
const VIRTUAL_FROM = 100;
const ROW_HEIGHT = { comfortable: 49, compact: 37 } as const;

interface TableGridProps<Row extends RowData> {
  label: string;
  model: TableModel<Row>;
  density: TablePreferences['density'];
  onRowOpen?: ((row: Row) => void) | undefined;
  selection?: TableSelection<Row> | undefined;
  summary?: TableSummary<Row> | undefined;
}

/** A table whose header stays visible. Only the visible rows of a long table are drawn. */
export function TableGrid<Row extends RowData>(props: TableGridProps<Row>) {
  const { label, model, density, onRowOpen, selection, summary } = props;
  const scroller = useRef<HTMLElement>(null);
  const { rows } = model.table.getRowModel();
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const open = useCallback((row: Row) => latest.current.onRowOpen?.(row), []);
  const toggle = useCallback((id: string, original: Row) => {
    if (latest.current.selection !== undefined) toggleRow(latest.current.selection, { id, original });
  }, []);
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: rows.length >= VIRTUAL_FROM,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT[density],
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
  });
  const height = `${styles.scroll} ${rows.length <= SHORT ? styles.short : ''}`;
  const items = virtual.getVirtualItems();
  const shown = rows.length < VIRTUAL_FROM ? rows : items.flatMap(({ index }) => rows[index] ?? []);
  const above = items[0]?.start ?? 0;
  const below = rows.length < VIRTUAL_FROM ? 0 : virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={scroller} className={height} aria-label={label} tabIndex={0}>
      <ReorderAnimation order={rows.length < VIRTUAL_FROM ? rows.map(({ id }) => id).join(' ') : ''}>
        <table
          className={`${styles.table} ${density === 'compact' ? styles.compact : ''}`}
          aria-label={label}
          aria-rowcount={rows.length + 1}
          style={widthVariables(model.widths)}
        >
          <TableHead
            model={model}
            first={selection === undefined ? undefined : <SelectPage selection={selection} rows={rows} />}
          />
          {summary === undefined ? null : (
            <SummaryRow summary={summary} columns={model.visible} hasChoice={selection !== undefined} />
          )}
          <tbody>
            <Spacer height={above} />
            {shown.map((row) => (
              <GridRow
                key={row.id}
                id={row.id}
                row={row.original}
                columns={model.visible}
                onOpen={onRowOpen && open}
                choiceName={selection?.nameOf(row.original)}
                isChosen={selection?.chosen.has(row.id) ?? false}
                onToggle={toggle}
              />
            ))}
            <Spacer height={below} />
          </tbody>
        </table>
      </ReorderAnimation>
    </section>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td className={styles.spacer} style={{ height }} />
    </tr>
  );
}

interface GridRowProps<Row extends RowData> {
  id: string;
  row: Row;
  columns: readonly TableColumn<Row>[];
  onOpen: ((row: Row) => void) | undefined;
  /** The row's name; undefined where rows cannot be chosen. */
  choiceName: string | undefined;
  isChosen: boolean;
  onToggle: (id: string, row: Row) => void;
}

function PlainGridRow<Row extends RowData>(props: GridRowProps<Row>) {
  const { id, row, columns, onOpen, choiceName, isChosen, onToggle } = props;
  return (
    // The button in the primary cell is for the keyboard; its click bubbles up here.
    <tr data-reorder-key={id} data-open={onOpen === undefined ? undefined : ''} onClick={onOpen && (() => onOpen(row))}>
      {choiceName === undefined ? null : (
        <td className={styles.choice}>
          <SelectRow name={choiceName} isChosen={isChosen} onToggle={() => onToggle(id, row)} />
        </td>
      )}
      {columns.map((column, place) => (
        <td key={column.id} data-align={column.align} style={cellStyle(place)}>
          <CellContent column={column} row={row} opens={onOpen !== undefined} />
        </td>
      ))}
    </tr>
  );
}

/** Renders when its own row, choice or columns change. What depends on the time in a cell subscribes to the clock. */
const GridRow = memo(PlainGridRow) as typeof PlainGridRow;

interface SummaryRowProps<Row extends RowData> {
  summary: TableSummary<Row>;
  columns: readonly TableColumn<Row>[];
  hasChoice: boolean;
}

/** Above the rows that it summarizes: below them it would be out of sight. */
function SummaryRow<Row extends RowData>({ summary, columns, hasChoice }: SummaryRowProps<Row>) {
  return (
    <tfoot>
      <tr>
        {hasChoice ? <td /> : null}
        {columns.map((column) =>
          column.primary === true ? (
            <th key={column.id} scope="row">
              {summary.label}
            </th>
          ) : (
            <td key={column.id} data-align={column.align}>
              <SummaryCell column={column} summary={summary} />
            </td>
          ),
        )}
      </tr>
    </tfoot>
  );
}

export function SummaryCell<Row>({ column, summary }: { column: TableColumn<Row>; summary: TableSummary<Row> }) {
  return summary.cells?.[column.id] ?? <CellContent column={column} row={summary.row} opens={false} />;
}

interface CellContentProps<Row> {
  column: TableColumn<Row>;
  row: Row;
  opens: boolean;
}

export function CellContent<Row>({ column, row, opens }: CellContentProps<Row>) {
  const content = column.cell === undefined ? (column.value(row) ?? '–') : column.cell(row);
  if (!opens || column.primary !== true) return content;
  return (
    <button type="button" className={styles.open}>
      {content}
    </button>
  );
}
