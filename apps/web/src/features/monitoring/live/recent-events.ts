import type { LiveEvent } from '@airdeck/contract/live/event';

/** Longer than any request takes. */
const MAX_AGE_MS = 30_000;

/**
 * The live events of the last half minute. A response to a request sent before them may be older than they are, so they
 * are applied to it again and no value goes back.
 */
export function createRecentEvents(now: () => number) {
  let current = '';
  let kept: { at: number; event: LiveEvent }[] = [];
  return {
    /** Keeps events of one view; those of another view are dropped. */
    add(view: string, events: readonly LiveEvent[]): void {
      const at = now();
      kept = view === current ? kept.filter((each) => at - each.at <= MAX_AGE_MS) : [];
      current = view;
      for (const event of events) kept.push({ at, event });
    },
    ofType<T extends LiveEvent['type']>(type: T): Extract<LiveEvent, { type: T }>[] {
      return kept.flatMap(({ event }) => (event.type === type ? [event as Extract<LiveEvent, { type: T }>] : []));
    },
  };
}

export const recentEvents = createRecentEvents(Date.now);
