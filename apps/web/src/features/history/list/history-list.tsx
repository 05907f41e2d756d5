import { SHOWN_WORK_MODES } from '@airdeck/domain/purifier-state';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LongWait } from '../../../shared/long-question/long-wait.tsx';
import { useLongQuery } from '../../../shared/long-question/use-long-query.ts';
import { Card } from '../../../ui/card/card.tsx';
import { ChipChecks } from '../../../ui/chip-checks.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { TableColumn, TableSummary } from '../../../ui/table/table-column.ts';
import { pageQuery, pagingOf } from '../api/pages.ts';
import type { Source } from '../api/sources.ts';
import { reachesToday } from '../model/day-range.ts';
import type { HistoryRequest } from '../model/history-request.ts';
import { PAGE_SIZES } from '../model/search.ts';
import type { History } from '../model/use-history.ts';
import { EmptyRows } from './empty-rows.tsx';
import styles from './list.module.css';
import { useListLive } from './use-list-live.ts';

/** How often averages of a range that is not over are loaded again; they change slowly. */
const AVERAGES_MS = 60_000;

/** One page of a list. While its range is not over it is reloaded: readings by live events, averages every minute. */
function usePage<Row>(history: History, request: HistoryRequest, source: Source<Row>) {
  const { search, averages, kind, covered, today } = history;
  const paging = pagingOf(source, search);
  const open = reachesToday(request.range, today);
  const readings = source.order.startsWith('time');
  // New rows can only appear on the first page of the list's own order, newest first.
  const follows = open && readings && paging.page === 0 && paging.sort[0] === source.order;
  const [paused, setPaused] = useState(false);
  const { query, wait } = useLongQuery({
    ...pageQuery(source, request, paging),
    ...(open && (averages || !readings) ? { refetchInterval: AVERAGES_MS } : {}),
  });
  useListLive(kind, covered, () => void query.refetch({ cancelRefetch: false }), follows && !paused);
  return { query, wait, paging, live: follows ? { paused, setPaused } : null };
}

interface HistoryListProps<Row extends object> {
  history: History;
  request: HistoryRequest;
  source: Source<Row>;
  /** Keep it stable between changes. */
  columns: readonly TableColumn<Row>[];
  hiddenAtFirst?: readonly string[];
  rowId: (row: Row) => string;
  /** The whole period as one more row. */
  summary?: TableSummary<Row> | undefined;
}

/** Rows of the request, page by page, in the server's order. */
export function HistoryList<Row extends object>(props: HistoryListProps<Row>) {
  const { history, request, source, columns, hiddenAtFirst, rowId, summary } = props;
  const { t } = useTranslation();
  const ordered = useMemo(
    () => columns.map((column) => ({ ...column, sortable: source.sortable.includes(column.id) })),
    [columns, source],
  );
  const { query, wait, paging, live } = usePage(history, request, source);
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
      <LongWait wait={wait}>
        <DataTable
          name={`history.${source.name}`}
          label={t(`menu.item.${history.title}`)}
          rows={data?.content}
          columns={ordered}
          rowId={rowId}
          summary={summary}
          {...(hiddenAtFirst && { hiddenAtFirst })}
          sort={paging.sort}
          onSortChange={(next) => change({ sort: next })}
          updating={wait.isWaiting}
          empty={<EmptyRows history={history} request={request} />}
          tools={
            <>
              {history.kind === 'purifier' && request.step === 'each' ? <ModeFilter history={history} /> : null}
              {live === null ? null : <LiveSwitch {...live} />}
            </>
          }
          paging={{
            page: paging.page + 1,
            size: paging.size,
            sizes: PAGE_SIZES,
            total,
            onChange: (next) => change({ page: next.page === 1 ? undefined : next.page, size: sizeOf(next.size) }),
          }}
        />
      </LongWait>
    </>
  );
}

const sizeOf = (size: number) => PAGE_SIZES.find((each) => each === size);

/** Work modes that are listed; all of them when none is chosen. */
function ModeFilter({ history: { search, change } }: { history: History }) {
  const { t } = useTranslation();
  return (
    <ChipChecks
      label={t('purifier.mode.label')}
      options={SHOWN_WORK_MODES.map((value) => ({ value, label: t(`monitoring.purifier.mode.${value}`) }))}
      value={search.mode ?? []}
      onChange={(mode) => change({ mode: mode.length === 0 ? undefined : mode })}
    />
  );
}

interface LiveSwitchProps {
  paused: boolean;
  setPaused: (paused: boolean) => void;
}

/** A switch that keeps new rows from appearing while the user reads. */
function LiveSwitch({ paused, setPaused }: LiveSwitchProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={styles.live}
      aria-pressed={!paused}
      title={paused ? t('history.live.resume') : t('history.live.pause')}
      onClick={() => setPaused(!paused)}
    >
      <i />
      {paused ? t('history.live.paused') : t('history.live.on')}
    </button>
  );
}
