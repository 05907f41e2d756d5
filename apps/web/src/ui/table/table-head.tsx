import type { RowData } from '@tanstack/react-table';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon.tsx';
import styles from './table.module.css';
import type { TableColumn } from './table-column.ts';
import type { TableModel } from './use-table-model.ts';

interface TableHeadProps<Row extends RowData> {
  model: TableModel<Row>;
  columns: readonly TableColumn<Row>[];
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** Headers that sort: a click by this column alone, Shift and click by this one too. */
export function TableHead<Row extends RowData>({ model, columns }: TableHeadProps<Row>) {
  const { t } = useTranslation();
  const several = model.state.sorting.length > 1;
  return (
    <thead>
      {model.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {group.headers.map(({ id, column }) => {
            const order = column.getIsSorted();
            const shape = columns.find((each) => each.id === id);
            return (
              <th
                key={id}
                scope="col"
                data-align={shape?.align}
                aria-sort={order === false ? 'none' : ARIA_SORT[order]}
                style={{ minWidth: shape?.width }}
              >
                <button
                  type="button"
                  className={styles.sort}
                  title={t('common.table.sortHint')}
                  onClick={column.getToggleSortingHandler()}
                >
                  {shape?.header}
                  {order === false ? null : <Icon name={order === 'asc' ? 'arrowUp' : 'arrowDown'} size={14} />}
                  {order !== false && several ? (
                    <span className={styles.order}>{column.getSortIndex() + 1}</span>
                  ) : null}
                </button>
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}
