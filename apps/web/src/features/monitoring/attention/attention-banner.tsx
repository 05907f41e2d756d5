import type { AttentionCounts } from '@airdeck/contract/monitoring/attention';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SMALL } from '../../../ui/theme/tokens.ts';
import { stableOrder, useStableOrder } from '../shared/stable-order.ts';
import styles from './attention.module.css';
import { AttentionRow } from './attention-line.tsx';
import { type AttentionLine, type AttentionList, attentionQuery } from './attention-query.ts';

interface AttentionBannerProps {
  /** Number of lines before "Show all", on a large and on a small screen. */
  lines: { roomy: number; small: number };
}

const byRank = (a: AttentionLine, b: AttentionLine): number => a.rank - b.rank;
const sumOf = (counts: AttentionCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const NONE: readonly AttentionLine[] = [];
/** Lines for which room is kept while the first answer is on its way. */
const WAITING_LINES = 3;

/**
 * Items that need attention, on every screen of Monitoring: one line each, or a single calm line. The order changes every ten
 * seconds at most, and not under a pointer; the height follows gradually.
 */
export function AttentionBanner({ lines }: AttentionBannerProps) {
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL);
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery(attentionQuery());
  const { settled, hold } = useStableOrder<AttentionLine>(data?.items ?? NONE, data === undefined ? 'none' : 'first');
  // Without a meter the screen shows how to add one instead.
  if (data?.meters.total === 0) return null;
  const ordered = stableOrder(data?.items ?? NONE, settled, byRank);
  const first = isSmall ? lines.small : lines.roomy;
  const shown = open ? ordered : ordered.slice(0, first);
  const isWaiting = data === undefined && error === null;
  const total = data === undefined ? 0 : sumOf(data.counts);
  const room = isWaiting ? Math.min(WAITING_LINES, first) : shown.length;
  return (
    <section className={styles.banner} aria-label={t('monitoring.attention.title')} aria-busy={isWaiting}>
      {data === undefined ? (
        <Without error={error} onRetry={() => void refetch()} />
      ) : ordered.length === 0 ? (
        <Calm list={data} />
      ) : (
        <Counts counts={data.counts} total={total}>
          {ordered.length > first ? (
            <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? t('monitoring.attention.fewer') : t('monitoring.attention.all', { count: ordered.length })}
              <Icon name={open ? 'chevronUp' : 'chevronDown'} size={16} />
            </button>
          ) : null}
        </Counts>
      )}
      <div className={styles.lines} style={{ '--lines': room } as React.CSSProperties} {...hold}>
        {shown.length === 0 ? null : (
          <ul>
            {shown.map((line) => (
              <li key={line.key}>
                <AttentionRow line={line} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {open && total > ordered.length ? (
        <p className={styles.old}>{t('monitoring.attention.more', { count: total - ordered.length })}</p>
      ) : null}
      {data !== undefined && error !== null ? <OldLines time={data.time} /> : null}
    </section>
  );
}

/** Before the first answer, and where none came. */
function Without({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  if (error === null) return <p className={styles.calm}>{t('monitoring.attention.loading')}</p>;
  return (
    <p className={styles.calm}>
      <Icon name="warning" size={18} />
      {t('monitoring.attention.failed')}
      <button type="button" className={styles.toggle} onClick={onRetry}>
        {t('monitoring.attention.retry')}
      </button>
    </p>
  );
}

function OldLines({ time }: { time: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <p className={styles.old} role="status">
      {t('monitoring.attention.old', { time: formatDate(time, 'clock', { language }) })}
    </p>
  );
}

/** Nothing needs attention. All is well only if the meters report. */
function Calm({ list: { meters } }: { list: AttentionList }) {
  const { t } = useTranslation();
  const isWell = meters.online === meters.total;
  return (
    <p className={styles.calm}>
      <span className={styles.mark} data-tone={isWell ? 1 : 0}>
        <Icon name="check" size={18} />
      </span>
      <b>{t(isWell ? 'monitoring.attention.well' : 'monitoring.attention.calm')}</b>
      <span>{t('monitoring.receiving', { online: meters.online, total: meters.total })}</span>
    </p>
  );
}

const COUNTED = ['VERY_BAD', 'BAD', 'SILENT', 'PURIFIER', 'FILTER'] as const;

interface CountsProps {
  counts: AttentionCounts;
  total: number;
  children: React.ReactNode;
}

/** How much of each kind there is, so that no kind hides another. */
function Counts({ counts, total, children }: CountsProps) {
  const { t } = useTranslation();
  return (
    <header className={styles.head}>
      <h2>
        {t('monitoring.attention.title')} <b>{total}</b>
      </h2>
      <p>
        {COUNTED.map((kind) =>
          counts[kind] === 0 ? null : (
            <span key={kind} data-tone={kind === 'VERY_BAD' || kind === 'BAD' ? toneOf(kind) : undefined}>
              {kind === 'VERY_BAD' || kind === 'BAD' ? <GradeMark rating={kind} size={12} /> : null}
              {t(`monitoring.attention.count.${kind}`)} <b>{counts[kind]}</b>
            </span>
          ),
        )}
      </p>
      {children}
    </header>
  );
}
