import type { SensorCard } from '@airdeck/contract/monitoring/schema';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatReading, formatSpan, shownDigits } from '../../../lib/format/number.ts';
import { sensorLongNameKey, sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { WithAlarmPill } from '../../../shared/alarm-pill/alarm-pill.tsx';
import { GradeChip } from '../../../ui/grade/grade-mark.tsx';
import { GradeScale } from '../../../ui/grade/grade-scale.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Sparkline } from '../../../ui/sparkline/sparkline.tsx';
import { Stat } from '../../../ui/stat.tsx';
import { GradeSince } from '../shared/grade-since.tsx';
import styles from './sensor.module.css';
import { courseSpan } from './sensor-rules.ts';

interface SensorTileProps {
  sensor: SensorCard;
  name: string;
  timeZone: string;
  /** Whether the chart below is its own. */
  chosen: boolean;
  onChoose: (sensor: SensorCard) => void;
}

/** One sensor: its present value and rating, its day so far, and the value's position among the bounds. */
export const SensorTile = memo(function SensorTile({ sensor, name, timeZone, chosen, onChoose }: SensorTileProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { type, value, stale, bounds, course } = sensor;
  const rating = stale ? null : sensor.rating;
  return (
    <WithAlarmPill kind="sensor" id={sensor.id} name={name}>
      <article className={styles.tile} data-chosen={chosen || undefined} data-stale={stale || undefined}>
        <header className={styles.head}>
          <h2 title={name === t(sensorNameKey(type)) ? t(sensorLongNameKey(type)) : name}>
            <button
              type="button"
              className={styles.choose}
              aria-pressed={chosen}
              aria-label={t('monitoring.tile.choose', { name })}
              onClick={() => onChoose(sensor)}
            >
              {name}
            </button>
          </h2>
          <GradeChip rating={rating} />
        </header>
        <div className={styles.body}>
          <div className={styles.value}>
            <Stat
              value={formatReading(type, value, language)}
              unit={SENSOR_TYPE_INFO[type].unit}
              size="medium"
              muted={stale || value === null}
            />
            <Age sensor={sensor} timeZone={timeZone} />
            {sensor.since === null || stale ? null : (
              <span className={styles.since} data-tone={toneOf(rating)}>
                <GradeSince since={sensor.since} />
              </span>
            )}
          </div>
          <Sparkline
            values={course}
            rating={rating}
            from={t('monitoring.tile.from')}
            to={t('monitoring.now')}
            digits={shownDigits(type)}
            height={42}
            minSpan={courseSpan(bounds)}
            note={<Range sensor={sensor} />}
          />
        </div>
        <GradeScale type={type} value={stale ? null : value} rating={rating} bounds={bounds} />
      </article>
    </WithAlarmPill>
  );
});

/** Age of an old value. A current value needs none: the header shows when the meter last reported. */
function Age({ sensor: { stale, time }, timeZone }: Pick<SensorTileProps, 'sensor' | 'timeZone'>) {
  const { t } = useTranslation();
  if (!stale) return null;
  return (
    <span className={styles.age}>
      {time === null ? (
        t('monitoring.never')
      ) : (
        <>
          {t('monitoring.lastValue')}
          <b>
            <RelativeTime time={time} timeZone={timeZone} />
          </b>
        </>
      )}
    </span>
  );
}

function Range({ sensor: { type, today_min, today_max } }: Pick<SensorTileProps, 'sensor'>) {
  const language = useLanguage();
  if (today_min === null) return null;
  const text = (value: number | null) => formatReading(type, value, language);
  return <span className={styles.range}>{formatSpan(text(today_min), text(today_max), language)}</span>;
}
