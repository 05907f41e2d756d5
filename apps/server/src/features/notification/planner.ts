import type { Consumer } from '../../feed/consumer.ts';
import type { AlarmEventKind } from '../../feed/entry.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Registry } from '../../registry/registry.ts';
import { isAbout, planNotifications } from './plan.ts';
import { dropEarlier, insertNotifications, listRulesToFollow, listToTell } from './plan-queries.ts';

/** The consumer's name in the database. */
const CONSUMER = 'notifications';

export interface PlannerOptions {
  feed: Pick<Feed, 'consume'>;
  registry: Pick<Registry, 'snapshot'>;
  clock: Clock;
  /** Called after the commit when notifications were planned; they may be due at once. */
  onPlanned(): void;
}

/**
 * Events after which an alarm may need a notification: raised or reopened, no longer a symptom of another, no longer
 * shelved or hidden.
 */
const NEWS: readonly AlarmEventKind[] = ['RAISED', 'REOPENED', 'CAUSE', 'UNSHELVED', 'RESTORED'];

/**
 * Plans the notifications of new alarms in the transaction that moves the feed's cursor, so that a crash loses none and
 * plans none twice.
 */
export const createPlanner = ({ feed, registry, clock, onPlanned }: PlannerOptions): Consumer =>
  feed.consume({
    name: CONSUMER,
    kinds: ['alarm'],
    async handle(tx, entries, { afterCommit }) {
      const ids = entries.flatMap(({ alarm }) => (NEWS.includes(alarm.event) ? [alarm.alarmId] : []));
      if (ids.length === 0) return;
      const alarms = await listToTell(tx, [...new Set(ids)]);
      if (alarms.length === 0) return;
      const rules = await listRulesToFollow(tx, [...new Set(alarms.map((alarm) => alarm.organization_id))]);
      const { organizations } = registry.snapshot();
      const now = clock.now();
      const planned = alarms.flatMap((alarm) =>
        rules
          .filter((rule) => rule.organization_id === alarm.organization_id && isAbout(rule, alarm))
          .flatMap((rule) => {
            const zone = organizations.get(alarm.organization_id)?.timeZone ?? 'UTC';
            return planNotifications(rule, alarm, { now, zone });
          }),
      );
      await dropEarlier(tx, alarms);
      if ((await insertNotifications(tx, planned)) > 0) afterCommit(onPlanned);
    },
  });
