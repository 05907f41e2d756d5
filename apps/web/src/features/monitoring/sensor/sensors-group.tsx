import type { MeterSensors } from '@airdeck/contract/monitoring/schema';
import { useTranslation } from 'react-i18next';
import { formatIndex } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeChip } from '../../../ui/grade/grade-mark.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { MonitoringScreen } from '../address/screen.ts';
import { MeterGroup } from '../shared/meter-group.tsx';
import styles from './sensor.module.css';

interface SensorsGroupProps {
  meter: MeterSensors;
  screen: MonitoringScreen;
  children: React.ReactNode;
}

/** A card for a meter: its grade, its sensors' values, and the time of its last report. */
export function SensorsGroup({ meter, screen, children }: SensorsGroupProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, path, stale, grade, index, last_time, time_zone } = meter;
  const names = path.map(({ name }) => name);
  return (
    <MeterGroup
      id={id}
      name={names.at(-1) ?? meter.code}
      above={names.slice(0, -1)}
      screen={screen}
      aside={
        <>
          <GradeChip rating={stale ? null : grade} reports={!stale} />
          <span className={styles.groupIndex} title={t('monitoring.index')}>
            {formatIndex(stale ? null : index, language)}
          </span>
        </>
      }
      foot={
        last_time === null ? (
          t('monitoring.never')
        ) : (
          <>
            {t('monitoring.lastSeen')} <RelativeTime time={last_time} timeZone={time_zone} />
          </>
        )
      }
    >
      {children}
    </MeterGroup>
  );
}
