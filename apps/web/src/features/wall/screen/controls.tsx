import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import type { Slides } from '../model/use-slides.ts';
import styles from './wall.module.css';

const onFullScreen = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** For a person at the computer: another place, pause, full screen. Faint from a distance. */
export function WallControls({ slides, hasSeveral }: { slides: Slides; hasSeveral: boolean }) {
  const { t } = useTranslation();
  const isFull = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null);
  const { isPaused, move, toggle } = slides;
  return (
    <div className={styles.controls}>
      {hasSeveral ? (
        <>
          <Control icon="chevronLeft" label={t('wall.previous')} onClick={() => move(-1)} />
          <Control
            icon={isPaused ? 'play' : 'pause'}
            label={isPaused ? t('wall.resume') : t('wall.pause')}
            onClick={toggle}
          />
          <Control icon="chevronRight" label={t('wall.next')} onClick={() => move(1)} />
        </>
      ) : null}
      {isFull || !document.fullscreenEnabled ? null : (
        <button
          type="button"
          className={styles.full}
          onClick={() => void document.documentElement.requestFullscreen().catch(() => undefined)}
        >
          {t('wall.fullScreen')}
        </button>
      )}
    </div>
  );
}

function Control({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size={24} />
    </button>
  );
}
