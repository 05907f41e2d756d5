import type { RowData } from '@tanstack/react-table';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon.tsx';
import styles from './table.module.css';
import type { TableColumn } from './table-column.ts';
import type { TableModel } from './use-table-model.ts';

interface TableHeadProps<Row extends RowData> {
  model: TableModel<Row>;
  columns: readonly TableColumn<Row>[];
  /** A cell before all columns. */
  first?: React.ReactNode;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** Headers that sort: a click by this column alone, Shift and click by this one too. */
export function TableHead<Row extends RowData>({ model, columns, first }: TableHeadProps<Row>) {
  const several = model.state.sorting.length > 1;
  return (
    <thead>
      {model.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {first === undefined ? null : <th className={styles.choice}>{first}</th>}
          {group.headers.map(({ id, column }) => {
            const shape = columns.find((each) => each.id === id);
            if (shape === undefined) return null;
            if (!column.getCanSort()) return <PlainHeader key={id} column={shape} />;
            return (
              <SortHeader
                key={id}
                column={shape}
                order={column.getIsSorted()}
                place={several ? column.getSortIndex() + 1 : null}
                onSort={column.getToggleSortingHandler()}
              />
            );
          })}
        </tr>
      ))}
    </thead>
  );
}

function PlainHeader<Row>({ column: { header, unit, align, width } }: { column: TableColumn<Row> }) {
  return (
    <th scope="col" data-align={align} style={{ minWidth: width }}>
      <span className={styles.plain}>
        <Name header={header} unit={unit} />
      </span>
    </th>
  );
}

interface SortHeaderProps<Row> {
  column: TableColumn<Row>;
  order: 'asc' | 'desc' | false;
  /** Among several columns that are sorted by. */
  place: number | null;
  onSort: React.MouseEventHandler | undefined;
}

function SortHeader<Row>({ column: { header, unit, align, width }, order, place, onSort }: SortHeaderProps<Row>) {
  const { t } = useTranslation();
  return (
    <th
      scope="col"
      data-align={align}
      aria-sort={order === false ? 'none' : ARIA_SORT[order]}
      style={{ minWidth: width }}
    >
      <button type="button" className={styles.sort} title={t('common.table.sortHint')} onClick={onSort}>
        <Name header={header} unit={unit} />
        {order === false ? null : <Icon name={order === 'asc' ? 'arrowUp' : 'arrowDown'} size={14} />}
        {order !== false && place !== null ? <span className={styles.order}>{place}</span> : null}
      </button>
    </th>
  );
}

function Name({ header, unit }: { header: string; unit: string | undefined }) {
  if (unit === undefined) return header;
  return (
    <span>
      {header} <small className={styles.unit}>{unit}</small>
    </span>
  );
}
