import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Asked } from '../api/asked.ts';
import { pageQuery } from '../api/page-query.ts';
import { pagingOf } from '../api/paging.ts';
import type { Source } from '../api/sources.ts';
import { isOpen } from '../period/range.ts';
import type { History } from '../screens/use-history.ts';
import { useListLive } from './use-list-live.ts';

/** Averages of a period that is not over change slowly. */
const AVERAGES_MS = 60_000;

/** One page of a list, kept true while its period lasts: readings by live events, averages every minute. */
export function usePage<Row>(history: History, asked: Asked, source: Source<Row>) {
  const { search, averages, kind, covered, today } = history;
  const paging = pagingOf(source, search);
  const open = isOpen(asked.range, today);
  const readings = source.order.startsWith('time');
  // Newest first, and the newest in sight: only there can something new appear.
  const follows = open && readings && paging.page === 0 && paging.sort[0] === source.order;
  const [paused, setPaused] = useState(false);
  const query = useQuery({
    ...pageQuery(source, asked, paging),
    ...(open && (averages || !readings) ? { refetchInterval: AVERAGES_MS } : {}),
  });
  useListLive(kind, covered, () => void query.refetch({ cancelRefetch: false }), follows && !paused);
  return { query, paging, live: follows ? { paused, setPaused } : null };
}
