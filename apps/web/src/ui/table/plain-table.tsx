import styles from './plain-table.module.css';

export interface PlainColumn<Row> {
  /** The heading. On phones, where a row is a paragraph, it stands before the cell, except the first. */
  label: string;
  isNumber?: boolean;
  /** For headings that only screen readers need, such as that of buttons; the cells stand alone on phones. */
  isUnlabeled?: boolean;
  /** Its cells are the headings of their rows. */
  isRowHeader?: boolean;
  className?: string | undefined;
  cell: (row: Row) => React.ReactNode;
}

interface PlainTableProps<Row> {
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, place: number) => string | number;
}

/** A few rows within a card, without sorting or pages. On a phone each row is a paragraph. */
export function PlainTable<Row>({ columns, rows, keyOf }: PlainTableProps<Row>) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(({ label, isNumber, isUnlabeled }) => (
            <th key={label} scope="col" data-align={isNumber ? 'end' : undefined}>
              {isUnlabeled ? <span className="sr">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={keyOf(row, place)}>
            {columns.map(({ label, isNumber, isUnlabeled, isRowHeader, className, cell }, i) =>
              isRowHeader ? (
                <th key={label} scope="row" className={className}>
                  {cell(row)}
                </th>
              ) : (
                <td
                  key={label}
                  className={className}
                  data-align={isNumber ? 'end' : undefined}
                  data-label={i === 0 || isUnlabeled ? undefined : label}
                >
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
