import type { WorkMode } from '@airdeck/domain/purifier-state';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from './icon.tsx';
import type { Tone } from './theme/tokens.ts';
import styles from './work-mode-chip.module.css';

const ICON: Record<WorkMode, IconName> = {
  ON: 'check',
  WORK: 'check',
  AUTO: 'refresh',
  MANUAL: 'user',
  STOP: 'pause',
  OFF: 'power',
  TROUBLE: 'warning',
};
const TONE: Record<WorkMode, Tone> = { ON: 3, WORK: 3, AUTO: 3, MANUAL: 2, STOP: 0, OFF: 0, TROUBLE: 5 };

interface WorkModeChipProps {
  mode: WorkMode | null;
  /** The text while nothing current is known. */
  silent?: string | undefined;
}

/** The mode of a purifier as colour, icon and word. Grey when it is unknown. */
export function WorkModeChip({ mode, silent }: WorkModeChipProps) {
  const { t } = useTranslation();
  const known = silent === undefined ? mode : null;
  return (
    <span className={styles.chip} data-tone={known === null ? 0 : TONE[known]}>
      <Icon name={known === null ? 'offline' : ICON[known]} size={15} />
      {known === null ? (silent ?? t('monitoring.purifier.unknown')) : t(`monitoring.purifier.mode.${known}`)}
    </span>
  );
}
