import type { ControlTarget } from '@airdeck/contract/control/schema';
import { getSensorCourse, getSensors } from '@airdeck/contract/monitoring/routes';
import type { SensorCard } from '@airdeck/contract/monitoring/schema';
import { PARTICLE_TYPES, SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { formatReading, shownDigits } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeChip } from '../../../ui/grade/grade-mark.tsx';
import { Sparkline } from '../../../ui/sparkline/sparkline.tsx';
import { recentMinutes } from '../model/recent-minutes.ts';
import styles from './air-now.module.css';

/** There is no room for more meters. */
const MAX_METERS = 4;
const RELOAD_MS = 10_000;
const MINUTES = 30;

/** Particles at the selected purifiers, so that the effect of commands on the air is visible beside them. */
export function AirNow({ targets }: { targets: readonly ControlTarget[] }) {
  const { t } = useTranslation();
  const meters = new Map(targets.map(({ meter_id, meter_name }) => [meter_id, meter_name]));
  if (meters.size > MAX_METERS) return null;
  return (
    <ul className={styles.meters} aria-label={t('control.panel.air')}>
      {[...meters].map(([id, name]) => (
        <MeterAir key={id} id={id} name={name} />
      ))}
    </ul>
  );
}

function MeterAir({ id, name }: { id: number; name: string }) {
  const { data } = useQuery({ ...routeQuery(getSensors, { query: { id } }), refetchInterval: RELOAD_MS });
  const sensors = data?.meters[0]?.sensors ?? [];
  const sensor = PARTICLE_TYPES.flatMap((type) => sensors.find((each) => each.type === type) ?? [])[0];
  return sensor === undefined ? null : <Particles sensor={sensor} meter={name} />;
}

function Particles({ sensor, meter }: { sensor: SensorCard; meter: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, type, value, stale, bounds } = sensor;
  const { data, dataUpdatedAt } = useQuery({
    ...routeQuery(getSensorCourse, { params: { id } }),
    refetchInterval: RELOAD_MS,
  });
  const rating = stale ? null : sensor.rating;
  return (
    <li>
      <span className={styles.name}>
        {meter}
        <span>
          {t(sensorNameKey(type))} <b className="num">{formatReading(type, stale ? null : value, language)}</b>{' '}
          {SENSOR_TYPE_INFO[type].unit} <GradeChip rating={rating} />
        </span>
      </span>
      {data === undefined ? null : (
        <Sparkline
          values={recentMinutes(data.today, dataUpdatedAt / 1_000, MINUTES)}
          rating={rating}
          from={t('control.panel.minutesAgo', { count: MINUTES })}
          to={t('monitoring.now')}
          digits={shownDigits(type)}
          height={34}
          minSpan={bounds[0]}
        />
      )}
    </li>
  );
}
