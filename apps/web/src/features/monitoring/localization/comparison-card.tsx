import type { SensorCard } from '@airdeck/contract/monitoring/schema';
import { ratingsOf } from '@airdeck/domain/rating';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Card, CardHeader } from '../../../ui/card/card.tsx';
import { GradeChip } from '../../../ui/grade/grade-mark.tsx';
import { scalePosition } from '../../../ui/grade/grade-scale.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { useMonitoringSearch } from '../address/search.ts';
import { worstSensor } from '../sensor/sensor-rules.ts';
import styles from './comparison.module.css';
import { type Compared, comparableTypes, compareType } from './positions.ts';

/** The type of the address, else the one of the worst value when the screen opened. */
function useComparedType(sensors: readonly SensorCard[], types: readonly SensorType[]): SensorType | undefined {
  const [{ type: asked }] = useMonitoringSearch();
  const [worst] = useState(() => worstSensor(sensors.filter(({ type }) => types.includes(type)))?.type);
  return types.find((type) => asked?.includes(type)) ?? types.find((type) => type === worst) ?? types[0];
}

/** Sensors of one type, position by position, on one scale: which corner of the room is worst. */
export function ComparisonCard({ sensors }: { sensors: readonly SensorCard[] }) {
  const { t } = useTranslation();
  const [, change] = useMonitoringSearch();
  const types = comparableTypes(sensors);
  const type = useComparedType(sensors, types);
  if (type === undefined) return null;
  return (
    <Card aria-label={t('monitoring.position.compare')}>
      <CardHeader
        title={t('monitoring.position.compare')}
        subtitle={t('monitoring.position.compareHint')}
        actions={
          types.length > 1 ? (
            <SegmentedControl
              label={t('monitoring.position.type')}
              value={type}
              options={types.map((each) => ({ value: each, label: t(sensorNameKey(each)) }))}
              onChange={(chosen) => change({ type: [chosen] })}
            />
          ) : undefined
        }
      />
      <Scale sensors={sensors} type={type} />
    </Card>
  );
}

function Scale({ sensors, type }: { sensors: readonly SensorCard[]; type: SensorType }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { rows, mean, silent } = compareType(sensors, type);
  const bounds = (rows[0]?.sensor ?? silent[0])?.bounds;
  if (bounds === undefined) return null;
  const short = new Intl.NumberFormat(language, { maximumSignificantDigits: 4 });
  return (
    <div className={styles.scale}>
      <div className={styles.bands} aria-hidden="true">
        {ratingsOf(type).map((rating) => (
          <i key={rating} data-tone={toneOf(rating)} />
        ))}
        {mean === null ? null : <u style={{ left: `${scalePosition(mean, bounds)}%` }} />}
      </div>
      <ol>
        {rows.map((row) => (
          <CompareRow key={row.sensor.id} row={row} />
        ))}
        {silent.map(({ id, sequence }) => (
          <li key={id} data-silent="">
            <span>{t('monitoring.position.title', { number: sequence })}</span>
            <span className={styles.plot} />
            <GradeChip rating={null} />
          </li>
        ))}
      </ol>
      <div className={styles.edges} aria-hidden="true">
        {bounds.map((bound, i) => (
          <span key={bound} style={{ left: `${20 * (i + 1)}%` }}>
            {short.format(bound)}
          </span>
        ))}
      </div>
      <p className={styles.mean}>
        {mean === null
          ? t('monitoring.noWorst')
          : t('monitoring.position.mean', {
              value: `${formatReading(type, mean, language)} ${SENSOR_TYPE_INFO[type].unit}`,
            })}
      </p>
    </div>
  );
}

function CompareRow({ row: { sensor, value, fromMean } }: { row: Compared }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { type, sequence, bounds, rating } = sensor;
  const by = formatReading(type, Math.abs(fromMean), language);
  const isSame = formatReading(type, 0, language) === by;
  const side = isSame
    ? t('monitoring.position.same')
    : t(fromMean > 0 ? 'monitoring.position.above' : 'monitoring.position.below', { by });
  return (
    <li>
      <span>{t('monitoring.position.title', { number: sequence })}</span>
      <span className={styles.plot} data-tone={toneOf(rating)}>
        <i style={{ left: `${scalePosition(value, bounds)}%` }} />
      </span>
      <span className={styles.value}>
        <b>
          {formatReading(type, value, language)} <small>{SENSOR_TYPE_INFO[type].unit}</small>
        </b>
        <small>{side}</small>
      </span>
    </li>
  );
}
