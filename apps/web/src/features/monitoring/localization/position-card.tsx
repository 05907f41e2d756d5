import type { SensorCard } from '@airdeck/contract/monitoring/schema';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeChip } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import styles from './localization.module.css';
import type { Position } from './positions.ts';

interface PositionCardProps {
  position: Position;
  worst: boolean;
}

/** One position in the room, with its sensors and their values. */
export function PositionCard({ position, worst }: PositionCardProps) {
  const { t } = useTranslation();
  const { id, sensors, rating } = position;
  return (
    <article className={styles.position} data-tone={toneOf(rating)} data-worst={worst || undefined}>
      <header>
        <span className={styles.number} aria-hidden="true">
          {id}
        </span>
        <div>
          <h2>{t('monitoring.position.title', { number: id })}</h2>
          {worst ? <p>{t('monitoring.position.worst')}</p> : null}
        </div>
        <GradeChip rating={rating} />
      </header>
      <ul>
        {sensors.map((sensor) => (
          <PositionSensor key={sensor.id} sensor={sensor} />
        ))}
      </ul>
    </article>
  );
}

function PositionSensor({ sensor: { type, value, rating, stale, time } }: { sensor: SensorCard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <li data-stale={stale || undefined}>
      <span className={styles.type}>{t(sensorNameKey(type))}</span>
      <span className={styles.value}>
        <b>
          {formatReading(type, value, language)} <small>{SENSOR_TYPE_INFO[type].unit}</small>
        </b>
        <span className={styles.age}>{time === null ? t('monitoring.never') : <RelativeTime time={time} />}</span>
      </span>
      <GradeChip rating={stale ? null : rating} />
    </li>
  );
}
