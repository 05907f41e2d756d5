import type { AlarmSubject } from '@airdeck/contract/alarm/quality';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { writtenSensorName } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { SeverityMark } from '../../../ui/severity/severity.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import styles from './quality.module.css';

const HISTORY = '/current/error/history';
/** When values are a reason for an alarm, or else how severe an error is in an organization and whether it is used. */
const ruleOf = (code: string): string =>
  code.startsWith('A') ? '/management/master/arule' : '/management/master/aerror';

interface Column<R> {
  label: string;
  number?: boolean;
  cell: (row: R) => string;
}

interface SubjectTableProps<R> {
  rows: readonly R[];
  columns: readonly Column<R>[];
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

/** Subjects of alarms with figures, each with links to its alarms and their rule. */
export function SubjectTable<R extends AlarmSubject>({ rows, columns, from, empty }: SubjectTableProps<R>) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (rows.length === 0) return <p className={styles.good}>{empty}</p>;
  return (
    <PlainTable>
      <thead>
        <tr>
          <th scope="col">{t('alarm.field.description')}</th>
          {columns.map(({ label, number }) => (
            <th key={label} scope="col" data-align={number ? 'end' : undefined}>
              {label}
            </th>
          ))}
          <th scope="col">
            <span className="sr">{t('alarm.quality.links')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { code, severity, description, description_en, meter_id, sensor_id, organization_id } = row;
          const name = (language === 'en' ? description_en : null) ?? description;
          const about = {
            ...(organization_id !== null && meter_id === null && { organizationId: organization_id }),
            ...(meter_id !== null && { meterId: meter_id }),
            ...(sensor_id !== null && { sensorId: sensor_id }),
          };
          return (
            <tr key={subjectKey(row)}>
              <td data-severity={severity}>
                <b className={styles.name}>
                  <SeverityMark severity={severity} />
                  {name}
                </b>
                <small>
                  {subjectPlace(row)} · {code}
                </small>
              </td>
              {columns.map(({ label, number, cell }) => (
                <td key={label} className={styles.cell} data-label={label} data-align={number ? 'end' : undefined}>
                  {cell(row)}
                </td>
              ))}
              <td className={styles.links}>
                <Link to={HISTORY} search={{ ...about, search: code, startTime: from }}>
                  {t('alarm.quality.toAlarms')}
                  <span className="sr">: {name}</span>
                </Link>
                <Link to={ruleOf(code)} search={{ search: code }}>
                  {t('alarm.quality.toRule')}
                  <span className="sr">: {name}</span>
                </Link>
              </td>
            </tr>
          );
        })}
      </tbody>
    </PlainTable>
  );
}
