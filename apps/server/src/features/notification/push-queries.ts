import type { PushSubscriptionKeys } from '@airdeck/contract/notification/push';
import type { Language } from '@airdeck/contract/user/schema';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Browser } from '../../platform/web-push.ts';

/** Browsers of a user; of more the oldest is forgotten. */
export const MAX_BROWSERS = 10;

/** Whoever subscribes in a browser has it: whose it was before is told there no longer. */
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

export interface UserBrowser extends Browser {
  id: number;
  language: Language;
}

/** The browsers in which a user of an organization is to be told; none of who is out of use. */
export const listBrowsers = async (db: Db, organizationId: number, login: string): Promise<UserBrowser[]> => {
  const { rows } = await db.query<UserBrowser & Record<string, unknown>>(sql`
    select s.id, s.endpoint, s.p256dh, s.auth, u.language from push_subscription s
    join app_user u on u.id = s.user_id join organization o on o.id = u.organization_id
    where o.id = ${organizationId} and u.login = ${login} and u.use = 'Y' and o.use = 'Y'
    order by s.created_time desc, s.id desc limit ${MAX_BROWSERS}`);
  return rows;
};

/** Writes down which browsers' push services took a message, and forgets those that are no more. */
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
