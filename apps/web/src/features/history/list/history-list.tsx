import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card/card.tsx';
import { ErrorPanel } from '../../../ui/state/error-panel.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { PAGE_SIZES } from '../address/search.ts';
import type { Asked } from '../api/asked.ts';
import type { Source } from '../api/sources.ts';
import type { History } from '../screens/use-history.ts';
import { EmptyRows } from './empty-rows.tsx';
import { LiveSwitch } from './live-switch.tsx';
import { usePage } from './use-page.ts';

interface HistoryListProps<Row extends object> {
  history: History;
  asked: Asked;
  source: Source<Row>;
  /** Keep it stable between changes. */
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string;
}

/** Rows of the question, page by page, as the server orders them. */
export function HistoryList<Row extends object>(props: HistoryListProps<Row>) {
  const { history, asked, source, columns, rowId } = props;
  const { t } = useTranslation();
  const ordered = useMemo(
    () => columns.map((column) => ({ ...column, sortable: source.sortable.includes(column.id) })),
    [columns, source],
  );
  const { query, paging, live } = usePage(history, asked, source);
  const { data, error, isPlaceholderData, dataUpdatedAt } = query;
  const retry = () => void query.refetch();
  if (error !== null && (data === undefined || isPlaceholderData)) {
    return (
      <Card>
        <ErrorPanel error={error} onRetry={retry} />
      </Card>
    );
  }
  const { change } = history;
  const total = data?.totalElements ?? 0;
  return (
    <>
      {error === null ? null : <OldData since={dataUpdatedAt} onRetry={retry} />}
      <DataTable
        name={`history.${source.name}`}
        label={t(`menu.item.${history.title}`)}
        rows={data?.content}
        columns={ordered}
        rowId={rowId}
        sort={paging.sort}
        onSortChange={(next) => change({ sort: next })}
        updating={isPlaceholderData}
        empty={<EmptyRows history={history} asked={asked} />}
        tools={live === null ? null : <LiveSwitch {...live} />}
        paging={{
          page: paging.page + 1,
          size: paging.size,
          sizes: PAGE_SIZES,
          total,
          onChange: (next) => change({ page: next.page === 1 ? undefined : next.page, size: sizeOf(next.size) }),
        }}
      />
    </>
  );
}

const sizeOf = (size: number) => PAGE_SIZES.find((each) => each === size);
