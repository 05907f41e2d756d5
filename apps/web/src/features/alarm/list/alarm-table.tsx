import { type AlarmsAnswer, MAX_COUNTED_ALARMS } from '@airdeck/contract/alarm/routes';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { UseQueryResult } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../../../lib/failure.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { PAGE_SIZES } from '../../../lib/url/search-fields.ts';
import { PanelSplit, useRoomBeside } from '../../../ui/panel/side-panel.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FrozenList } from '../../../ui/table/frozen-list.tsx';
import type { TableSelection } from '../../../ui/table/table-selection.tsx';
import type { FrozenRows } from '../../../ui/table/use-frozen-rows.ts';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { useMayHandle } from '../handling/use-handling.tsx';
import { type Line, lineKey, sizeOf } from '../model/line.ts';
import { type AlarmList, hasWrongDays } from '../model/queries.ts';
import type { AlarmSearch, ChangeAlarmSearch } from '../model/search.ts';
import { descriptionOf } from '../model/texts.ts';
import { AlarmPanel } from '../panel/alarm-panel.tsx';
import { useAlarmLines } from './alarm-line.tsx';
import { AlarmTools } from './alarm-tools.tsx';
import styles from './list.module.css';
import { PhoneTools } from './phone-tools.tsx';
import { hiddenAtFirst, severityOf, useAlarmColumns } from './use-columns.tsx';
import { useLinesBelow } from './use-lines-below.ts';

interface AlarmTableProps {
  list: AlarmList;
  query: UseQueryResult<AlarmsAnswer, ApiFailure>;
  /** Those of the page; on the live list as long as a person reads them. */
  rows: readonly Line[] | undefined;
  search: AlarmSearch;
  onChange: ChangeAlarmSearch;
  empty: string;
  selection?: TableSelection<Line> | undefined;
  /** Set for a list that changes without the user. */
  frozen?: FrozenRows<Line>;
  /** Beside the number of rows on phones, above the table elsewhere. */
  note?: ReactNode;
  /** Below the rows. */
  below?: ReactNode;
  /** Acknowledges a row; undefined for those who may not. */
  onAcknowledge?: ((line: Line) => void) | undefined;
}

const NO_ROWS: readonly Line[] = [];
const TITLE = { live: 'menu.item.liveError', history: 'menu.item.errorHistory' } as const;
/** The order that the server gives without another: newest first, alarms of the same time by the names of their places. */
const ORDER: readonly string[] = ['occured_time,DESC'];

/** Name of the place that the list is filtered by, from its first row. */
const placeName = (search: AlarmSearch, first: Line | undefined): string | undefined => {
  if (first === undefined) return undefined;
  const { organization_name, office_name, department_name, meter_name, sensor_name } = first.alarm;
  if (search.sensorId !== undefined) return [meter_name, sensor_name].filter(Boolean).join(' · ');
  if (search.meterId !== undefined) return meter_name ?? undefined;
  if (search.departmentId !== undefined) return [office_name, department_name].filter(Boolean).join(' · ');
  return (search.officeId === undefined ? organization_name : office_name) ?? undefined;
};

