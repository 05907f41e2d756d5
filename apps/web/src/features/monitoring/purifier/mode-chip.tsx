import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import styles from './purifier.module.css';

type Mode = NonNullable<PurifierView['work_mode']>;

const ICON: Record<Mode, IconName> = {
  ON: 'check',
  WORK: 'check',
  AUTO: 'refresh',
  MANUAL: 'user',
  STOP: 'pause',
  OFF: 'power',
  TROUBLE: 'warning',
};
const TONE: Record<Mode, number> = { ON: 3, WORK: 3, AUTO: 3, MANUAL: 2, STOP: 0, OFF: 0, TROUBLE: 5 };

/** What a purifier does, as it last reported: colour, sign and word. Grey when it no longer reports. */
export function ModeChip({ purifier: { work_mode, stale } }: { purifier: PurifierView }) {
  const { t } = useTranslation();
  if (work_mode === null || stale) {
    return (
      <span className={styles.chip} data-tone={0}>
        <Icon name="offline" size={15} />
        {work_mode === null ? t('monitoring.purifier.unknown') : t('grade.none')}
      </span>
    );
  }
  return (
    <span className={styles.chip} data-tone={TONE[work_mode]}>
      <Icon name={ICON[work_mode]} size={15} />
      {t(`monitoring.purifier.mode.${work_mode}`)}
    </span>
  );
}
