import sql from 'sql-template-tag';
import type { Db } from '../../platform/db/pool.ts';

/** Topics of which brokers of local servers may keep a message, by local server. */
export const listPublishedTopics = async (db: Db): Promise<Map<number, Set<string>>> => {
  const { rows } = await db.query<{ local_server_id: number; topics: string[] }>(sql`
    select local_server_id, array_agg(topic) as topics from published_topic group by local_server_id`);
  return new Map(rows.map(({ local_server_id, topics }) => [local_server_id, new Set(topics)]));
};

/** Writes topics down before the first message: it is removed even if this process ends in between. */
export const addPublishedTopics = async (db: Db, localServerId: number, topics: readonly string[]): Promise<void> => {
  await db.query(sql`
    insert into published_topic (local_server_id, topic)
    select s.id, t from local_server s cross join unnest(${topics}::text[]) as t where s.id = ${localServerId}
    on conflict do nothing`);
};

export const deletePublishedTopics = async (
  db: Db,
  localServerId: number,
  topics: readonly string[],
): Promise<void> => {
  await db.query(sql`
    delete from published_topic where local_server_id = ${localServerId} and topic = any(${topics}::text[])`);
};
