import type { Alarm } from '@airdeck/contract/alarm/schema';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../../../lib/api/failure.ts';
import { Card } from '../../../ui/card/card.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { TableSelection } from '../../../ui/table/table-selection.tsx';
import { useMayHandle } from '../handling/use-handling.tsx';
import type { AlarmList } from '../model/queries.ts';
import { type AlarmSearch, type ChangeSearch, PAGE_SIZES } from '../model/search.ts';
import { AlarmPanel, BESIDE } from '../panel/alarm-panel.tsx';
import { AlarmTools } from './alarm-tools.tsx';
import type { Row } from './cells.tsx';
import styles from './list.module.css';
import { hiddenAtFirst, useAlarmColumns } from './use-columns.tsx';

interface AlarmTableProps {
  list: AlarmList;
  query: UseQueryResult<{ content: Alarm[]; totalElements: number }, ApiFailure>;
  rows: readonly Row[] | undefined;
  search: AlarmSearch;
  onChange: ChangeSearch;
  empty: string;
  selection?: TableSelection<Row> | undefined;
  onHover?: (hovered: boolean) => void;
  note?: React.ReactNode;
}

const TITLE = { live: 'menu.item.liveError', history: 'menu.item.errorHistory' } as const;
const ORDER: Readonly<Record<AlarmList, readonly string[]>> = {
  live: ['severity,ASC', 'occured_time,DESC'],
  history: ['occured_time,DESC'],
};

/** The name of the place to which the list is narrowed, as the first row says it. */
const placeName = (search: AlarmSearch, row: Row | undefined): string | undefined => {
  if (row === undefined) return undefined;
  const { organization_name, office_name, department_name, meter_name, sensor_name } = row;
  if (search.sensorId !== undefined) return [meter_name, sensor_name].filter(Boolean).join(' · ');
  if (search.meterId !== undefined) return meter_name ?? undefined;
  if (search.departmentId !== undefined) return [office_name, department_name].filter(Boolean).join(' · ');
  return (search.officeId === undefined ? organization_name : office_name) ?? undefined;
};

/** A list of alarms, its filters, and beside it the one that the address names. */
export function AlarmTable(props: AlarmTableProps) {
  const { list, query, rows, search, onChange, empty, selection, onHover, note } = props;
  const { t } = useTranslation();
  const { seesAll } = useMayHandle();
  const beside = useMediaQuery(BESIDE) && search.open !== undefined;
  const columns = useAlarmColumns(list, beside);
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = query;
  if (error !== null && data === undefined) {
    return (
      <Card>
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return (
    <>
      {error === null ? null : <OldData since={dataUpdatedAt} onRetry={() => void refetch()} />}
      {note}
      <div className={styles.split} data-open={search.open !== undefined || undefined}>
        <div
          // Only a mouse rests somewhere; a finger that scrolls is no reason to wait.
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onHover?.(true)}
          onPointerLeave={() => onHover?.(false)}
        >
          <DataTable
            name={`alarm.${list}`}
            label={t(TITLE[list])}
            rows={rows}
            columns={columns}
            rowId={({ id }) => id}
            onRowOpen={({ id }) => onChange({ open: id }, { visit: search.open === undefined })}
            sort={search.sort ?? ORDER[list]}
            onSortChange={(sort) => onChange({ sort, page: undefined })}
            updating={isPlaceholderData}
            selection={selection}
            hiddenAtFirst={hiddenAtFirst(list, seesAll)}
            tools={<AlarmTools list={list} search={search} onChange={onChange} place={placeName(search, rows?.[0])} />}
            empty={<EmptyState text={empty} />}
            paging={{
              page: search.page ?? 1,
              size: search.size ?? PAGE_SIZES[0],
              sizes: PAGE_SIZES,
              total: data?.totalElements ?? 0,
              onChange: ({ page, size }) =>
                onChange({ page: page === 1 ? undefined : page, size: PAGE_SIZES.find((each) => each === size) }),
            }}
          />
        </div>
        {search.open === undefined ? null : (
          <AlarmPanel
            key={search.open}
            id={search.open}
            known={data?.content.find(({ id }) => id === search.open)}
            onOpen={(open) => onChange({ open })}
            onClose={() => onChange({ open: undefined })}
          />
        )}
      </div>
    </>
  );
}
