import type { Alarm } from '@airdeck/contract/alarm/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { photoQuery } from '../model/queries.ts';
import { alarmPlace } from '../model/texts.ts';
import styles from './panel.module.css';

/** The photo that a person has added to a report. */
export function ReportPhoto({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(photoQuery(alarm.id));
  if (error) return <FailureAlert error={error} text={t('report.photoFailed')} />;
  const alt = t('report.photoAt', { place: alarmPlace(alarm) });
  return <div className={styles.photo}>{data === undefined ? null : <img src={data} alt={alt} />}</div>;
}
