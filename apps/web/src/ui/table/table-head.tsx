import type { RowData, SortingState } from '@tanstack/react-table';
import { memo, useCallback, useLayoutEffect, useRef } from 'react';
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
  const latest = useRef(table);
  useLayoutEffect(() => {
    latest.current = table;
  });
  const sort = useCallback(
    (id: string, event: React.MouseEvent) => latest.current.getColumn(id)?.getToggleSortingHandler()?.(event),
    [],
  );
  const resize = useCallback(
    (id: string, width: number) => latest.current.setColumnSizing((sizes) => ({ ...sizes, [id]: width })),
    [],
  );
  return (
    <thead>
      <tr>
        {first === undefined ? null : <th className={styles.choice}>{first}</th>}
        <Headers columns={visible} widths={widths} sorting={table.state.sorting} onSort={sort} onResize={resize} />
      </tr>
    </thead>
  );
}

interface HeadersProps<Row> {
  columns: readonly TableColumn<Row>[];
  widths: readonly (number | undefined)[];
  sorting: SortingState;
  onSort: (id: string, event: React.MouseEvent) => void;
  onResize: (id: string, width: number) => void;
}

function PlainHeaders<Row>({ columns, widths, sorting, onSort, onResize }: HeadersProps<Row>) {
  const headerOf = (column: TableColumn<Row>, place: number) => {
    const { id, sortable = true, width: least } = column;
    const width = widths[place];
    const handle = <WidthHandle place={place} width={width} onChange={(to) => onResize(id, to)} />;
    const header = { column, style: headerStyle(place, width, least), handle };
    if (!sortable) return <PlainHeader key={id} {...header} />;
    const sorted = sorting.findIndex((each) => each.id === id);
    const desc = sorting[sorted]?.desc;
    return (
      <SortHeader
        key={id}
        {...header}
        order={desc === undefined ? false : desc ? 'desc' : 'asc'}
        place={sorting.length > 1 ? sorted + 1 : null}
        onSort={(event) => onSort(id, event)}
      />
    );
  };
  return <>{columns.map(headerOf)}</>;
}

/** Renders when columns, widths or the order change, not with the rows. */
const Headers = memo(PlainHeaders) as typeof PlainHeaders;

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

function PlainHeader<Row>({ column: { header, unit, align, help }, style, handle }: HeaderProps<Row>) {
  return (
    <th scope="col" data-align={align} style={style}>
      <span className={styles.plain} title={help}>
        <Name header={header} unit={unit} />
      </span>
      {handle}
    </th>
  );
}

interface SortHeaderProps<Row> extends HeaderProps<Row> {
  order: 'asc' | 'desc' | false;
  /** Position among several sorted columns. */
  place: number | null;
  onSort: React.MouseEventHandler | undefined;
}

function SortHeader<Row>({ column, style, handle, order, place, onSort }: SortHeaderProps<Row>) {
  const { t } = useTranslation();
  const { header, unit, align, help } = column;
  const hint = [...(help === undefined ? [] : [help]), t('common.table.sortHint')].join('\n');
  return (
    <th scope="col" data-align={align} aria-sort={order === false ? 'none' : ARIA_SORT[order]} style={style}>
      <button type="button" className={styles.sort} title={hint} onClick={onSort}>
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
