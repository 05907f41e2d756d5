import { notices } from '@airdeck/contract/notice/routes';
import type { Notice } from '@airdeck/contract/notice/schema';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { routeQuery } from '../../lib/api/route-query.ts';
import { MINUTE_MS } from '../../lib/clock.ts';
import { createStore, useStore } from '../../lib/store.ts';

/** Limit of notices in the line, newest first. */
const MAX_RUNNING = 20;
const KEY = 'notices.dismissed';

const runningNotices = () => routeQuery(notices.list, { query: { display_at_bottom: 'Y', size: String(MAX_RUNNING) } });

/** State of a notice when it was dismissed: an edited one is shown again. */
const stateOf = ({ id, version }: Notice): string => `${id}:${version}`;

function readDismissed(): readonly string[] {
  try {
    return z.array(z.string()).safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}

const dismissedStore = createStore<readonly string[]>(readDismissed());

const putAway = (states: readonly string[]): void => {
  dismissedStore.set(states);
  sessionStorage.setItem(KEY, JSON.stringify(states));
};

/** Dismisses notices in this tab until they change or the next login; returns a function that undoes it. */
export function dismissNotices(seen: readonly Notice[]): () => void {
  const before = dismissedStore.get();
  putAway(seen.map(stateOf));
  return () => putAway(before);
}

/** Notices of the line at the bottom of Monitoring: newest first, without dismissed ones. */
export function useRunningNotices(): { running: Notice[]; all: readonly Notice[] } {
  const { data } = useQuery({ ...runningNotices(), refetchInterval: MINUTE_MS });
  const dismissed = useStore(dismissedStore);
  const all = data?.content ?? [];
  return { all, running: all.filter((notice) => !dismissed.includes(stateOf(notice))) };
}
