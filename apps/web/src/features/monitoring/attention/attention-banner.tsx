import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnlyOrganization } from '../../../lib/session/only-organization.ts';
import { Instruction } from '../../../shared/instruction/instruction.tsx';
import { SMALL } from '../../../ui/theme/tokens.ts';
import { isStart, type MonitoringScreen, placeOfScreen } from '../address/screen.ts';
import { stableOrder, useStableOrder } from '../shared/stable-order.ts';
import styles from './attention.module.css';
import { AttentionRow } from './attention-line.tsx';
import { type AttentionLine, attentionQuery } from './attention-query.ts';
import { AttentionStrip } from './attention-strip.tsx';
import { useInstruction } from './use-instruction.ts';

/** Lines with which the start of Monitoring opens, on a large and on a small screen. */
const START_LINES = { roomy: 5, small: 3 } as const;

const byRank = (a: AttentionLine, b: AttentionLine): number => a.rank - b.rank;

const NONE: readonly AttentionLine[] = [];

interface AttentionBannerProps {
  screen: MonitoringScreen;
  id: number | undefined;
}

/**
 * What needs attention in the place on screen: a strip of one height that names the worst. Below it, the list, at the start
 * of Monitoring and on request. The list has as many lines as when it opened even when items come or go, so that nothing
 * below it moves under a finger; its order changes every ten seconds at most, and not under a pointer.
 */
export function AttentionBanner({ screen, id }: AttentionBannerProps) {
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL);
  const only = useOnlyOrganization();
  const listId = useId();
  const start = isStart(screen, id, only);
  const place = placeOfScreen(screen, id);
  const { data, error, refetch } = useQuery(attentionQuery(place));
  const { settled, hold } = useStableOrder<AttentionLine>(data?.items ?? NONE, data === undefined ? 'none' : 'first');
  /** Lines of the list; null until the first answer, 0 while it is folded. */
  const [lines, setLines] = useState<number | null>(null);
  const ordered = stableOrder(data?.items ?? NONE, settled, byRank);
  const first = start ? Math.min(ordered.length, isSmall ? START_LINES.small : START_LINES.roomy) : 0;
  if (data !== undefined && lines === null) setLines(first);
  const instruction = useInstruction(ordered[0]);
  // Without a meter the screen shows how to add one instead.
  if (data?.meters.total === 0) return null;
  const room = lines ?? 0;
  // The page of a meter repeats nothing: its one item is the strip.
  const shown = place?.kind === 'meter' && ordered.length === 1 ? NONE : ordered.slice(0, room);
  const toggle = () => setLines(room === 0 || room < ordered.length ? ordered.length : 0);
  return (
    <section
      className={styles.banner}
      aria-label={t('monitoring.attention.title')}
      aria-busy={data === undefined && error === null}
    >
      <AttentionStrip
        list={data}
        error={error}
        worst={ordered[0]}
        place={place}
        start={start}
        instruction={instruction}
        fold={{ listId, room, count: ordered.length, toggle }}
        onRetry={() => void refetch()}
      />
      <div id={listId} className={styles.unfolded} hidden={room === 0} {...hold}>
        {room === 0 || start ? null : (
          <div className={styles.todo}>
            <Instruction instruction={instruction} />
          </div>
        )}
        <ul className={styles.lines} style={{ '--lines': shown === NONE ? 0 : room } as React.CSSProperties}>
          {shown.map((line) => (
            <li key={line.key}>
              <AttentionRow line={line} />
            </li>
          ))}
          {shown.length < room && shown.length > 0 ? (
            <li className={styles.rest}>{t('monitoring.attention.noMore')}</li>
          ) : null}
        </ul>
        {data !== undefined && room >= ordered.length && data.total > ordered.length ? (
          <p className={styles.more}>{t('monitoring.attention.more', { count: data.total - ordered.length })}</p>
        ) : null}
      </div>
    </section>
  );
}
