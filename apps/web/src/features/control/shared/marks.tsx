import type { CommandState } from '@airdeck/domain/control/command-state';
import type { Obstacle } from '@airdeck/domain/control/obstacle';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';
import styles from './marks.module.css';

const STATE: Readonly<Record<CommandState, { icon: IconName; tone: Tone }>> = {
  REQUESTED: { icon: 'upload', tone: 2 },
  SENT: { icon: 'arrowRight', tone: 2 },
  ACCEPTED: { icon: 'refresh', tone: 2 },
  CONFIRMED: { icon: 'check', tone: 3 },
  REJECTED: { icon: 'close', tone: 5 },
  EXPIRED: { icon: 'history', tone: 4 },
  FAILED: { icon: 'warning', tone: 5 },
};

/** How far a command is, as colour, icon and word. */
export function StateChip({ state, children }: { state: CommandState; children?: React.ReactNode }) {
  const { t } = useTranslation();
  const { icon, tone } = STATE[state];
  return (
    <span className={styles.chip} data-tone={tone}>
      <Icon name={icon} size={14} />
      {t(`admin.choice.state.${state}`)}
      {children}
    </span>
  );
}

const OBSTACLE: Readonly<Record<Obstacle, IconName>> = {
  DEVICE_UNUSED: 'pause',
  METER_DISCONNECT: 'offline',
  LOCAL_CONTROL: 'user',
  NOT_SUPPORTED: 'close',
  END_BEFORE_START: 'calendar',
};

/** Obstacle to commands as icon and text; the title explains the remedy. */
export function ObstacleMark({ obstacle }: { obstacle: Obstacle }) {
  const { t } = useTranslation();
  return (
    <span className={styles.obstacle} title={t(`control.obstacle.${obstacle}`)}>
      <Icon name={OBSTACLE[obstacle]} size={14} />
      {t(`admin.choice.obstacle.${obstacle}`)}
    </span>
  );
}
