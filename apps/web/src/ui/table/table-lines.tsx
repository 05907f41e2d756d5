import type { RowData } from '@tanstack/react-table';
import { type RowSwipe, SwipeRow } from './swipe-row.tsx';
import styles from './table-lines.module.css';
import { SelectRow, type TableSelection, toggleRow } from './table-selection.tsx';
import type { TableModel } from './use-table-model.ts';

/** How a phone shows a row in two lines of text, in place of a card. */
export interface RowLines<Row> {
  /** Names the row: it is the content of the button that opens it. */
  content: (row: Row) => React.ReactNode;
  /** Buttons at its end. */
  end?: (row: Row) => React.ReactNode;
  swipe?: (row: Row) => RowSwipe | undefined;
}

interface TableLinesProps<Row extends RowData> {
  label: string;
  model: TableModel<Row>;
  lines: RowLines<Row>;
  onRowOpen?: ((row: Row) => void) | undefined;
  selection?: TableSelection<Row> | undefined;
}

/** The rows on a phone, close together: for lists that are looked through in a hurry. */
export function TableLines<Row extends RowData>({ label, model, lines, onRowOpen, selection }: TableLinesProps<Row>) {
  return (
    <ul className={styles.lines} aria-label={label}>
      {model.table.getRowModel().rows.map((row) => (
        <li key={row.id} data-reorder-key={row.id}>
          <SwipeRow swipe={lines.swipe?.(row.original)}>
            {selection === undefined ? null : (
              <SelectRow
                name={selection.nameOf(row.original)}
                isChosen={selection.chosen.has(row.id)}
                onToggle={() => toggleRow(selection, row)}
              />
            )}
            <button type="button" className={styles.open} onClick={() => onRowOpen?.(row.original)}>
              {lines.content(row.original)}
            </button>
            {lines.end?.(row.original)}
          </SwipeRow>
        </li>
      ))}
    </ul>
  );
}
