import type { OfficeMeter, Pin } from '@airdeck/contract/floor-plan/routes';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { PlaceLink } from '../shared/links.tsx';
import styles from './plan.module.css';
import { shownSensor } from './plan-rules.ts';

export const placeStyle = ({ x, y }: Pick<Pin, 'x' | 'y'>): React.CSSProperties => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
});

interface LivePinProps {
  meter: OfficeMeter;
  x: number;
  y: number;
}

/** A meter on the plan with its grade and the value that decides it. Drawn again only when the meter changes. */
export const LivePin = memo(function LivePin({ meter, x, y }: LivePinProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const sensor = shownSensor(meter);
  const grade = meter.stale ? null : meter.grade;
  const word = grade === null ? t(meter.stale ? 'grade.none' : 'grade.ungraded') : t(`grade.rating.${grade}`);
  const value =
    sensor === null || sensor.value === null
      ? null
      : `${formatReading(sensor.type, sensor.value, language)} ${SENSOR_TYPE_INFO[sensor.type].unit}`;
  const label = [
    meter.name,
    word,
    ...(sensor === null || value === null ? [] : [t(sensorNameKey(sensor.type)), value]),
  ];
  return (
    <li className={styles.pin} style={placeStyle({ x, y })} data-tone={toneOf(grade)}>
      <PlaceLink
        screen="sensor"
        id={meter.id}
        className={styles.mark}
        aria-label={label.join(', ')}
        title={label.join(' · ')}
      >
        <GradeMark rating={grade} size={18} />
        {sensor === null || sensor.value === null ? null : (
          <span className="num">
            <small>{t(sensorNameKey(sensor.type))}</small> {formatReading(sensor.type, sensor.value, language)}
          </span>
        )}
      </PlaceLink>
      <span className={styles.name} aria-hidden="true">
        {meter.name}
      </span>
    </li>
  );
});
