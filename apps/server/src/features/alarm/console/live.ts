import type { LiveEvent } from '@airdeck/contract/live/event';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import type { AlarmEvent, AlarmWord } from '../../../feed/entry.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log.ts';
import type { Registry } from '../../../registry/registry.ts';
import { listRaised, MAX_NAMED, presentRaised } from './raised-queries.ts';

export interface AlarmLiveOptions {
  db: Db;
  feed: Pick<Feed, 'follow'>;
  registry: Pick<Registry, 'snapshot'>;
  clock: Clock;
  log: Log;
  /** Tells everybody with an open stream what `eventFor` answers for whatever they reach. */
  broadcast(eventFor: (scope: Scope) => LiveEvent | null): void;
}

/** So often at most, however many alarms there are: a burst is a few events. */
const EVERY_MS = 250;
/** What was decided together arrives within this time, and is told of together. */
const GATHER_MS = 20;
/** More words than these are not kept: what happened to them is loaded by whoever looks at it. */
const MAX_WORDS = 5_000;

const NEW: readonly AlarmEvent[] = ['RAISED', 'CAME_BACK', 'REOPENED'];

/** Tells people of what happened to alarms, as far as they reach them, in whichever process it did. */
export const createAlarmLive = ({ db, feed, registry, clock, log, broadcast }: AlarmLiveOptions) => {
  let waiting: AlarmWord[] = [];
  let timer: NodeJS.Timeout | null = null;
  let telling: Promise<void> = Promise.resolve();

  const tell = async (): Promise<void> => {
    const words = waiting;
    waiting = [];
    const news = words.filter(({ event }) => NEW.includes(event));
    const fresh = [...new Set(news.map(({ alarmId }) => alarmId))];
    const raised = fresh.length === 0 ? [] : await listRaised(db, fresh);
    const time = new Date(clock.now()).toISOString();
    broadcast((scope) => {
      const reaches = (organizationId: number | null): boolean =>
        scope.reach === 'all' || (organizationId !== null && isWithin(scope, { organizationId }));
      const changed = words.filter(({ organizationId }) => reaches(organizationId)).length;
      if (changed === 0) return null;
      const own = raised.filter(({ organization_id }) => reaches(organization_id));
      const named = own.slice(0, MAX_NAMED).map((each) => presentRaised(each, registry.snapshot()));
      const lastId = Math.max(
        0,
        ...news.filter(({ organizationId }) => reaches(organizationId)).map(({ alarmId }) => alarmId),
      );
      return { type: 'alarms', time, changed, raised_count: own.length, last_id: lastId, raised: named };
    });
  };

  /** Tells what has come by then, and rests; what comes after a rest is told of at once. */
  const tellIn = (ms: number): void => {
    timer = setTimeout(() => {
      timer = null;
      if (waiting.length === 0) return;
      telling = telling.then(tell).catch((error) => log.warn({ err: error }, 'alarms could not be told of'));
      tellIn(EVERY_MS);
    }, ms);
  };

  const follower = feed.follow({
    kinds: ['alarm'],
    // Nothing is kept: who opens a stream loads what there is.
    load: () => Promise.resolve(),
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
