import type { RowData } from '@tanstack/react-table';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon.tsx';
import { cellStyle, WidthHandle } from './column-width.tsx';
import styles from './table.module.css';
import type { TableColumn } from './table-column.ts';
import type { TableModel } from './use-table-model.ts';

interface TableHeadProps<Row extends RowData> {
  model: TableModel<Row>;
  /** A cell before all columns. */
  first?: React.ReactNode;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** Headers that sort: a click by this column alone, Shift and click by this one too. */
export function TableHead<Row extends RowData>({ model, first }: TableHeadProps<Row>) {
  const { table, visible, widths } = model;
  const several = table.state.sorting.length > 1;
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {first === undefined ? null : <th className={styles.choice}>{first}</th>}
          {group.headers.map(({ id, column }, place) => {
            const shape = visible[place];
            if (shape === undefined) return null;
            const width = widths[place];
            const resize = (to: number) => table.setColumnSizing((sizes) => ({ ...sizes, [id]: to }));
            const handle = <WidthHandle place={place} width={width} onChange={resize} />;
            const header = { column: shape, style: headerStyle(place, width, shape.width), handle };
            if (!column.getCanSort()) return <PlainHeader key={id} {...header} />;
            return (
              <SortHeader
                key={id}
                {...header}
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

interface HeaderProps<Row> {
  column: TableColumn<Row>;
  style: React.CSSProperties;
  handle: React.ReactNode;
}

/** A column without a chosen width has a least one. */
const headerStyle = (place: number, width: number | undefined, least: number | undefined): React.CSSProperties => ({
  ...cellStyle(place),
  width,
  minWidth: least === undefined ? undefined : `var(--column-width, ${least}px)`,
});

function PlainHeader<Row>({ column: { header, unit, align }, style, handle }: HeaderProps<Row>) {
  return (
    <th scope="col" data-align={align} style={style}>
      <span className={styles.plain}>
        <Name header={header} unit={unit} />
      </span>
      {handle}
    </th>
  );
}

interface SortHeaderProps<Row> extends HeaderProps<Row> {
  order: 'asc' | 'desc' | false;
  /** Among several columns that are sorted by. */
  place: number | null;
  onSort: React.MouseEventHandler | undefined;
}

function SortHeader<Row>({ column, style, handle, order, place, onSort }: SortHeaderProps<Row>) {
  const { t } = useTranslation();
  const { header, unit, align } = column;
  return (
    <th scope="col" data-align={align} aria-sort={order === false ? 'none' : ARIA_SORT[order]} style={style}>
      <button type="button" className={styles.sort} title={t('common.table.sortHint')} onClick={onSort}>
        <Name header={header} unit={unit} />
        {order === false ? null : <Icon name={order === 'asc' ? 'arrowUp' : 'arrowDown'} size={14} />}
        {order !== false && place !== null ? <span className={styles.order}>{place}</span> : null}
      </button>
      {handle}
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