/** A list of alarms with its filters, and beside it the alarm of the address. */
export function AlarmTable(props: AlarmTableProps) {
  const { list, query, rows, search, onChange, empty, frozen, note, below, onAcknowledge } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const { seesAll } = useMayHandle();
  const phone = useMediaQuery(PHONE);
  const [isChoosing, setChoosing] = useState(false);
  const beside = useRoomBeside() && search.open !== undefined;
  const hasOneState = list === 'live' && search.state !== 'OPEN';
  const { lines, toggle } = useLinesBelow(rows, { search, onChange, isHeld: frozen?.isHeld ?? false });
  const columns = useAlarmColumns(list, { narrow: beside, hasOneState, onToggle: toggle });
  const phoneLines = useAlarmLines({ onToggle: toggle, onAcknowledge });
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = query;
  // The tools stay: with other conditions there may be an answer.
  const failed = error !== null && data === undefined;
  const isWrong = hasWrongDays(list, search);
  const first = rows?.[0];
  const tools = {
    ...{ list, search, onChange, place: placeName(search, first) },
    group: first && [descriptionOf(first.alarm, language), first.alarm.department_name].filter(Boolean).join(' · '),
  };
  const canChoose = props.selection !== undefined && (!phone || isChoosing || props.selection.chosen.size > 0);
  const table = (
    <DataTable
      name={`alarm.${list}`}
      label={t(TITLE[list])}
      rows={failed || isWrong ? NO_ROWS : lines}
      columns={columns}
      rowId={lineKey}
      onRowOpen={({ alarm }) => onChange({ open: alarm.id }, { visit: search.open === undefined })}
      sort={search.sort ?? ORDER}
      onSortChange={(sort) => onChange({ sort, page: undefined })}
      updating={isPlaceholderData}
      selection={canChoose ? props.selection : undefined}
      hiddenAtFirst={hiddenAtFirst(list, seesAll)}
      lines={phoneLines}
      count={countText(data, t)}
      tools={(parts) =>
        phone ? (
          <PhoneTools
            {...tools}
            parts={parts}
            note={note}
            choosing={props.selection && { isOn: isChoosing, onToggle: () => setChoosing(!isChoosing) }}
          />
        ) : (
          <AlarmTools {...tools} narrow={beside} />
        )
      }
      empty={
        failed ? (
          <>
            <ErrorPanel error={error} onRetry={() => void refetch()} />
            {search.sort === undefined ? null : (
              <Button onClick={() => onChange({ sort: undefined, page: undefined })}>{t('alarm.usualOrder')}</Button>
            )}
          </>
        ) : (
          <EmptyState text={isWrong ? t('common.wrongDays') : empty} />
        )
      }
      paging={{
        page: search.page ?? 1,
        size: search.size ?? PAGE_SIZES[0],
        sizes: PAGE_SIZES,
        total: failed ? null : (data?.totalElements ?? 0),
        atLeast: alarmCount(data) === MAX_COUNTED_ALARMS,
        onChange: ({ page, size }) =>
          onChange({ page: page === 1 ? undefined : page, size: PAGE_SIZES.find((each) => each === size) }),
      }}
    />
  );
  return (
    <>
      {error === null || failed ? null : <OldData since={dataUpdatedAt} onRetry={() => void refetch()} />}
      {phone ? null : note}
      <PanelSplit open={search.open !== undefined}>
        <div className={styles.list}>
          {frozen === undefined ? table : <FrozenAlarms frozen={frozen}>{table}</FrozenAlarms>}
          {below}
        </div>
        {search.open === undefined ? null : (
          <AlarmPanel
            key={search.open}
            id={search.open}
            known={lines?.find(({ alarm }) => alarm.id === search.open)?.alarm}
            onOpen={(open) => onChange({ open })}
            onClose={() => onChange({ open: undefined })}
          />
        )}
      </PanelSplit>
    </>
  );
}

/** Alarms of a list, those of groups included; at most MAX_COUNTED_ALARMS. */
export const alarmCount = (data: AlarmsAnswer | undefined): number | undefined => data?.alarms ?? data?.totalElements;

/** The number of alarms where it is not that of the rows. */
const countText = (data: AlarmsAnswer | undefined, t: TFunction): string | undefined => {
  if (data?.alarms === undefined || data.alarms === data.totalElements) return undefined;
  const count = data.alarms;
  const key = count === MAX_COUNTED_ALARMS ? 'alarm.group.countAtLeast' : 'alarm.group.count';
  return t(key, { count, rows: data.totalElements });
};

/** Live alarms; the bar shows the worst severity among the waiting ones. */
function FrozenAlarms({ frozen, children }: { frozen: FrozenRows<Line>; children: ReactNode }) {
  const { t } = useTranslation();
  const { rows } = frozen.news;
  const waiting = [...rows.values()];
  // A group that waits is as many alarms; rows of other pages are counted only.
  const count = frozen.news.count + waiting.reduce((sum, line) => sum + sizeOf(line) - 1, 0);
  const severities = new Set(waiting.map(severityOf));
  const worst = SEVERITIES.find((severity) => severities.has(severity));
  const severity = worst === undefined ? '' : t(`admin.choice.severity.${worst}`);
  return (
    <FrozenList frozen={frozen} text={t('alarm.news', { count, severity })} severity={worst}>
      {children}
    </FrozenList>
  );
}
