import type { AutoMode } from '@airdeck/contract/control/auto-mode';
import type { FanSpeed } from '@airdeck/domain/purifier-state';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';
import { entriesOf, LEVEL_TONE, modePlace, stateOf, useTexts } from '../model/texts.ts';
import styles from './list.module.css';

interface CellProps {
  mode: AutoMode;
}

export function LevelChip({ level }: { level: FanSpeed }) {
  const { t } = useTranslation();
  return (
    <span className={styles.chip} data-tone={LEVEL_TONE[level]}>
      {t(`autoMode.level.${level}`)}
    </span>
  );
}

const STATE: Readonly<Record<ReturnType<typeof stateOf>, { icon: IconName; tone: Tone }>> = {
  AUTO: { icon: 'refresh', tone: 3 },
  MANUAL: { icon: 'user', tone: 2 },
  OFF: { icon: 'power', tone: 0 },
};

export function StateChip({ mode }: CellProps) {
  const { t } = useTranslation();
  const state = stateOf(mode);
  return (
    <span className={styles.chip} data-tone={STATE[state].tone}>
      <Icon name={STATE[state].icon} size={14} />
      {t(`autoMode.state.${state}`)}
    </span>
  );
}

export function NameCell({ mode }: CellProps) {
  return (
    <span className={styles.name}>
      {mode.name}
      <small>{[modePlace(mode), mode.meter_name].join(' · ')}</small>
    </span>
  );
}

/** Chosen fan level, since when, and the obstacle that blocks it. */
export function LevelCell({ mode }: CellProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const { progress } = mode;
  const trouble = texts.trouble(mode);
  if (progress === null) return <span className={styles.quiet}>–</span>;
  return (
    <span className={styles.level}>
      {progress.level === null ? null : (
        <span>
          <LevelChip level={progress.level} />{' '}
          {progress.since === null ? null : (
            <small>{t('autoMode.now.since', { time: texts.time(progress.since) })}</small>
          )}
        </span>
      )}
      {trouble === null ? null : <small data-trouble>{trouble}</small>}
    </span>
  );
}

export function ThresholdsCell({ mode }: CellProps) {
  const texts = useTexts();
  if (mode.auto === null) return <span className={styles.quiet}>–</span>;
  return (
    <span className={styles.thresholds}>
      {entriesOf(mode.auto.thresholds).map(([type, bounds]) => (
        <span key={type}>
          <small>{texts.type(type)}</small> {texts.bounds(bounds)}
        </span>
      ))}
    </span>
  );
}

export function SyncCell({ mode: { sync, auto } }: CellProps) {
  const { t } = useTranslation();
  const isChanged = sync.state === 'ACCEPTED' && !sync.is_same;
  if (auto?.use !== 'Y' && sync.state === 'NEVER') return <span className={styles.quiet}>–</span>;
  return (
    <span className={styles.level}>
      <span data-sync={sync.state}>{t(`autoMode.sync.${isChanged ? 'changed' : sync.state}`)}</span>
    </span>
  );
}
