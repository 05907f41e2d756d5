import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { RowData } from '@tanstack/react-table';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../state/empty-state.tsx';
import { PHONE } from '../theme/tokens.ts';
import styles from './table.module.css';
import { TableCards } from './table-cards.tsx';
import type { SortTexts, TableColumn } from './table-column.ts';
import { TableGrid } from './table-grid.tsx';
import { useTablePreferences } from './table-preferences.ts';
import { TableSettings } from './table-settings.tsx';
import { TableSortSelect } from './table-sort-select.tsx';
import { useTableModel } from './use-table-model.ts';

export interface DataTableProps<Row extends RowData> {
  /** Under which the choices of columns, density and order are kept. */
  name: string;
  /** What the rows are, for screen readers. */
  label: string;
  /** undefined: the first load is not done, a skeleton shows. Keep it and `columns` stable between changes. */
  rows: readonly Row[] | undefined;
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string | number;
  onRowOpen?: (row: Row) => void;
  /** Order from the address; kept with the other choices when left out. */
  sort?: SortTexts | undefined;
  onSortChange?: (sort: string[]) => void;
  /** New rows are loading, the old ones stay in sight. */
  updating?: boolean;
  /** Why there may be nothing, and what to do. */
  empty?: React.ReactNode;
  /** Filters and buttons, left of the settings. */
  tools?: React.ReactNode;
}

const NO_ROWS: readonly never[] = [];

/** The console's one table. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { name, label, rows, columns, rowId, onRowOpen, updating = false, empty, tools } = props;
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE);
  const [preferences, setPreferences] = useTablePreferences(name);
  const sort = props.sort ?? preferences.sort;
  const changeSort = props.onSortChange ?? ((next: string[]) => setPreferences({ sort: next }));
  const model = useTableModel({ rows: rows ?? NO_ROWS, columns, rowId, preferences, sort, onSortChange: changeSort });
  if (rows === undefined) return <TableSkeleton />;
  const body = phone ? (
    <TableCards label={label} model={model} columns={columns} onRowOpen={onRowOpen} />
  ) : (
    <TableGrid label={label} model={model} columns={columns} density={preferences.density} onRowOpen={onRowOpen} />
  );
  return (
    <div className={phone ? undefined : styles.frame}>
      <div className={styles.tools}>
        <span className={styles.count} role="status">
          {t('common.table.rows', { count: rows.length })}
        </span>
        {tools}
        {phone ? (
          <TableSortSelect columns={columns} sort={sort} onChange={changeSort} />
        ) : (
          <TableSettings columns={columns} preferences={preferences} onChange={setPreferences} />
        )}
      </div>
      {updating ? <LinearProgress aria-label={t('common.table.updating')} sx={{ height: 2 }} /> : null}
      <div className={updating ? styles.old : undefined}>
        {rows.length === 0 ? <EmptyState text={empty ?? t('common.empty.table')} /> : body}
      </div>
    </div>
  );
}

function TableSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.frame} role="status" aria-label={t('common.loading')}>
      <div className={styles.tools}>
        <Skeleton width={70} />
      </div>
      {Array.from({ length: 8 }, (_, i) => i).map((i) => (
        <Skeleton key={i} variant="rounded" height={26} sx={{ mx: 2, my: 1.4 }} />
      ))}
    </div>
  );
}
