import type { ConnectionError } from '@airdeck/contract/local-server/schema';
import sql from 'sql-template-tag';
import { HOME_ASSISTANT_COMMANDS } from '../../device-messages/home-assistant-topics.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { LOCAL_SERVERS } from '../../registry/local-server-queries.ts';
import type { Tables } from '../../schema/tables.ts';

/** A process of the role `devices` that has reported within this time is alive and keeps its local servers. */
export const HOLDER_SILENT_MS = 10_000;
const LIVES = sql`role = 'devices' and seen_time >= clock_timestamp() - ${HOLDER_SILENT_MS} * interval '1 millisecond'`;

/** A session at a local server, for one organization, with the data that its connection needs. */
export type SiteRow = Pick<
  Tables['local_server'],
  'id' | 'port' | 'further_addresses' | 'tls' | 'ca' | 'account' | 'password' | 'own_login'
> & {
  organization_id: number;
  /** Address or name of its host. */
  ip: string;
  /** Codes of the organization: aliases, oldest first, then the current one. */
  codes: string[];
  /** Filters of the doors that receive from it. */
  door_filters: string[];
};

/** Whether a process `p` is alive and holds the local server of the status `t`. */
export const IS_HELD = sql`p.supervisor_id = t.holder and ${LIVES}`;

const IS_USED = sql`s.use = 'Y' and o.use = 'Y'`;

const SITE_COLUMNS = sql`s.id, o.id as organization_id,
        array(select a.code from organization_alias a where a.organization_id = o.id order by a.created_time, a.code)
          || o.code as codes,
        array(select distinct unnest(case when d.home_assistant is null then d.filters
            else d.filters || ${HOME_ASSISTANT_COMMANDS}::text end)
          from door d where d.local_server_id = s.id and d.organization_id = o.id and d.use = 'Y'
          order by 1) as door_filters,
        coalesce(s.host, s.ip) as ip, s.port, s.further_addresses, s.tls, s.ca, s.account, s.password, s.own_login`;

/**
 * Takes sessions that no living process holds, up to a fair share of all. A process that has not registered itself yet
 * takes none.
 */
export const claimSites = async (db: Db | Tx, { holder, now }: { holder: string; now: number }): Promise<void> => {
  await db.query(sql`
    with alive as (select supervisor_id from process where ${LIVES}),
    used as (select s.id, o.id as organization_id from ${LOCAL_SERVERS} where ${IS_USED}),
    share as (
      select ceil((select count(*) from used)::numeric / greatest(1, (select count(*) from alive)))
        - (select count(*) from local_server_status where holder = ${holder}::uuid) as open
    )
    insert into local_server_status as t (local_server_id, organization_id, holder, state, down_since)
    select u.id, u.organization_id, ${holder}::uuid, 'CONNECTING', ${new Date(now)}::timestamptz
    from used u
    left join local_server_status k on k.local_server_id = u.id and k.organization_id = u.organization_id
    where (k.holder is null or k.holder not in (select supervisor_id from alive))
      and ${holder}::uuid in (select supervisor_id from alive)
    order by u.id, u.organization_id limit greatest(0, (select open from share))::bigint
    on conflict (local_server_id, organization_id) do update
      set holder = excluded.holder, state = excluded.state, error = null, connected_time = null,
        down_since = coalesce(t.down_since, excluded.down_since), messages_a_minute = 0
      where t.holder not in (select supervisor_id from process where ${LIVES})`);
};

/** Releases this process's surplus over its share, if another running process can take it. */
export const shareSites = async (db: Db | Tx, holder: string): Promise<void> => {
  await db.query(sql`
    with alive as (select count(*) as count from process where ${LIVES}),
    held as (
      select local_server_id, organization_id, row_number() over (order by local_server_id, organization_id) as place
      from local_server_status where holder = ${holder}::uuid),
    used as (select count(*) as count from ${LOCAL_SERVERS} where ${IS_USED})
    delete from local_server_status t using held, alive, used
    where t.local_server_id = held.local_server_id and t.organization_id = held.organization_id
      and t.holder = ${holder}::uuid
      and alive.count > 1 and held.place > ceil(used.count::numeric / alive.count)`);
};

