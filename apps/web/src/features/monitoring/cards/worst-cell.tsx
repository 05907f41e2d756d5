import type { Card } from '@airdeck/contract/monitoring/schema';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import styles from './week-cell.module.css';

interface WorstCellProps {
  worst: Card['worst'];
  named: boolean;
}

/** The worst value of a place in a table, and which meter has it. */
export function WorstCell({ worst, named }: WorstCellProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (worst === null) return '–';
  const { meter_name, type, value } = worst;
  return (
    <>
      {named ? `${meter_name} · ` : null}
      <span className={styles.value}>
        {t(sensorNameKey(type))} {formatReading(type, value, language)} {SENSOR_TYPE_INFO[type].unit}
      </span>
    </>
  );
}
