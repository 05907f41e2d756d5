import type { SensorCard } from '@airdeck/contract/monitoring/schema';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import styles from './sensor.module.css';

interface SensorCellProps {
  sensor: SensorCard;
  name: string;
}

/** A sensor in little: value, and its rating by colour, shape and, for who asks, word. */
export function SensorCell({ sensor, name }: SensorCellProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rating = sensor.stale ? null : sensor.rating;
  const word = rating === null ? t('grade.none') : t(`grade.rating.${rating}`);
  return (
    <li className={styles.cell} data-tone={toneOf(rating)} title={word}>
      <span className={styles.cellName}>
        <GradeMark rating={rating} size={13} />
        <span>{name}</span>
        <span className="sr">{word}</span>
      </span>
      <b>
        {formatReading(sensor.type, sensor.value, language)} <small>{SENSOR_TYPE_INFO[sensor.type].unit}</small>
      </b>
    </li>
  );
}
