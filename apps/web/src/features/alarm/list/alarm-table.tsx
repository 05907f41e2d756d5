import { MAX_COUNTED_ALARMS } from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../../../lib/failure.ts';
import { PAGE_SIZES } from '../../../lib/url/search-fields.ts';
import { PanelSplit, useRoomBeside } from '../../../ui/panel/side-panel.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FrozenList } from '../../../ui/table/frozen-list.tsx';
import type { TableSelection } from '../../../ui/table/table-selection.tsx';
import type { FrozenRows } from '../../../ui/table/use-frozen-rows.ts';
import { useMayHandle } from '../handling/use-handling.tsx';
import type { AlarmList } from '../model/queries.ts';
import type { AlarmSearch, ChangeAlarmSearch } from '../model/search.ts';
import { AlarmPanel } from '../panel/alarm-panel.tsx';
import { AlarmTools } from './alarm-tools.tsx';
import type { Row } from './cells.tsx';
import { hiddenAtFirst, useAlarmColumns } from './use-columns.tsx';

interface AlarmTableProps {
  list: AlarmList;
  query: UseQueryResult<{ content: Alarm[]; totalElements: number }, ApiFailure>;
  rows: readonly Row[] | undefined;
  search: AlarmSearch;
  onChange: ChangeAlarmSearch;
  empty: string;
  selection?: TableSelection<Row> | undefined;
  /** Set for a list that changes without the user. */
  frozen?: FrozenRows<Alarm>;
}

const NO_ROWS: readonly Row[] = [];
const TITLE = { live: 'menu.item.liveError', history: 'menu.item.errorHistory' } as const;
const ORDER: Readonly<Record<AlarmList, readonly string[]>> = {
  live: ['severity,ASC', 'occured_time,DESC'],
  history: ['occured_time,DESC'],
};

/** Name of the place that the list is filtered by, from its first row. */
const placeName = (search: AlarmSearch, row: Row | undefined): string | undefined => {
  if (row === undefined) return undefined;
  const { organization_name, office_name, department_name, meter_name, sensor_name } = row;
  if (search.sensorId !== undefined) return [meter_name, sensor_name].filter(Boolean).join(' · ');
  if (search.meterId !== undefined) return meter_name ?? undefined;
  if (search.departmentId !== undefined) return [office_name, department_name].filter(Boolean).join(' · ');
  return (search.officeId === undefined ? organization_name : office_name) ?? undefined;
};

/** A list of alarms with its filters, and beside it the alarm of the address. */
export function AlarmTable(props: AlarmTableProps) {
  const { list, query, rows, search, onChange, empty, selection, frozen } = props;
  const { t } = useTranslation();
  const { seesAll } = useMayHandle();
  const beside = useRoomBeside() && search.open !== undefined;
  const columns = useAlarmColumns(list, beside);
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = query;
  // The tools stay: with other conditions there may be an answer.
  const failed = error !== null && data === undefined;
  const table = (
    <DataTable
      name={`alarm.${list}`}
      label={t(TITLE[list])}
      rows={failed ? NO_ROWS : rows}
      columns={columns}
      rowId={({ id }) => id}
      onRowOpen={({ id }) => onChange({ open: id }, { visit: search.open === undefined })}
      sort={search.sort ?? ORDER[list]}
      onSortChange={(sort) => onChange({ sort, page: undefined })}
      updating={isPlaceholderData}
      selection={selection}
      hiddenAtFirst={hiddenAtFirst(list, seesAll)}
      tools={<AlarmTools list={list} search={search} onChange={onChange} place={placeName(search, rows?.[0])} />}
      empty={
        failed ? (
          <>
            <ErrorPanel error={error} onRetry={() => void refetch()} />
            {search.sort === undefined ? null : (
              <Button onClick={() => onChange({ sort: undefined, page: undefined })}>{t('alarm.usualOrder')}</Button>
            )}
          </>
        ) : (
          <EmptyState text={empty} />
        )
      }
      paging={{
        page: search.page ?? 1,
        size: search.size ?? PAGE_SIZES[0],
        sizes: PAGE_SIZES,
        total: failed ? null : (data?.totalElements ?? 0),
        atLeast: data?.totalElements === MAX_COUNTED_ALARMS,
        onChange: ({ page, size }) =>
          onChange({ page: page === 1 ? undefined : page, size: PAGE_SIZES.find((each) => each === size) }),
      }}
    />
  );
  return (
    <>
      {error === null || failed ? null : <OldData since={dataUpdatedAt} onRetry={() => void refetch()} />}
      <PanelSplit open={search.open !== undefined}>
        {frozen === undefined ? <div>{table}</div> : <FrozenAlarms frozen={frozen}>{table}</FrozenAlarms>}
        {search.open === undefined ? null : (
          <AlarmPanel
            key={search.open}
            id={search.open}
            known={data?.content.find(({ id }) => id === search.open)}
            onOpen={(open) => onChange({ open })}
            onClose={() => onChange({ open: undefined })}
          />
        )}
      </PanelSplit>
    </>
  );
}

/** Live alarms; the bar shows the worst severity among the waiting ones. */
function FrozenAlarms({ frozen, children }: { frozen: FrozenRows<Alarm>; children: ReactNode }) {
  const { t } = useTranslation();
  const { count, rows } = frozen.news;
  const severities = new Set([...rows.values()].map(({ severity }) => severity));
  const worst = SEVERITIES.find((severity) => severities.has(severity));
  const severity = worst === undefined ? '' : t(`admin.choice.severity.${worst}`);
  return (
    <FrozenList frozen={frozen} text={t('alarm.news', { count, severity })} severity={worst}>
      {children}
    </FrozenList>
  );
}
