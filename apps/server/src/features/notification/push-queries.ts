import type { PushSubscriptionKeys } from '@airdeck/contract/notification/push';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Browser } from '../../platform/web-push.ts';
import type { Tables } from '../../schema/tables.ts';

/** Maximum browsers of a user; the oldest is removed for a new one. */
export const MAX_BROWSERS = 10;

/** Subscribes a browser for a user. A browser belongs to the last user who subscribed in it. */
export const insertSubscription = async (
  tx: Tx,
  userId: number,
  endpointHash: Buffer,
  { endpoint, p256dh, auth }: PushSubscriptionKeys,
): Promise<void> => {
  await tx.query(sql`
    insert into push_subscription (user_id, endpoint_hash, endpoint, p256dh, auth)
    values (${userId}, ${endpointHash}, ${endpoint}, ${p256dh}, ${auth})
    on conflict (endpoint_hash) do update set user_id = excluded.user_id, p256dh = excluded.p256dh,
      auth = excluded.auth, created_time = excluded.created_time`);
  await tx.query(sql`
    delete from push_subscription where id in (
      select id from push_subscription where user_id = ${userId} order by created_time desc, id desc
      offset ${MAX_BROWSERS})`);
};

export const isSubscribed = async (db: Db, userId: number, endpointHash: Buffer): Promise<boolean> => {
  const { rowCount } = await db.query(
    sql`select from push_subscription where user_id = ${userId} and endpoint_hash = ${endpointHash}`,
  );
  return rowCount > 0;
};

export const deleteSubscription = async (db: Db, userId: number, endpointHash: Buffer): Promise<void> => {
  await db.query(sql`delete from push_subscription where user_id = ${userId} and endpoint_hash = ${endpointHash}`);
};

export interface UserBrowser extends Browser, Pick<Tables['app_user'], 'language'> {
  id: number;
}

/** The subscribed browsers of a user; none for a disabled user or organization. */
export const listBrowsers = async (db: Db, organizationId: number, login: string): Promise<UserBrowser[]> => {
  const { rows } = await db.query<UserBrowser & Record<string, unknown>>(sql`
    select s.id, s.endpoint, s.p256dh, s.auth, u.language from push_subscription s
    join app_user u on u.id = s.user_id join organization o on o.id = u.organization_id
    where o.id = ${organizationId} and u.login = ${login} and u.use = 'Y' and o.use = 'Y'
    order by s.created_time desc, s.id desc limit ${MAX_BROWSERS}`);
  return rows;
};

/** Records which browsers' push services accepted a message, and deletes expired subscriptions. */
export const settleBrowsers = async (
  db: Db,
  { taken, gone, now }: { taken: readonly number[]; gone: readonly number[]; now: number },
): Promise<void> => {
  if (taken.length > 0)
    await db.query(
      sql`update push_subscription set pushed_time = ${new Date(now)} where id = any(${taken}::integer[])`,
    );
  if (gone.length > 0) await db.query(sql`delete from push_subscription where id = any(${gone}::integer[])`);
};
