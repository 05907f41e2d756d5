import type { LiveEvent } from '@airdeck/contract/live/event';
import type { Scope } from '@airdeck/domain/policy/may';
import type { AlarmEvent, AlarmEventKind } from '../../../feed/entry.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log.ts';
import type { Registry } from '../../../registry/registry.ts';
import { reachesMeter } from '../../../registry/visible-organizations.ts';
import { listRaised, MAX_NAMED, presentRaised } from './raised-queries.ts';

export interface AlarmLiveOptions {
  db: Db;
  feed: Pick<Feed, 'follow'>;
  registry: Pick<Registry, 'snapshot'>;
  clock: Clock;
  log: Log;
  /** Sends each open stream the event that `eventFor` returns for its scope; null sends nothing. */
  broadcast(eventFor: (scope: Scope) => LiveEvent | null): void;
}

/** Minimum interval between events to a stream: a burst of alarms becomes a few events. */
const EVERY_MS = 250;
/** Waits this long to combine events that were committed together. */
const GATHER_MS = 20;
/** Maximum number of queued events; further ones are dropped, and clients load the current state themselves. */
const MAX_WORDS = 5_000;

const NEW: readonly AlarmEventKind[] = ['RAISED', 'CAME_BACK', 'REOPENED'];

/** Pushes alarm events to the browsers that may see them, from any process that raised them. */
export const createAlarmLive = ({ db, feed, registry, clock, log, broadcast }: AlarmLiveOptions) => {
  let waiting: AlarmEvent[] = [];
  let timer: NodeJS.Timeout | null = null;
  let isLoaded = false;
  let telling: Promise<void> = Promise.resolve();

  const tell = async (): Promise<void> => {
    const events = waiting;
    waiting = [];
    const news = events.filter(({ event }) => NEW.includes(event));
    const fresh = [...new Set(news.map(({ alarmId }) => alarmId))];
    const raised = fresh.length === 0 ? [] : await listRaised(db, fresh);
    const time = new Date(clock.now()).toISOString();
    broadcast((scope) => {
      const reaches = (organizationId: number | null, meterId: number | null): boolean =>
        scope.reach === 'all' ||
        (organizationId !== null && reachesMeter(registry.snapshot(), scope, organizationId, meterId));
      const changed = events.filter(({ organizationId, meterId }) => reaches(organizationId, meterId)).length;
      if (changed === 0) return null;
      const own = raised.filter(({ organization_id, meter_id }) => reaches(organization_id, meter_id));
      const named = own.slice(0, MAX_NAMED).map((each) => presentRaised(each, registry.snapshot()));
      const lastId = Math.max(
        0,
        ...news.filter(({ organizationId, meterId }) => reaches(organizationId, meterId)).map(({ alarmId }) => alarmId),
      );
      return { type: 'alarms', time, changed, raised_count: own.length, last_id: lastId, raised: named };
    });
  };

  /** Sends queued events after `ms`, then pauses for EVERY_MS; an event after the pause is sent without delay. */
  const tellIn = (ms: number): void => {
    timer = setTimeout(() => {
      timer = null;
      if (waiting.length === 0) return;
      telling = telling.then(tell).catch((error) => log.warn({ err: error }, 'live alarm event failed'));
      tellIn(EVERY_MS);
    }, ms);
  };

  const follower = feed.follow({
    kinds: ['alarm'],
    // No state is kept, and missed events are unknown after a reload: open pages load again.
    async load() {
      if (isLoaded) broadcast(() => ({ type: 'hello', time: new Date(clock.now()).toISOString() }));
      isLoaded = true;
    },
    apply(entries) {
      waiting.push(...entries.map(({ alarm }) => alarm).slice(0, MAX_WORDS - waiting.length));
      if (waiting.length > 0 && timer === null) tellIn(GATHER_MS);
    },
  });

  return {
    start: () => follower.start(),
    async stop(): Promise<void> {
      await follower.stop();
      if (timer) clearTimeout(timer);
      timer = null;
      await telling;
    },
  };
};
