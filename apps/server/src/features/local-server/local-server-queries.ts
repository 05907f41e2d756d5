import type { LOCAL_SERVER_ORDERS, LocalServersQuery } from '@airdeck/contract/local-server/routes';
import type { LocalServer, LocalServerFields, NewLocalServer } from '@airdeck/contract/local-server/schema';
import sql from 'sql-template-tag';
import { containsAny, equals, withinScope } from '../../platform/db/conditions.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { ResourceTable } from '../../registry/resource-table.ts';
import { presentStamps, type Stamped } from '../../registry/stamps.ts';

type Row = Omit<Stamped<LocalServer>, 'connection'>;

/** An account without a password is possible, a password without an account is not. */
const sealedOf = (seal: PasswordSeal, { account, account_password }: LocalServerFields): Buffer | null =>
  account && account_password ? seal.seal(account_password) : null;

export const createLocalServerTable = (
  seal: PasswordSeal,
): ResourceTable<
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
    columns: sql`s.id, s.organization_id, o.name as organization_name, s.name, s.ip, s.port, s.tls, s.account,
        case when s.password is null then 'N' else 'Y' end as has_password, s.description, s.use,
        s.created_time, s.updated_time, s.version`,
    from: sql`local_server s join organization o on o.id = s.organization_id`,
    fields: {
      organization_name: 'o.name',
      name: 's.name',
      ip: 's.ip',
      port: 's.port',
      account: 's.account',
      tls: 's.tls',
      use: 's.use',
      created_time: 's.created_time',
      updated_time: 's.updated_time',
    },
    order: ['o.name', 's.name', 's.id'],
  },
  scope: { organization: 's.organization_id' },
  filters: (query) => [
    ...containsAny(['o.name', 's.name', 's.ip', 's.account', 's.description'], query.search),
    ...equals('s.organization_id', query.organizationId),
    ...equals('s.use', query.use),
  ],
  present: (row) => ({ ...presentStamps(row), connection: 'NOT_YET' }),
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  insert: async (tx, added, scope) => {
    const { rows } = await tx.query<{ id: number }>(sql`
        insert into local_server (organization_id, name, ip, port, tls, account, password, description, use)
        select o.id, ${added.name}, ${added.ip}, ${added.port}::integer, ${added.tls}, ${added.account},
          ${sealedOf(seal, added)}::bytea, ${added.description}, ${added.use}
        from organization o
        where o.id = ${added.organization_id} and ${withinScope(scope, { organization: 'o.id' })} returning id`);
    return rows[0]?.id;
  },
  // An empty password keeps the one that is there; without an account there is none to keep.
  update: async (tx, { id }, edited) => {
    const { rowCount } = await tx.query(sql`
        update local_server set name = ${edited.name}, ip = ${edited.ip}, port = ${edited.port}, tls = ${edited.tls},
          account = ${edited.account},
          password = case when ${edited.account}::text is null then null
            else coalesce(${sealedOf(seal, edited)}::bytea, password) end,
          description = ${edited.description}, use = ${edited.use}, version = version + 1, updated_time = now()
        where id = ${id}`);
    return rowCount > 0;
  },
});
