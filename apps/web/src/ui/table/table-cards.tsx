import type { RowData } from '@tanstack/react-table';
import styles from './table.module.css';
import type { TableColumn, TableSummary } from './table-column.ts';
import { CellContent, SummaryCell } from './table-grid.tsx';
import { SelectRow, type TableSelection, toggleRow } from './table-selection.tsx';
import type { TableModel } from './use-table-model.ts';

interface TableCardsProps<Row extends RowData> {
  label: string;
  model: TableModel<Row>;
  onRowOpen?: ((row: Row) => void) | undefined;
  selection?: TableSelection<Row> | undefined;
  summary?: TableSummary<Row> | undefined;
}

/** The same rows on a phone: a card each, in the same order and with the same columns. */
export function TableCards<Row extends RowData>(props: TableCardsProps<Row>) {
  const { label, model, onRowOpen, selection, summary } = props;
  const { visible } = model;
  const primary = visible.find((column) => column.primary);
  const rest = visible.filter((column) => column !== primary);
  return (
    <>
      {summary === undefined ? null : <SummaryCard summary={summary} columns={rest} />}
      <ul className={styles.cards} aria-label={label}>
        {model.table.getRowModel().rows.map((row) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the title's button is the keyboard's way; its click comes up here
          <li key={row.id} className={styles.card} onClick={onRowOpen && (() => onRowOpen(row.original))}>
            {selection === undefined ? null : (
              <span className={styles.cardChoice}>
                <SelectRow
                  name={selection.nameOf(row.original)}
                  isChosen={selection.chosen.has(row.id)}
                  onToggle={() => toggleRow(selection, row)}
                />
              </span>
            )}
            {primary === undefined ? null : (
              <CellContent column={primary} row={row.original} opens={onRowOpen !== undefined} />
            )}
            <dl>
              {rest.map((column) => (
                <CardFact key={column.id} column={column} row={row.original} />
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Above the cards, because below them it would not be found. */
function SummaryCard<Row>({ summary, columns }: { summary: TableSummary<Row>; columns: readonly TableColumn<Row>[] }) {
  return (
    <section className={`${styles.card} ${styles.summary}`} aria-label={summary.label}>
      <b>{summary.label}</b>
      <dl>
        {columns.map((column) =>
          // A name without a value would be a riddle.
          summary.cells?.[column.id] === '' ? null : (
            <Fact key={column.id} column={column}>
              <SummaryCell column={column} summary={summary} />
            </Fact>
          ),
        )}
      </dl>
    </section>
  );
}

function CardFact<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  return (
    <Fact column={column}>
      <CellContent column={column} row={row} opens={false} />
    </Fact>
  );
}

function Fact<Row>({ column, children }: { column: TableColumn<Row>; children: React.ReactNode }) {
  return (
    <>
      <dt>
        {column.header}
        {column.unit === undefined ? null : ` (${column.unit})`}
      </dt>
      <dd>{children}</dd>
    </>
  );
}
