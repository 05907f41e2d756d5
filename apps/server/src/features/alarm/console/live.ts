import type { LiveEvent } from '@airdeck/contract/live/event';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import type { AlarmWord } from '../../../feed/entry.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log.ts';
import { listRaised } from './raised-queries.ts';

export interface AlarmLiveOptions {
  db: Db;
  feed: Pick<Feed, 'follow'>;
  clock: Clock;
  log: Log;
  /** Tells everybody with an open stream what `eventFor` answers for whatever they reach. */
  broadcast(eventFor: (scope: Scope) => LiveEvent | null): void;
}

/** So often at most, however many alarms there are: a burst is one event. */
const EVERY_MS = 250;
/** Of a burst some are told by name. */
const MAX_NAMED = 10;
/** More words than these are not kept: what happened to them is loaded by whoever looks at it. */
const MAX_WORDS = 5_000;

const isNew = ({ event }: AlarmWord): boolean => event === 'RAISED' || event === 'CAME_BACK';

/** Tells people of what happened to alarms, as far as they reach them, in whichever process it did. */
export const createAlarmLive = ({ db, feed, clock, log, broadcast }: AlarmLiveOptions) => {
  let waiting: AlarmWord[] = [];
  let timer: NodeJS.Timeout | null = null;
  let telling: Promise<void> = Promise.resolve();

  const tell = async (): Promise<void> => {
    const words = waiting;
    waiting = [];
    const fresh = [...new Set(words.filter(isNew).map(({ alarmId }) => alarmId))];
    const raised = fresh.length === 0 ? [] : await listRaised(db, fresh);
    const time = new Date(clock.now()).toISOString();
    broadcast((scope) => {
      const reaches = (organizationId: number | null): boolean =>
        scope.reach === 'all' || (organizationId !== null && isWithin(scope, { organizationId }));
      const changed = words.filter(({ organizationId }) => reaches(organizationId)).length;
      if (changed === 0) return null;
      const own = raised.filter(({ organization_id }) => reaches(organization_id));
      const named = own.slice(0, MAX_NAMED).map(({ organization_id: _, ...alarm }) => alarm);
      return { type: 'alarms', time, changed, raised_count: own.length, raised: named };
    });
  };

  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      telling = telling.then(tell).catch((error) => log.warn({ err: error }, 'alarms could not be told of'));
    }, EVERY_MS);
  };

  const follower = feed.follow({
    kinds: ['alarm'],
    // Nothing is kept: who opens a stream loads what there is.
    load: () => Promise.resolve(),
    apply(entries) {
      waiting.push(...entries.map(({ alarm }) => alarm).slice(0, MAX_WORDS - waiting.length));
      if (waiting.length > 0) soon();
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
