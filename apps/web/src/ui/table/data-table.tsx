import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { RowData } from '@tanstack/react-table';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../state/state-panels.tsx';
import { PHONE } from '../theme/tokens.ts';
import styles from './table.module.css';
import { TableCards } from './table-cards.tsx';
import type { SortTexts, TableColumn, TableSummary } from './table-column.ts';
import { TableGrid } from './table-grid.tsx';
import { type RowLines, TableLines } from './table-lines.tsx';
import { TablePager, type TablePaging } from './table-pager.tsx';
import { useTablePreferences } from './table-preferences.ts';
import { SelectionBar, type TableSelection } from './table-selection.tsx';
import { TableSettings } from './table-settings.tsx';
import { TableSortSelect } from './table-sort-select.tsx';
import { useTableModel } from './use-table-model.ts';

interface DataTableProps<Row extends RowData> {
  /** Key under which columns, density and order are kept. */
  name: string;
  /** Label for screen readers. */
  label: string;
  /** undefined during the first load, when a skeleton shows. Keep it and `columns` stable between changes. */
  rows: readonly Row[] | undefined;
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string | number;
  onRowOpen?: (row: Row) => void;
  /** Order from the address; kept with the other choices when left out. */
  sort?: SortTexts | undefined;
  onSortChange?: (sort: string[]) => void;
  /** New rows are loading; the old ones stay visible. */
  updating?: boolean;
  /** Content of an empty table. */
  empty?: React.ReactNode;
  /** Filters and buttons, left of the settings; on phones a function arranges the table's own parts among them. */
  tools?: React.ReactNode | ((parts: TableParts) => React.ReactNode);
  /** In place of the number of rows. */
  count?: string | undefined;
  /** Rows of two lines on phones, in place of cards. */
  lines?: RowLines<Row> | undefined;
  /** Set when the server pages and sorts: `rows` are one page of many, in the order of `sort`. */
  paging?: TablePaging;
  /** Columns that are hidden at first. */
  hiddenAtFirst?: readonly string[];
  /** Set when rows can be chosen, to do something with several at once. */
  selection?: TableSelection<Row> | undefined;
  /** The totals of all rows, including those of other pages. */
  summary?: TableSummary<Row> | undefined;
}

/** Parts of the table that its tools place on a phone; empty elsewhere, where the table does. */
export interface TableParts {
  count?: React.ReactNode;
  sort?: React.ReactNode;
}

const NO_ROWS: readonly never[] = [];

/** The console's one table. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const {
    name,
    label,
    rows,
    rowId,
    onRowOpen,
    updating = false,
    empty,
    tools,
    paging,
    selection,
    summary,
    lines,
  } = props;
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE);
  const kept = useTablePreferences(name, props.hiddenAtFirst);
  const { preferences, change: setPreferences } = kept;
  const sort = props.sort ?? preferences.sort;
  const changeSort = props.onSortChange ?? ((next: string[]) => setPreferences({ sort: next }));
  const ordered = paging !== undefined;
  const choices = { preferences, onChange: setPreferences, sort, onSortChange: changeSort };
  const model = useTableModel({ rows: rows ?? NO_ROWS, columns: props.columns, rowId, ordered, ...choices });
  if (rows === undefined) return <TableSkeleton />;
  const shared = { label, model, onRowOpen, selection };
  const cards =
    lines === undefined ? <TableCards {...shared} summary={summary} /> : <TableLines {...shared} lines={lines} />;
  const body = phone ? cards : <TableGrid {...shared} density={preferences.density} summary={summary} />;
  const count = (
    <span className={styles.count} role="status">
      {paging?.total === null
        ? null
        : (props.count ??
          t(paging?.atLeast ? 'common.table.rowsAtLeast' : 'common.table.rows', {
            count: paging?.total ?? rows.length,
          }))}
    </span>
  );
  const sortSelect = <TableSortSelect columns={model.columns} sort={sort} onChange={changeSort} ordered={ordered} />;
  return (
    <div className={phone ? undefined : styles.frame}>
      {phone && typeof tools === 'function' ? (
        tools({ count, sort: sortSelect })
      ) : (
        <div className={styles.tools}>
          {count}
          {typeof tools === 'function' ? tools({}) : tools}
          {phone ? sortSelect : <TableSettings model={model} kept={kept} />}
        </div>
      )}
      {selection === undefined ? null : <SelectionBar selection={selection} />}
      {updating ? <LinearProgress aria-label={t('common.table.updating')} className={styles.updating ?? ''} /> : null}
      <div className={updating ? styles.old : undefined}>
        {rows.length === 0 ? <Empty paging={paging}>{empty}</Empty> : body}
      </div>
      {paging === undefined ? null : <TablePager {...paging} phone={phone} />}
    </div>
  );
}

interface EmptyProps {
  paging: TablePaging | undefined;
  /** A text becomes the table's own sentence; anything else is shown as it is. */
  children: React.ReactNode;
}

function Empty({ paging, children }: EmptyProps) {
  const { t } = useTranslation();
  if (paging !== undefined && paging.total !== null && paging.total > 0) {
    const back = (
      <Button variant="outlined" onClick={() => paging.onChange({ page: 1, size: paging.size })}>
        {t('common.table.go.first')}
      </Button>
    );
    return <EmptyState text={t('common.table.beyond')} action={back} />;
  }
  if (children !== undefined && typeof children !== 'string') return children;
  return <EmptyState text={children ?? t('common.empty.table')} />;
}

function TableSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.frame} role="status" aria-label={t('common.loading')}>
      <div className={styles.tools}>
        <Skeleton width={70} />
      </div>
      {Array.from({ length: 8 }, (_, i) => i).map((i) => (
        <Skeleton key={i} variant="rounded" height={26} className={styles.skeleton ?? ''} />
      ))}
    </div>
  );
}
