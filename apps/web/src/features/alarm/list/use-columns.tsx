import type { ALARM_ORDERS } from '@airdeck/contract/alarm/routes';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { writtenSensorName } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Duration } from '../../../ui/duration.tsx';
import { SeverityChip } from '../../../ui/severity/severity.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { belowCount, type Line } from '../model/line.ts';
import type { AlarmList } from '../model/queries.ts';
import { descriptionOf, endOf, groupSubjects, timeText } from '../model/texts.ts';
import { DescriptionCell, GroupState, StateCell } from './cells.tsx';
import { Expander } from './expander.tsx';
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
const BESIDE_PANEL: readonly string[] = ['severity', 'description', 'group', 'occured_time', 'state'];

export const severityOf = ({ alarm, group }: Line) => group?.severity ?? alarm.severity;

/** The name of a place of an alarm. A group has those of its department, and how many of what it consists. */
const nameOf = ({ alarm, group }: Line, name: Named, t: TFunction): string | null => {
  const subject = SUBJECT_NAMES[alarm.category];
  if (group !== null && name === subject) return groupSubjects(alarm, group.count, t);
  if (group !== null && IN_DEPARTMENT.includes(name)) return null;
  return name === 'sensor_name' && alarm[name] !== null ? writtenSensorName(alarm[name]) : alarm[name];
};
const IN_DEPARTMENT: readonly Named[] = ['meter_name', 'sensor_name', 'air_name'];
const SUBJECT_NAMES = { METER: 'meter_name', SENSOR: 'sensor_name', AIR_PURIFIER: 'air_name', SERVER: null } as const;

interface ColumnOptions {
  /** Whether a panel is beside the list. */
  narrow: boolean;
  /** Whether all rows are in the state that the filter names. */
  hasOneState: boolean;
  onToggle: (line: Line) => void;
}

/** Columns of both lists, which the server sorts by their ids. */
export function useAlarmColumns(
  list: AlarmList,
  { narrow, hasOneState, onToggle }: ColumnOptions,
): readonly TableColumn<Line>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const time = (name: 'occured_time' | 'ended_time' | 'cleared_time'): TableColumn<Line> => ({
      id: name,
      header: t(`admin.field.${name}`),
      value: ({ alarm }) => alarm[name],
      cell: ({ alarm }) =>
        alarm[name] === null ? '–' : <span className={`num ${styles.time}`}>{timeText(alarm[name], language)}</span>,
      width: 140,
    });
    const columns: TableColumn<Line>[] = [
      {
        id: 'severity',
        header: t('admin.field.severity'),
        value: (line) => SEVERITIES.indexOf(severityOf(line)),
        cell: (line) => <SeverityChip severity={severityOf(line)} />,
        width: 96,
      },
      {
        id: 'description',
        header: t('alarm.field.description'),
        value: ({ alarm }) => descriptionOf(alarm, language),
        cell: (line) => <DescriptionCell line={line} place={narrow} />,
        primary: true,
        sortable: false,
        width: 210,
      },
      ...(list === 'live'
        ? [
            {
              id: 'group',
              header: t('alarm.group.header'),
              value: belowCount,
              cell: (line: Line) => <Expander line={line} onToggle={onToggle} />,
              sortable: false,
              width: 76,
            },
          ]
        : []),
      ...PLACES.map((name) => ({
        id: name,
        header: t(`admin.field.${name}`),
        value: (line: Line) => nameOf(line, name, t),
        ...(name === 'organization_name' && { width: 150 }),
      })),
      {
        id: 'category',
        header: t('admin.field.category'),
        value: ({ alarm }) => t(`admin.choice.category.${alarm.category}`),
      },
      { id: 'code', header: t('admin.field.code'), value: ({ alarm }) => alarm.code },
      time('occured_time'),
      {
        id: 'duration',
        header: t('alarm.field.duration'),
        value: ({ alarm }) => alarm.occured_time,
        cell: ({ alarm, group }) => <Duration since={group?.first_time ?? alarm.occured_time} until={endOf(alarm)} />,
        sortable: false,
        width: 92,
      },
      ...(list === 'history' ? [time('ended_time')] : []),
      ...(list === 'history' ? [time('cleared_time')] : []),
      {
        id: 'state',
        header: t('alarm.field.state'),
        value: () => null,
        cell: (line) =>
          line.group === null ? <StateCell alarm={line.alarm} gone={line.gone} /> : <GroupState {...line} />,
        sortable: false,
        width: 128,
      },
    ];
    return narrow ? columns.filter(({ id }) => BESIDE_PANEL.includes(id) && !(hasOneState && id === 'state')) : columns;
  }, [t, language, list, narrow, hasOneState, onToggle]);
}
