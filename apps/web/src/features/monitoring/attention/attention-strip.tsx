import type { AlarmInstruction } from '@airdeck/contract/alarm/routes';
import type { AttentionCounts } from '@airdeck/contract/monitoring/attention';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { sumOf, useAlarmCounts, useAlarmCountsOf } from '../../../lib/alarm/counts.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { useOnlyOrganization } from '../../../lib/session/only-organization.ts';
import { PLACE_KEY } from '../../../shared/alarm-pill/alarm-pill.tsx';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type PlaceId, startScreen } from '../address/screen.ts';
import { PlaceLink } from '../shared/links.tsx';
import type { AttentionLine, AttentionList } from './attention-query.ts';
import styles from './strip.module.css';
import { Call, WorstItem } from './worst-item.tsx';

interface Fold {
  listId: string;
  /** Lines of the list, 0 while it is folded. */
  room: number;
  /** Items that it can show. */
  count: number;
  toggle: () => void;
}

interface AttentionStripProps {
  /** undefined before the first answer. */
  list: AttentionList | undefined;
  error: unknown;
  worst: AttentionLine | undefined;
  place: PlaceId | null;
  /** Whether the whole list belongs here, not only the worst of it. */
  start: boolean;
  instruction: AlarmInstruction | undefined;
  fold: Fold;
  onRetry: () => void;
}

/** One line of one height: the worst item, what there is of each kind above an open list, or that all is well. */
export function AttentionStrip({ list, error, worst, place, start, instruction, fold, onRetry }: AttentionStripProps) {
  if (list === undefined) return <Without error={error} onRetry={onRetry} />;
  const isOld = error !== null;
  return (
    <div className={styles.strip}>
      {worst === undefined ? (
        <Calm list={list} place={place} />
      ) : start && fold.room > 0 ? (
        <Counts counts={list.counts} total={list.total} />
      ) : (
        <WorstItem line={worst} place={place} instruction={instruction} more={list.total - 1} />
      )}
      {isOld ? <OldTime time={list.time} /> : <Elsewhere count={list.elsewhere.air + list.elsewhere.other} />}
      {start && fold.room > 0 ? null : <Call instruction={worst && instruction} />}
      {worst === undefined && fold.room === 0 ? null : <FoldButton start={start} fold={fold} />}
    </div>
  );
}

function FoldButton({ start, fold: { listId, room, count, toggle } }: Pick<AttentionStripProps, 'start' | 'fold'>) {
  const { t } = useTranslation();
  const isOpen = room > 0;
  const hasMore = isOpen && room < count;
  const text =
    hasMore || (start && !isOpen)
      ? t('monitoring.attention.all', { count })
      : t(isOpen ? 'monitoring.attention.fewer' : 'monitoring.attention.details');
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={isOpen && !hasMore}
      aria-controls={listId}
      aria-label={text}
      onClick={toggle}
    >
      <span className={styles.label}>{text}</span>
      <Icon name={isOpen && !hasMore ? 'chevronUp' : 'chevronDown'} size={16} />
    </button>
  );
}

/** Before the first answer, and where none came. */
function Without({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  if (error === null)
    return (
      <div className={styles.strip}>
        <p className={styles.note}>{t('monitoring.attention.loading')}</p>
      </div>
    );
  return (
    <div className={styles.strip}>
      <p className={styles.note}>
        <Icon name="warning" size={18} />
        {t('monitoring.attention.failed')}
      </p>
      <button type="button" className={styles.toggle} onClick={onRetry}>
        {t('monitoring.attention.retry')}
      </button>
    </div>
  );
}

function OldTime({ time }: { time: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <span className={styles.old} role="status" title={t('monitoring.attention.oldHint')}>
      {t('monitoring.attention.old', { time: formatDate(time, 'clock', { language }) })}
    </span>
  );
}

/** Leads to the list of everything. */
function Elsewhere({ count }: { count: number }) {
  const { t } = useTranslation();
  const only = useOnlyOrganization();
  if (count === 0) return null;
  return (
    <PlaceLink
      {...startScreen(only)}
      className={styles.elsewhere}
      aria-label={t('monitoring.attention.elsewhereHint', { count })}
    >
      <span>{t('monitoring.attention.elsewhere')}</span> <b className={styles.number}>{count}</b>
    </PlaceLink>
  );
}

/** Alarms to handle in a place, or in all. */
function useOpenAlarms(place: PlaceId | null): number {
  const all = useAlarmCounts()?.open ?? 0;
  const here = useAlarmCountsOf(place?.kind ?? 'organization', place?.id ?? 0);
  if (place === null) return all;
  return here === undefined ? 0 : sumOf(here);
}

/** Nothing needs attention. All is well only if all meters report and no alarm is left to handle. */
function Calm({ list: { meters }, place }: { list: AttentionList; place: PlaceId | null }) {
  const { t } = useTranslation();
  const alarms = useOpenAlarms(place);
  const isWell = meters.online === meters.total && alarms === 0;
  return (
    <div className={styles.calm}>
      <span className={styles.mark} data-tone={isWell ? 1 : 0}>
        <Icon name="check" size={18} />
      </span>
      <p className={styles.facts}>
        <b>{t(isWell ? 'monitoring.attention.well' : 'monitoring.attention.calm')}</b>
        <span>{t('monitoring.receiving', { online: meters.online, total: meters.total })}</span>
        {meters.never === 0 ? null : (
          <span className={styles.spare}>{t('monitoring.neverHeard', { count: meters.never })}</span>
        )}
        {alarms === 0 ? null : (
          <Link
            to="/current/error/liveerror"
            className={styles.alarms}
            search={() => ({ startTime: 'any', ...(place && { [PLACE_KEY[place.kind]]: place.id }) })}
          >
            {t('monitoring.attention.alarms', { count: alarms })}
          </Link>
        )}
      </p>
    </div>
  );
}

const COUNTED = ['VERY_BAD', 'BAD', 'BETTER', 'FORECAST', 'SILENT', 'PURIFIER', 'FILTER'] as const;

/** How much of each kind there is, so that no kind hides another. */
function Counts({ counts, total }: { counts: AttentionCounts; total: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>
        {t('monitoring.attention.title')} <b className={styles.total}>{total}</b>
      </h2>
      <p className={styles.counts}>
        {COUNTED.map((kind) =>
          counts[kind] === 0 ? null : (
            <span
              key={kind}
              className={styles.count}
              data-tone={kind === 'VERY_BAD' || kind === 'BAD' ? toneOf(kind) : undefined}
            >
              {kind === 'VERY_BAD' || kind === 'BAD' ? <GradeMark rating={kind} size={12} /> : null}
              {t(`monitoring.attention.count.${kind}`)} <b>{counts[kind]}</b>
            </span>
          ),
        )}
      </p>
    </div>
  );
}