/** The sessions that this process holds and connects. One that is out of use is held no longer. */
export const listHeldSites = async (db: Db, holder: string): Promise<SiteRow[]> =>
  db.tx(async (tx) => {
    await tx.query(sql`
      delete from local_server_status t where t.holder = ${holder}::uuid and not exists (
        select from ${LOCAL_SERVERS} where s.id = t.local_server_id and o.id = t.organization_id and ${IS_USED})`);
    const { rows } = await tx.query<SiteRow>(sql`
      select ${SITE_COLUMNS}
      from local_server_status t join local_server s on s.id = t.local_server_id
      join organization o on o.id = t.organization_id
      where t.holder = ${holder}::uuid and ${IS_USED} order by s.id, o.id`);
    return rows;
  });

/** The sessions at a local server that logs in by a secret of this server. */
export const listSitesWithOwnLogin = async (db: Db | Tx, id: number): Promise<SiteRow[]> => {
  const { rows } = await db.query<SiteRow>(sql`
    select ${SITE_COLUMNS} from ${LOCAL_SERVERS} where s.id = ${id} and s.own_login = 'Y' and ${IS_USED}`);
  return rows;
};

/** What names a session, and the addresses at which it may be. */
export type SiteSession = Pick<SiteRow, 'id' | 'organization_id' | 'ip' | 'port' | 'further_addresses'>;

/** Sessions of which another process may take care from now on; the others are out of use. */
export const listUsedSites = async (db: Db | Tx, sessions: readonly SiteSession[]): Promise<SiteSession[]> => {
  const { rows } = await db.query<SiteSession>(sql`
    select s.id, o.id as organization_id, coalesce(s.host, s.ip) as ip, s.port, s.further_addresses
    from ${LOCAL_SERVERS} where ${IS_USED} and (s.id, o.id) in (
      select * from unnest(${sessions.map(({ id }) => id)}::integer[],
        ${sessions.map((each) => each.organization_id)}::integer[]))`);
  return rows;
};

/** State of a session; times are epoch milliseconds. */
export interface SiteStatus {
  id: number;
  organizationId: number;
  state: 'CONNECTING' | 'CONNECTED' | 'DISCONNECTED';
  error: ConnectionError | null;
  connectedTime: number | null;
  downSince: number | null;
  heardTime: number | null;
  lastMessageTime: number | null;
  messagesAMinute: number;
}

const isoOf = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** Saves the states of sessions that this process still holds. */
export const saveSiteStatus = async (db: Db | Tx, holder: string, all: readonly SiteStatus[]): Promise<void> => {
  if (all.length === 0) return;
  await db.query(sql`
    update local_server_status t set state = n.state, error = n.error, connected_time = n.connected_time,
      down_since = n.down_since, heard_time = coalesce(n.heard_time, t.heard_time), last_message_time = coalesce(n.last_message_time, t.last_message_time),
      messages_a_minute = n.messages_a_minute
    from unnest(${all.map(({ id }) => id)}::integer[], ${all.map((each) => each.organizationId)}::integer[],
      ${all.map(({ state }) => state)}::text[], ${all.map(({ error }) => error)}::text[], ${all.map((each) => isoOf(each.connectedTime))}::timestamptz[],
      ${all.map((each) => isoOf(each.downSince))}::timestamptz[],
      ${all.map((each) => isoOf(each.heardTime))}::timestamptz[],
      ${all.map((each) => isoOf(each.lastMessageTime))}::timestamptz[],
      ${all.map((each) => each.messagesAMinute)}::integer[])
      as n(id, organization_id, state, error, connected_time, down_since, heard_time, last_message_time, messages_a_minute)
    where t.local_server_id = n.id and t.organization_id = n.organization_id and t.holder = ${holder}::uuid`);
};

/** Another process may take over what this one held. */
export const releaseSites = async (db: Db | Tx, holder: string): Promise<void> => {
  await db.query(sql`delete from local_server_status where holder = ${holder}::uuid`);
};
