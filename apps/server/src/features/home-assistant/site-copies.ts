import type { Db } from '../../platform/db/pool.ts';
import { addPublishedTopics, deletePublishedTopics, listPublishedTopics } from './topic-queries.ts';

/** Messages on their way to one local server at once. */
const AT_ONCE = 20;
/** Topics that are written down in one statement. */
const PAGE = 500;

export interface SiteCopiesOptions {
  db: Db;
  retainAtSite(localServerId: number, topic: string, payload: string): Promise<boolean>;
  hasSite(localServerId: number): boolean;
}

/** Runs a job for each item, some at once. */
const forAll = async <T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> => {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(run));
};

/**
 * Keeps the retained messages at brokers of local servers equal to what is published. Topics are written down before
 * they are published and removed after they are cleared, so that none outlives its meter or its door.
 */
export const createSiteCopies = ({ db, retainAtSite, hasSite }: SiteCopiesOptions) => {
  /** Topics that a broker may have, by local server. */
  let known = new Map<number, Set<string>>();
  /** Messages that a broker has taken on the present connection. */
  const taken = new Map<number, Map<string, string>>();
  const topicsOf = (localServerId: number): Set<string> => {
    const found = known.get(localServerId) ?? new Set<string>();
    known.set(localServerId, found);
    return found;
  };

  const writeDown = async (localServerId: number, topics: readonly string[]): Promise<void> => {
    const topicsThere = topicsOf(localServerId);
    const added = topics.filter((topic) => !topicsThere.has(topic));
    for (let at = 0; at < added.length; at += PAGE) {
      const page = added.slice(at, at + PAGE);
      await addPublishedTopics(db, localServerId, page);
      for (const topic of page) topicsThere.add(topic);
    }
  };

  const copy = async (localServerId: number, messages: ReadonlyMap<string, string>): Promise<void> => {
    if (!hasSite(localServerId)) return;
    const sent = taken.get(localServerId) ?? new Map<string, string>();
    taken.set(localServerId, sent);
    const changed = [...messages].filter(([topic, payload]) => sent.get(topic) !== payload);
    await writeDown(
      localServerId,
      changed.map(([topic]) => topic),
    );
    // Values follow the discovery of their entities.
    await forAll(changed, async ([topic, payload]) => {
      if (await retainAtSite(localServerId, topic, payload)) sent.set(topic, payload);
    });
    const over = [...topicsOf(localServerId)].filter((topic) => !messages.has(topic));
    const cleared: string[] = [];
    await forAll(over, async (topic) => {
      if (await retainAtSite(localServerId, topic, '')) cleared.push(topic);
    });
    if (cleared.length === 0) return;
    await deletePublishedTopics(db, localServerId, cleared);
    for (const topic of cleared) {
      topicsOf(localServerId).delete(topic);
      sent.delete(topic);
    }
  };

  return {
    async start(): Promise<void> {
      known = await listPublishedTopics(db);
    },
    copy,
    /** Clears brokers at which nothing is published any more; false: one of them is not connected yet. */
    async clean(isUsed: (localServerId: number) => boolean): Promise<boolean> {
      const unused = [...known].filter(([id, topics]) => topics.size > 0 && !isUsed(id)).map(([id]) => id);
      for (const id of unused) await copy(id, new Map());
      return unused.every((id) => topicsOf(id).size === 0);
    },
    forget(localServerId: number): void {
      taken.delete(localServerId);
    },
  };
};
