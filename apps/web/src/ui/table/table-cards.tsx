import type { RowData } from '@tanstack/react-table';
import styles from './table.module.css';
import type { TableColumn } from './table-column.ts';
import { CellContent } from './table-grid.tsx';
import type { TableModel } from './use-table-model.ts';

interface TableCardsProps<Row extends RowData> {
  label: string;
  model: TableModel<Row>;
  columns: readonly TableColumn<Row>[];
  onRowOpen?: ((row: Row) => void) | undefined;
}

/** The same rows on a phone: a card each, in the same order and with the same columns. */
export function TableCards<Row extends RowData>({ label, model, columns, onRowOpen }: TableCardsProps<Row>) {
  const visible = columns.filter(({ id }) => model.getColumn(id)?.getIsVisible() ?? true);
  const primary = visible.find((column) => column.primary);
  const rest = visible.filter((column) => column !== primary);
  return (
    <ul className={styles.cards} aria-label={label}>
      {model.getRowModel().rows.map(({ id, original }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the title's button is the keyboard's way; its click comes up here
        <li key={id} className={styles.card} onClick={onRowOpen && (() => onRowOpen(original))}>
          {primary === undefined ? null : (
            <CellContent column={primary} row={original} opens={onRowOpen !== undefined} />
          )}
          <dl>
            {rest.map((column) => (
              <CardFact key={column.id} column={column} row={original} />
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function CardFact<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  return (
    <>
      <dt>
        {column.header}
        {column.unit === undefined ? null : ` (${column.unit})`}
      </dt>
      <dd>
        <CellContent column={column} row={row} opens={false} />
      </dd>
    </>
  );
}
