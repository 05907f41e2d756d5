import type { LiveEvent } from '@airdeck/contract/live/event';

/** No answer takes longer. */
const MAX_AGE_MS = 30_000;

/**
 * The live events of the last half minute. An answer that was on its way while they came is older than they are: what
 * they said is said again after it, so that no value goes back.
 */
export function createRecentEvents(now: () => number) {
  let looked = '';
  let kept: { at: number; event: LiveEvent }[] = [];
  return {
    /** `view` names what the events are about: those of another one are forgotten. */
    add(view: string, events: readonly LiveEvent[]): void {
      const at = now();
      kept = view === looked ? kept.filter((each) => at - each.at <= MAX_AGE_MS) : [];
      looked = view;
      for (const event of events) kept.push({ at, event });
    },
    ofType<T extends LiveEvent['type']>(type: T): Extract<LiveEvent, { type: T }>[] {
      return kept.flatMap(({ event }) => (event.type === type ? [event as Extract<LiveEvent, { type: T }>] : []));
    },
  };
}

export const recentEvents = createRecentEvents(Date.now);
