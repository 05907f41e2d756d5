import type { PublicCertificate, PublicMeter } from '@airdeck/contract/public-page/routes';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format/date.ts';
import { formatReading } from '../../lib/format/number.ts';
import { sensorNameKey } from '../../lib/format/sensor-name.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { GradeMark } from '../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../ui/grade/tone.ts';
import styles from './public-page.module.css';

interface MeterCardProps {
  meter: PublicMeter;
  /** The time of the page. */
  time: string;
  timeZone: string;
}

/** A place with its values, and the notice that the law requires beside them. */
export function MeterCard({ meter, time, timeZone }: MeterCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { grade } = meter;
  const at = { language, timeZone };
  const isToday = meter.time !== null && formatDate(meter.time, 'date', at) === formatDate(time, 'date', at);
  return (
    <li className={styles.meter} data-tone={toneOf(grade)}>
      <div className={styles.head}>
        <div className={styles.names}>
          <p>{`${meter.office} · ${meter.department}`}</p>
          <h2>{meter.name}</h2>
        </div>
        <span className={styles.grade}>
          <GradeMark rating={grade} size={22} />
          {grade === null ? t(meter.time === null ? 'grade.none' : 'grade.ungraded') : t(`grade.rating.${grade}`)}
        </span>
      </div>
      {meter.time === null ? (
        <p className={styles.silent}>{t('publicPage.notNow')}</p>
      ) : (
        <>
          <dl className={`${styles.values} num`}>
            {meter.values.map(({ type, value, unit, rating }) => (
              <div key={type} data-tone={toneOf(rating)}>
                <dt>{t(sensorNameKey(type))}</dt>
                <dd>
                  {formatReading(type, value, language)} <small>{unit}</small>
                </dd>
              </div>
            ))}
          </dl>
          <p className={styles.time}>
            {t('publicPage.measured', { time: formatDate(meter.time, isToday ? 'hourMinute' : 'minute', at) })}
          </p>
        </>
      )}
      <Certificate certificate={meter.certificate} />
    </li>
  );
}

function Certificate({ certificate }: { certificate: PublicCertificate }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { grade, number, valid_until: until, is_expired: isExpired } = certificate;
  const day = until === null ? null : formatDate(`${until}T00:00:00Z`, 'date', { language, timeZone: 'UTC' });
  const facts = [
    ...(number === null ? [] : [t('publicPage.number', { number })]),
    ...(day === null ? [] : [t(isExpired ? 'publicPage.expired' : 'publicPage.validUntil', { day })]),
  ];
  return (
    <div className={styles.law}>
      <p>{t(`publicPage.lines.${grade ?? 'none'}`)}</p>
      {facts.length === 0 ? null : <p>{facts.join(' · ')}</p>}
    </div>
  );
}
