import type { SensorCourse } from '@airdeck/contract/monitoring/schema';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { formatReading, formatSpan } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import styles from './sensor.module.css';

interface ForecastNoteProps {
  type: SensorType;
  forecast: NonNullable<SensorCourse['forecast']>;
  timeZone: string;
}

/** The last point of a forecast as a sentence, with its band and how much better it was than the present value. */
export function ForecastNote({ type, forecast, timeZone }: ForecastNoteProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { times, values, low, high, skill } = forecast;
  const [time, value] = [times.at(-1), values.at(-1)];
  if (time === undefined || value === undefined) return null;
  const text = (each: number | undefined) => formatReading(type, each ?? null, language);
  return (
    <p className={styles.forecast} title={t('monitoring.course.skill', { percent: Math.round(skill * 100) })}>
      {t('monitoring.course.forecastText', {
        time: formatDate(time * 1000, 'hourMinute', { language, timeZone }),
        value: text(value),
        unit: SENSOR_TYPE_INFO[type].unit,
        span: formatSpan(text(low.at(-1)), text(high.at(-1)), language),
      })}
    </p>
  );
}
