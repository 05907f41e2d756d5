import { useTranslation } from 'react-i18next';
import styles from './list.module.css';

interface LiveSwitchProps {
  paused: boolean;
  setPaused: (paused: boolean) => void;
}

/** New rows come by themselves; who reads stops them. */
export function LiveSwitch({ paused, setPaused }: LiveSwitchProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={styles.live}
      aria-pressed={!paused}
      title={paused ? t('history.live.resume') : t('history.live.pause')}
      onClick={() => setPaused(!paused)}
    >
      <i />
      {paused ? t('history.live.paused') : t('history.live.on')}
    </button>
  );
}
