import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useMonitoringSearch } from '../address/use-monitoring-search.ts';
import styles from './sensor.module.css';

/** Which sensor types are shown; none pressed shows all. */
export function TypeFilter() {
  const { t } = useTranslation();
  const [{ type: chosen = [] }, change] = useMonitoringSearch();
  const toggle = (type: SensorType) => {
    const next = chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type];
    change({ type: next.length === 0 ? undefined : next });
  };
  return (
    <fieldset className={styles.types} aria-label={t('monitoring.filter.type')}>
      {SENSOR_TYPES.map((type) => (
        <button key={type} type="button" aria-pressed={chosen.includes(type)} onClick={() => toggle(type)}>
          {t(sensorNameKey(type))}
        </button>
      ))}
    </fieldset>
  );
}
