import type { RowData } from '@tanstack/react-table';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon.tsx';
import styles from './table.module.css';
import type { TableColumn } from './table-column.ts';
import { boundedWidth, MIN_WIDTH, type TablePreferences } from './table-preferences.ts';
import type { TableModel } from './use-table-model.ts';

interface TableHeadProps<Row extends RowData> {
  model: TableModel<Row>;
  columns: readonly TableColumn<Row>[];
  widths: TablePreferences['widths'];
  onWidth: (id: string, width: number) => void;
  /** A cell before all columns. */
  first?: React.ReactNode;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** Headers that sort: a click by this column alone, Shift and click by this one too. */
export function TableHead<Row extends RowData>({ model, columns, widths, onWidth, first }: TableHeadProps<Row>) {
  const several = model.state.sorting.length > 1;
  return (
    <thead>
      {model.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {first === undefined ? null : <th className={styles.choice}>{first}</th>}
          {group.headers.map(({ id, column }) => {
            const shape = columns.find((each) => each.id === id);
            if (shape === undefined) return null;
            const width = widths[shape.id];
            const handle = <WidthHandle width={width} onChange={(to) => onWidth(shape.id, to)} />;
            if (!column.getCanSort()) return <PlainHeader key={id} column={shape} width={width} handle={handle} />;
            return (
              <SortHeader
                key={id}
                column={shape}
                width={width}
                handle={handle}
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
  /** That somebody chose; px. */
  width: number | undefined;
  handle: React.ReactNode;
}

function PlainHeader<Row>({ column: { header, unit, align, width: least }, width, handle }: HeaderProps<Row>) {
  return (
    <th scope="col" data-align={align} {...(width === undefined ? { style: { minWidth: least } } : widthOf(width))}>
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

function SortHeader<Row>({ column, width, handle, order, place, onSort }: SortHeaderProps<Row>) {
  const { t } = useTranslation();
  const { header, unit, align, width: least } = column;
  return (
    <th
      scope="col"
      data-align={align}
      aria-sort={order === false ? 'none' : ARIA_SORT[order]}
      {...(width === undefined ? { style: { minWidth: least } } : widthOf(width))}
    >
      <button type="button" className={styles.sort} title={t('common.table.sortHint')} onClick={onSort}>
        <Name header={header} unit={unit} />
        {order === false ? null : <Icon name={order === 'asc' ? 'arrowUp' : 'arrowDown'} size={14} />}
        {order !== false && place !== null ? <span className={styles.order}>{place}</span> : null}
      </button>
      {handle}
    </th>
  );
}

/** A cell of a column whose width somebody chose: what does not fit is cut with dots. */
export const widthOf = (width: number | undefined): { style?: React.CSSProperties; 'data-width'?: '' } =>
  width === undefined ? {} : { style: { width, minWidth: width, maxWidth: width }, 'data-width': '' };

interface WidthHandleProps {
  width: number | undefined;
  onChange: (width: number) => void;
}

/** The edge of a column, which is dragged; by keyboard widths are changed in the table's settings. */
function WidthHandle({ width, onChange }: WidthHandleProps) {
  const begin = (event: React.PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget;
    const now = width ?? handle.closest('th')?.offsetWidth ?? MIN_WIDTH;
    const start = now - event.clientX;
    handle.setPointerCapture(event.pointerId);
    const move = ({ clientX }: PointerEvent) => onChange(boundedWidth(start + clientX));
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  return <span aria-hidden="true" className={styles.edge} onPointerDown={begin} />;
}

function Name({ header, unit }: { header: string; unit: string | undefined }) {
  if (unit === undefined) return header;
  return (
    <span>
      {header} <small className={styles.unit}>{unit}</small>
    </span>
  );
}
