import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { FilterBars } from './filter-bars.tsx';
import { ModeChip } from './mode-chip.tsx';
import styles from './purifier.module.css';
import { PurifierFacts } from './purifier-facts.tsx';

/** One purifier as it last reported. */
export function PurifierCard({ purifier }: { purifier: PurifierView }) {
  const { t } = useTranslation();
  const { name, model, state, stale, collected_time } = purifier;
  return (
    <article className={styles.card} data-stale={(stale && state !== null) || undefined}>
      <header className={styles.head}>
        <div>
          <h2>{name}</h2>
          <p>{model ?? '–'}</p>
        </div>
        <ModeChip purifier={purifier} />
      </header>
      {state === null ? (
        <div className={styles.notYet}>
          <Icon name="offline" size={22} />
          <b>{t('monitoring.purifier.notYet')}</b>
          <span>{t('monitoring.purifier.notYetText')}</span>
        </div>
      ) : (
        <>
          {stale ? <p className={styles.staleNote}>{t('monitoring.purifier.stale')}</p> : null}
          <PurifierFacts state={state} />
          <FilterBars state={state} />
        </>
      )}
      {collected_time === null ? null : (
        <p className={styles.foot}>
          {t('monitoring.purifier.collected')} <RelativeTime time={collected_time} />
        </p>
      )}
    </article>
  );
}
