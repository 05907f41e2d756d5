import type { ALARM_ORDERS } from '@airdeck/contract/alarm/routes';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { writtenSensorName } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Duration } from '../../../ui/duration.tsx';
import { SeverityChip } from '../../../ui/severity/severity.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import type { AlarmList } from '../model/queries.ts';
import { descriptionOf, endOf, timeText } from '../model/texts.ts';
import { DescriptionCell, type Row, StateCell } from './cells.tsx';
import styles from './list.module.css';

type Named = Extract<(typeof ALARM_ORDERS)[number], `${string}_name`>;
const PLACES: readonly Named[] = [
  'organization_name',
  'office_name',
  'department_name',
  'meter_name',
  'sensor_name',
  'air_name',
];

/** Columns that are hidden by default; the organization too for users who see only one. */
export const hiddenAtFirst = (list: AlarmList, seesAll: boolean): string[] => [
  ...(seesAll ? [] : ['organization_name']),
  ...['office_name', 'department_name', 'air_name', 'category', 'code'],
  ...(list === 'live' ? ['cleared_time'] : ['sensor_name', 'ended_time']),
];

/** Columns beside an open alarm; its place is shown below the description. */
const BESIDE_PANEL: readonly string[] = ['severity', 'description', 'occured_time', 'state'];

/** Columns of both lists, which the server sorts by their ids. */
export function useAlarmColumns(list: AlarmList, narrow: boolean): readonly TableColumn<Row>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const time = (name: 'occured_time' | 'ended_time' | 'cleared_time'): TableColumn<Row> => ({
      id: name,
      header: t(`admin.field.${name}`),
      value: (row) => row[name],
      cell: (row) =>
        row[name] === null ? '–' : <span className={`num ${styles.time}`}>{timeText(row[name], language)}</span>,
      width: 140,
    });
    const columns: TableColumn<Row>[] = [
      {
        id: 'severity',
        header: t('admin.field.severity'),
        value: ({ severity }) => SEVERITIES.indexOf(severity),
        cell: ({ severity }) => <SeverityChip severity={severity} />,
        width: 96,
      },
      {
        id: 'description',
        header: t('alarm.field.description'),
        value: (row) => descriptionOf(row, language),
        cell: (row) => <DescriptionCell alarm={row} place={narrow} />,
        primary: true,
        sortable: false,
        width: 210,
      },
      ...PLACES.map((name) => ({
        id: name,
        header: t(`admin.field.${name}`),
        value: (row: Row) => (name === 'sensor_name' && row[name] !== null ? writtenSensorName(row[name]) : row[name]),
        ...(name === 'organization_name' && { width: 150 }),
      })),
      {
        id: 'category',
        header: t('admin.field.category'),
        value: ({ category }) => t(`admin.choice.category.${category}`),
      },
      { id: 'code', header: t('admin.field.code'), value: ({ code }) => code },
      time('occured_time'),
      {
        id: 'duration',
        header: t('alarm.field.duration'),
        value: ({ since_time }) => since_time,
        cell: (row) => <Duration since={row.since_time} until={endOf(row)} />,
        sortable: false,
        width: 92,
      },
      ...(list === 'history' ? [time('ended_time')] : []),
      ...(list === 'history' ? [time('cleared_time')] : []),
      {
        id: 'state',
        header: t('alarm.field.state'),
        value: () => null,
        cell: (row) => <StateCell alarm={row} />,
        sortable: false,
        width: 128,
      },
    ];
    return narrow ? columns.filter(({ id }) => BESIDE_PANEL.includes(id)) : columns;
  }, [t, language, list, narrow]);
}
