import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type FilterLives, reportedFilters } from '../../../lib/purifier/filter-rules.ts';
import { ControlLink } from '../../../ui/control-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FilterLifeBar } from '../../../ui/purifier/filter-life.tsx';
import { PurifierFacts } from '../../../ui/purifier/purifier-facts.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { WorkModeChip } from '../../../ui/work-mode-chip.tsx';
import styles from './purifier.module.css';

interface PurifierCardProps {
  purifier: PurifierView;
  lives: FilterLives;
}

/** One purifier as it last reported. */
export function PurifierCard({ purifier, lives }: PurifierCardProps) {
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
          <Filters purifier={purifier} lives={lives} />
        </>
      )}
      {collected_time === null ? null : (
        <p className={styles.foot}>
          {t('monitoring.purifier.collected')} <RelativeTime time={collected_time} />
        </p>
      )}
      <ControlLink meterId={purifier.meter_id} purifierId={purifier.id} />
    </article>
  );
}

/** The mode of a purifier's last report. Grey when it no longer reports. */
export function ModeChip({ purifier: { work_mode, stale } }: { purifier: PurifierView }) {
  const { t } = useTranslation();
  return <WorkModeChip mode={work_mode} silent={stale && work_mode !== null ? t('grade.none') : undefined} />;
}

/** Days that each filter still lasts, and its hours. */
function Filters({ purifier: { id, state }, lives }: PurifierCardProps) {
  const { t } = useTranslation();
  const filters = state === null ? [] : (lives.get(id) ?? reportedFilters(state));
  if (filters.length === 0) return null;
  return (
    <section className={styles.filters}>
      <h3>{t('monitoring.purifier.filters')}</h3>
      {filters.map((life) => (
        <FilterLifeBar key={life.number} life={life} />
      ))}
      <Link to="/current/current/currentair" search={() => ({ open: id })} className={styles.more}>
        {t('purifier.details')}
        <Icon name="arrowRight" size={16} />
      </Link>
    </section>
  );
}
