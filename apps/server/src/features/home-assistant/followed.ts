import type { Feed } from '../../feed/feed.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Meter, RegistrySnapshot } from '../../registry/snapshot.ts';
import { createCurrent } from './current.ts';
import { listAlarmed, listLastReports, listLastValues } from './current-queries.ts';

export const isPublished = (meter: Meter | undefined): meter is Meter => meter !== undefined && meter.use === 'Y';

/** The meters in use of an organization. */
export const publishedMeters = ({ organizations }: RegistrySnapshot, organizationId: number): Meter[] =>
  (organizations.get(organizationId)?.offices ?? [])
    .flatMap(({ departments }) => departments.flatMap(({ meters }) => meters))
    .filter(isPublished);

export interface FollowedOptions {
  db: Db;
  feed: Pick<Feed, 'follow'>;
  registry: Pick<Registry, 'snapshot'>;
  /** Something of a meter has changed. */
  onNews(meterId: number): void;
  /** Everything has to be read again: call `read`. */
  onReload(): void;
}

/** Current values, reports and alarms of the organizations that publish, in step with the database. */
export const createFollowed = ({ db, feed, registry, onNews, onReload }: FollowedOptions) => {
  const current = createCurrent();
  let organizations: ReadonlySet<number> = new Set();
  let isUnread = true;
  const alarmsToRead = new Set<number>();

  const isFollowed = (meterId: number): boolean => {
    const meter = registry.snapshot().meters.get(meterId);
    return meter !== undefined && organizations.has(meter.organization.id);
  };

  /** Reads the stored state; what the feed brings meanwhile is kept if it is newer. */
  const readStored = async (): Promise<void> => {
    isUnread = false;
    const snapshot = registry.snapshot();
    current.keepOnly(isFollowed, (id) => {
      const meterId = snapshot.purifiers.get(id)?.meter.id;
      return meterId !== undefined && isFollowed(meterId);
    });
    const ids = [...organizations].flatMap((id) => publishedMeters(snapshot, id)).map(({ id }) => id);
    if (ids.length === 0) return;
    try {
      for (const frame of await listLastValues(db, ids)) current.addFrame(frame);
      for (const report of await listLastReports(db, ids)) current.addReport(report);
    } catch (error) {
      isUnread = true;
      throw error;
    }
    for (const id of ids) {
      alarmsToRead.add(id);
      onNews(id);
    }
  };

  const readAlarms = async (): Promise<void> => {
    const ids = [...alarmsToRead];
    if (ids.length === 0) return;
    alarmsToRead.clear();
    try {
      current.setAlarms(ids, await listAlarmed(db, ids));
    } catch (error) {
      for (const id of ids) alarmsToRead.add(id);
      throw error;
    }
    for (const id of ids) onNews(id);
  };

  const reload = async (): Promise<void> => {
    isUnread = true;
    onReload();
  };
  const follower = feed.follow({
    kinds: ['frames', 'purifier'],
    load: reload,
    apply(entries) {
      if (organizations.size === 0) return;
      for (const entry of entries) {
        if (entry.kind === 'frames') {
          for (const frame of entry.frames) {
            if (!isFollowed(frame.meterId)) continue;
            current.addFrame(frame);
            onNews(frame.meterId);
          }
        } else if (isFollowed(entry.report.meterId)) {
          current.addReport(entry.report);
          onNews(entry.report.meterId);
        }
      }
    },
  });
  const alarmFollower = feed.follow({
    kinds: ['alarm'],
    load: reload,
    apply(entries) {
      for (const { alarm } of entries) {
        if (alarm.meterId !== null && isFollowed(alarm.meterId)) alarmsToRead.add(alarm.meterId);
      }
    },
  });

  /** The feed is read from the first organization that publishes on. */
  const unstarted = [follower, alarmFollower];
  const followFeed = async (): Promise<void> => {
    for (const each of [...unstarted]) {
      await each.start();
      unstarted.shift();
    }
  };

  return {
    current,
    /** Follows these organizations from now on; `read` reads what is stored of new ones. */
    setOrganizations(ids: ReadonlySet<number>): void {
      if ([...ids].some((id) => !organizations.has(id))) isUnread = true;
      organizations = ids;
    },
    async read(): Promise<void> {
      if (organizations.size === 0) return;
      await followFeed();
      if (isUnread) await readStored();
      await readAlarms();
    },
    async stop(): Promise<void> {
      await alarmFollower.stop();
      await follower.stop();
    },
  };
};
