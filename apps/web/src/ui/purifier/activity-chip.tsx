import type { Activity } from '@airdeck/domain/purifier-state';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../icon.tsx';
import type { Tone } from '../theme/tokens.ts';
import styles from '../work-mode-chip.module.css';

const LOOK: Readonly<Record<Activity, { icon: IconName; tone: Tone }>> = {
  BLOWING: { icon: 'wind', tone: 3 },
  IDLE: { icon: 'pause', tone: 2 },
  OFF: { icon: 'power', tone: 0 },
  TROUBLE: { icon: 'warning', tone: 5 },
  SILENT: { icon: 'offline', tone: 0 },
};

/** Activity of a purifier as colour, icon and word. */
export function ActivityChip({ activity }: { activity: Activity }) {
  const { t } = useTranslation();
  const { icon, tone } = LOOK[activity];
  return (
    <span className={styles.chip} data-tone={tone}>
      <Icon name={icon} size={15} />
      {t(`purifier.activity.${activity}`)}
    </span>
  );
}
