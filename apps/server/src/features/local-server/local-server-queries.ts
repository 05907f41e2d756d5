import type { LOCAL_SERVER_ORDERS, LocalServersQuery } from '@airdeck/contract/local-server/routes';
import {
  CONNECTIONS,
  type LocalServer,
  type LocalServerFields,
  type NewLocalServer,
} from '@airdeck/contract/local-server/schema';
import { parseHostPorts } from '@airdeck/domain/host-port';
import { isIpAddress } from '@airdeck/domain/ip-address';
import sql, { raw } from 'sql-template-tag';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import { naturalOrder } from '../../platform/db/read-page.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { SiteAddressRule } from '../../platform/net/site-address.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';
import { IS_HELD } from './site-queries.ts';

type Times = 'connected_time' | 'down_time' | 'last_message_time';
type Row = Omit<Timestamped<LocalServer>, Times> & Record<Times, Date | null>;

/** Positions of the worst states are the lowest. */
const positionOf = (state: string): string => `array_position('{${CONNECTIONS.join(',')}}'::text[], ${state})`;

/** Of the sessions at a local server the worst one, whose state is valid while its holding process runs. */
const SESSIONS = sql`left join lateral (
    select x.*, sum(messages) over ()::integer as messages_a_minute, max(heard) over () as last_message_time
    from (
      select case when p.role is null then 'UNKNOWN' else t.state end as state,
        case when p.role is not null then t.error end as error,
        case when p.role is not null then t.connected_time end as connected_time, t.down_since,
        t.messages_a_minute as messages, t.last_message_time as heard
      from local_server_status t left join process p on ${IS_HELD} where t.local_server_id = s.id
    ) x
    order by ${raw(positionOf('state'))} limit 1
  ) t on true`;
const CONNECTION = `case when s.use = 'N' or o.use = 'N' then 'UNUSED' else coalesce(t.state, 'UNKNOWN') end`;

/** An account without a password is possible, a password without an account is not. */
const sealedOf = (
  seal: PasswordSeal,
  { account_password }: LocalServerFields,
  account: string | null,
): Buffer | null => (account && account_password ? seal.seal(account_password) : null);

/** An own login needs no account. */
const accountOf = ({ account, own_login }: LocalServerFields): string | null => (own_login === 'Y' ? null : account);

/** In place of the address of a host that has a name. */
const NO_ADDRESS = '0.0.0.0';

const isRefused = (isAllowed: SiteAddressRule, host: string): boolean => isIpAddress(host) && !isAllowed(host);

/** The columns of the addresses. Names are checked when they are resolved. */
const addressesOf = (isAllowed: SiteAddressRule, { ip, further_addresses }: LocalServerFields) => {
  if (isRefused(isAllowed, ip)) throw new Failure('INVALID_PARAMETER', { ip: 'ADDRESS_REFUSED' });
  const further = parseHostPorts(further_addresses ?? '') ?? [];
  if (further.some(({ host }) => isRefused(isAllowed, host))) {
    throw new Failure('INVALID_PARAMETER', { further_addresses: 'ADDRESS_REFUSED' });
  }
  const isAddress = isIpAddress(ip);
  return {
    ip: isAddress ? ip : NO_ADDRESS,
    host: isAddress ? null : ip,
    further: further.length > 0 ? further_addresses : null,
  };
};

export const createLocalServerTable = ({
  seal,
  isAllowed,
}: {
  seal: PasswordSeal;
  isAllowed: SiteAddressRule;
}): ResourceTable<
  Row,
  LocalServer,
  NewLocalServer,
  LocalServerFields,
  LocalServersQuery,
  (typeof LOCAL_SERVER_ORDERS)[number]
> => ({
  entity: 'local_servers',
  table: 'local_server',
  alias: 's',
  list: {
    columns: sql`s.id, s.organization_id, o.name as organization_name, s.name, coalesce(s.host, s.ip) as ip, s.port,
        s.further_addresses, s.tls, s.ca, s.own_login, s.account,
        case when s.password is null then 'N' else 'Y' end as has_password, ${raw(CONNECTION)} as connection,
        t.error as connection_error, t.connected_time, t.down_since as down_time,
        t.last_message_time, coalesce(t.messages_a_minute, 0) as messages_a_minute, s.description, s.use,
        s.created_time, s.updated_time, s.version`,
    from: sql`local_server s left join organization o on o.id = s.organization_id ${SESSIONS}`,
    fields: {
      organization_name: 'o.name',
      name: naturalOrder('s.name'),
      ip: 'coalesce(s.host, s.ip)',
      port: 's.port',
      account: 's.account',
      tls: 's.tls',
      connection: positionOf(CONNECTION),
      last_message_time: 't.last_message_time',
      use: 's.use',
      created_time: 's.created_time',
      updated_time: 's.updated_time',
    },
    order: ['o.name nulls first', naturalOrder('s.name'), 's.id'],
  },
  scope: { organization: 's.organization_id' },
  filters: (query) => [
    ...containsWords(
      ['o.name', 'o.name_en', 's.name', 'coalesce(s.host, s.ip)', 's.further_addresses', 's.account', 's.description'],
      query.search,
    ),
    ...equals('s.organization_id', query.organizationId),
    ...equals('s.use', query.use),
    ...equals(CONNECTION, query.connection),
  ],
  present: (row) => ({
    ...presentTimestamps(row),
    connected_time: row.connected_time?.toISOString() ?? null,
    down_time: row.down_time?.toISOString() ?? null,
    last_message_time: row.last_message_time?.toISOString() ?? null,
  }),
  passing: ['connection', 'connection_error', 'connected_time', 'down_time', 'last_message_time', 'messages_a_minute'],
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  insert: async (tx, added, scope) => {
    const { organization_id: organizationId } = added;
    if (organizationId === null && scope.reach !== 'all') return undefined;
    const addresses = addressesOf(isAllowed, added);
    const account = accountOf(added);
    const { rows } = await tx.query<{ id: number }>(sql`
        insert into local_server (organization_id, name, ip, host, port, further_addresses, tls, ca, own_login, account,
          password, description, use)
        select ${organizationId}::integer, ${added.name}, ${addresses.ip}, ${addresses.host}, ${added.port}::integer, ${addresses.further},
          ${added.tls}, ${added.ca}, ${added.own_login}, ${account}, ${sealedOf(seal, added, account)}::bytea,
          ${added.description}, ${added.use}
        where ${organizationId}::integer is null or exists (select from organization o where o.id = ${organizationId}
          and ${withinScope(scope, { organization: 'o.id' })}) returning id`);
    return rows[0]?.id;
  },
  // An empty password keeps the stored one; without an account there is none.
  update: async (tx, { id }, edited) => {
    const addresses = addressesOf(isAllowed, edited);
    const account = accountOf(edited);
    const { rowCount } = await tx.query(sql`
        update local_server set name = ${edited.name}, ip = ${addresses.ip}, host = ${addresses.host},
          port = ${edited.port}, further_addresses = ${addresses.further}, tls = ${edited.tls}, ca = ${edited.ca},
          own_login = ${edited.own_login}, account = ${account},
          password = case when ${account}::text is null then null
            else coalesce(${sealedOf(seal, edited, account)}::bytea, password) end,
          description = ${edited.description}, use = ${edited.use}, version = version + 1, updated_time = now()
        where id = ${id}`);
    return rowCount > 0;
  },
});
