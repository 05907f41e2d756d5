import type { ControllerView, PurifierView } from '@airdeck/contract/purifier/schema';
import { activityOf } from '@airdeck/domain/purifier-state';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type FilterLives, reportedFilters } from '../../../lib/purifier/filter-rules.ts';
import { ControlLink } from '../../../ui/control-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ActivityChip } from '../../../ui/purifier/activity-chip.tsx';
import { ControllerLine } from '../../../ui/purifier/controller-line.tsx';
import { FilterLifeBar } from '../../../ui/purifier/filter-life.tsx';
import { PurifierFacts } from '../../../ui/purifier/purifier-facts.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import styles from './purifier.module.css';

interface PurifierCardProps {
  purifier: PurifierView;
  lives: FilterLives;
  /** What controls it; undefined until it is known. */
  controller: ControllerView | undefined;
}

/** One purifier as it last reported. */
export function PurifierCard({ purifier, lives, controller }: PurifierCardProps) {
  const { t } = useTranslation();
  const { name, model, state, stale, collected_time } = purifier;
  return (
    <article className={styles.card} data-stale={(stale && state !== null) || undefined}>
      <header className={styles.head}>
        <div>
          <h2>{name}</h2>
          <p>{model ?? '–'}</p>
        </div>
        <span className={styles.now}>
          <PurifierActivity purifier={purifier} />
          {controller === undefined ? null : <ControllerLine controller={controller} />}
        </span>
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

/** Activity of a purifier by its last report. */
export const PurifierActivity = ({ purifier: { state, stale } }: { purifier: PurifierView }) => (
  <ActivityChip activity={activityOf(state, stale)} />
);

/** Days that each filter still lasts, and its hours. */
function Filters({ purifier: { id, state }, lives }: Omit<PurifierCardProps, 'controller'>) {
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
