import type { CurrentPurifier } from '@airdeck/contract/purifier/current';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { activityOf } from '@airdeck/domain/purifier-state';
import type { TFunction } from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { everySecond } from '../../../lib/clock.ts';
import { formatDuration } from '../../../lib/format/duration.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { ActivityChip } from '../../../ui/purifier/activity-chip.tsx';
import { ControllerLine } from '../../../ui/purifier/controller-line.tsx';
import { FILTER_TONE, useFilterText } from '../../../ui/purifier/filter-life.tsx';
import { clockText, onOff } from '../../../ui/purifier/purifier-facts.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { WorkModeChip } from '../../../ui/work-mode-chip.tsx';
import styles from './current.module.css';

type Column = TableColumn<CurrentPurifier>;

const NUMBERS = [1, 2, 3] as const;

const FACTS = ['power', 'control', 'source', 'fanDirection', 'ventilation', 'uv', 'anion', 'light'] as const;

/** Columns that are hidden by default. */
export const HIDDEN_AT_FIRST = [
  ...['fan_direction', 'ventilation', 'anion', 'light', 'fan_1', 'fan_2', 'fan_3', 'reserved_start', 'reserved_end'],
  ...['filter_period', 'filter_use_1', 'filter_use_2', 'filter_use_3', 'work_mode', 'power', 'control'],
];

export const ActivityCell = ({ row: { state, stale } }: { row: CurrentPurifier }) => (
  <ActivityChip activity={activityOf(state, stale)} />
);

/** Duration of what it does; until the last report for a silent purifier. */
export function Lasted({ row }: { row: CurrentPurifier }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { since, since_longer, stale, collected_time } = row;
  const text = useSyncExternalStore(everySecond, () => {
    if (since === null) return '–';
    const until = stale && collected_time !== null ? Date.parse(collected_time) : Date.now();
    return formatDuration(until - Date.parse(since), language);
  });
  return <span className={`num ${styles.lasted}`}>{since_longer ? t('purifier.longer', { time: text }) : text}</span>;
}

export function FilterCell({ row: { filter_level, filter_days_left } }: { row: CurrentPurifier }) {
  const textOf = useFilterText();
  if (filter_level === null) return <>–</>;
  const tone = filter_level === 'DUE' || filter_level === 'EXPIRED' ? FILTER_TONE[filter_level] : undefined;
  return (
    <span className={styles.filter} data-tone={tone}>
      {textOf({ level: filter_level, days_left: filter_days_left })}
    </span>
  );
}

/** A field of the state as a word; not every device reports every field. */
const fact = (
  t: TFunction,
  id: string,
  header: string,
  of: (state: PurifierState) => string | boolean | null | undefined,
  sortable = false,
): Column => ({
  id,
  header,
  sortable,
  value: ({ state }) => {
    const word = state === null ? null : (of(state) ?? null);
    if (word === null) return null;
    return t(`monitoring.purifier.value.${(typeof word === 'boolean' ? onOff(word) : word) as 'ON'}`);
  },
});

const hours = (
  t: TFunction,
  id: string,
  header: string,
  of: (state: PurifierState) => number | null | undefined,
): Column => ({
  id,
  header,
  sortable: false,
  align: 'end',
  value: ({ state }) => (state === null ? null : (of(state) ?? null)),
  cell: ({ state }) => {
    const count = state === null ? null : (of(state) ?? null);
    return count === null ? '–' : t('purifier.hours', { count });
  },
});

const time = (id: 'reserved_start' | 'reserved_end', header: string): Column => ({
  id,
  header,
  sortable: false,
  value: ({ state }) => (state?.[id] ? clockText(state[id]) : null),
});

/** Every field of a purifier's state. Beside an open panel there is room for few. */
export function useCurrentColumns(beside: boolean): readonly Column[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const first: Column[] = [
      {
        id: 'activity',
        header: t('purifier.column.activity'),
        value: ({ state, stale }) => activityOf(state, stale),
        cell: (row) => <ActivityCell row={row} />,
      },
      {
        id: 'since',
        header: t('purifier.column.lasted'),
        sortable: false,
        value: ({ since }) => since,
        cell: (row) => <Lasted row={row} />,
      },
      {
        id: 'name',
        header: t('purifier.column.name'),
        primary: true,
        width: 200,
        value: ({ name }) => name,
        cell: ({ name, meter_name, organization_name, office_name, department_name }) => (
          <span className={styles.name}>
            {meter_name} · {name}
            <small>{[organization_name, office_name, department_name].join('\u00a0· ')}</small>
          </span>
        ),
      },
      {
        id: 'controlled_by',
        header: t('purifier.controller.label'),
        sortable: false,
        width: 170,
        value: ({ controlled_by }) => controlled_by.by,
        cell: ({ controlled_by, time_zone }) => <ControllerLine controller={controlled_by} timeZone={time_zone} />,
      },
      fact(t, 'fan_speed', t('monitoring.purifier.fanSpeed'), ({ fan_speed }) => fan_speed, true),
      {
        id: 'filter',
        header: t('purifier.column.filter'),
        width: 130,
        value: ({ filter_days_left }) => filter_days_left,
        cell: (row) => <FilterCell row={row} />,
      },
    ];
    if (beside) return first;
    const purifier = (key: (typeof FACTS)[number]) => t(`monitoring.purifier.${key}`);
    return [
      ...first,
      fact(t, 'source', purifier('source'), ({ source }) => source),
      fact(t, 'uv', purifier('uv'), ({ uv }) => uv),
      {
        id: 'work_mode',
        header: t('purifier.column.mode'),
        value: ({ work_mode }) => work_mode,
        cell: ({ work_mode }) => <WorkModeChip mode={work_mode} />,
      },
      fact(t, 'power', purifier('power'), ({ power }) => power),
      fact(t, 'control', purifier('control'), ({ control }) => control),
      fact(t, 'fan_direction', purifier('fanDirection'), ({ fan_direction }) => fan_direction),
      fact(t, 'ventilation', purifier('ventilation'), ({ ventilation }) => ventilation),
      fact(t, 'anion', purifier('anion'), ({ anion }) => anion),
      fact(t, 'light', purifier('light'), ({ light }) => light),
      ...NUMBERS.map((n) => fact(t, `fan_${n}`, t('purifier.column.fan', { number: n }), ({ fans }) => fans[n - 1])),
      time('reserved_start', t('purifier.column.reservedStart')),
      time('reserved_end', t('purifier.column.reservedEnd')),
      hours(t, 'filter_period', t('purifier.column.filterPeriod'), ({ filter_period_h }) => filter_period_h),
      ...NUMBERS.map((n) =>
        hours(
          t,
          `filter_use_${n}`,
          t('purifier.column.filterUse', { number: n }),
          ({ filter_use_h }) => filter_use_h[n - 1],
        ),
      ),
      {
        id: 'collected_time',
        header: t('purifier.column.collected'),
        value: ({ collected_time }) => collected_time,
        cell: ({ collected_time, time_zone }) =>
          collected_time === null ? '–' : <RelativeTime time={collected_time} timeZone={time_zone} />,
      },
    ];
  }, [t, beside]);
}
