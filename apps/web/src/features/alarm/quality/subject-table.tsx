import type { AlarmSubject } from '@airdeck/contract/alarm/quality';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { writtenSensorName } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { SeverityMark } from '../../../ui/severity/severity.tsx';
import { type PlainColumn, PlainTable } from '../../../ui/table/plain-table.tsx';
import styles from './quality.module.css';

const HISTORY = '/current/error/history';
/** When values are a reason for an alarm, or else how severe an error is in an organization and whether it is used. */
const ruleOf = (code: string): string =>
  code.startsWith('A') ? '/management/master/arule' : '/management/master/aerror';

interface SubjectTableProps<R> {
  rows: readonly R[];
  columns: readonly PlainColumn<R>[];
  /** The first day of the alarms that a row leads to. */
  from: string;
  /** Text of an empty table. */
  empty: string;
}

const subjectPlace = ({
  organization_name,
  department_name,
  meter_name,
  sensor_name,
  air_name,
}: AlarmSubject): string =>
  [organization_name, department_name, meter_name, sensor_name && writtenSensorName(sensor_name), air_name]
    .filter(Boolean)
    .join(' · ');

const subjectKey = ({ code, organization_id, meter_id, sensor_id, purifier_id, meter_name }: AlarmSubject): string =>
  [code, organization_id, meter_id, sensor_id, purifier_id, meter_name].join('/');

/** The part of the search of alarms that finds those of a subject. */
const subjectSearch = ({ organization_id, meter_id, sensor_id }: AlarmSubject) => ({
  ...(organization_id !== null && meter_id === null && { organizationId: organization_id }),
  ...(meter_id !== null && { meterId: meter_id }),
  ...(sensor_id !== null && { sensorId: sensor_id }),
});

/** Subjects of alarms with figures, each with links to its alarms and their rule. */
export function SubjectTable<R extends AlarmSubject>({ rows, columns, from, empty }: SubjectTableProps<R>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nameOf = ({ description, description_en }: AlarmSubject) =>
    (language === 'en' ? description_en : null) ?? description;
  if (rows.length === 0) return <p className={styles.good}>{empty}</p>;
  return (
    <PlainTable
      rows={rows}
      keyOf={subjectKey}
      columns={[
        {
          label: t('alarm.field.description'),
          cell: (row) => (
            <>
              <b className={styles.name} data-severity={row.severity}>
                <SeverityMark severity={row.severity} />
                {nameOf(row)}
              </b>
              <small>
                {subjectPlace(row)} · {row.code}
              </small>
            </>
          ),
        },
        ...columns.map((column) => ({ ...column, className: styles.cell })),
        {
          label: t('alarm.quality.links'),
          isUnlabeled: true,
          className: styles.links,
          cell: (row) => (
            <>
              <Link to={HISTORY} search={{ ...subjectSearch(row), search: row.code, startTime: from }}>
                {t('alarm.quality.toAlarms')}
                <span className="sr">: {nameOf(row)}</span>
              </Link>
              <Link to={ruleOf(row.code)} search={{ search: row.code }}>
                {t('alarm.quality.toRule')}
                <span className="sr">: {nameOf(row)}</span>
              </Link>
            </>
          ),
        },
      ]}
    />
  );
}
