import type { USER_ORDERS, UsersQuery } from '@airdeck/contract/user/routes';
import type { ManagedUser, NewUser, UserFields } from '@airdeck/contract/user/schema';
import { LOGIN_LOCK } from '@airdeck/domain/login-lock';
import { isLocalRole } from '@airdeck/domain/role';
import sql from 'sql-template-tag';
import { containsAny, containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';
import { ASSIGNED_PLACES } from '../../resource/user-rights-queries.ts';
import { secondFactorState } from './second-factor-queries.ts';

export type UserRow = Omit<Timestamped<ManagedUser>, 'last_login_time'> & { last_login_time: Date | null };

export const presentUser = ({ last_login_time, ...row }: UserRow): ManagedUser => ({
  ...presentTimestamps(row),
  last_login_time: last_login_time?.toISOString() ?? null,
});

const isLocked = sql`exists (
  select from failed_login f where f.code = o.code and f.login = u.login
  having max(f.failures) >= ${LOGIN_LOCK.ofAddress}
    or sum(f.failures) filter (where f.last_time > now() - ${LOGIN_LOCK.withinMs} * interval '1 ms') >= ${LOGIN_LOCK.ofAll})`;

export const userTable: ResourceTable<
  UserRow,
  ManagedUser,
  NewUser,
  UserFields,
  UsersQuery,
  (typeof USER_ORDERS)[number]
> = {
  entity: 'users',
  table: 'app_user',
  alias: 'u',
  notFound: 'USER_NOT_FOUND',
  list: {
    columns: sql`u.id, u.organization_id, o.name as organization_name, o.name_en as organization_name_en,
        o.code as organization_code, u.login, u.name, u.email, u.phone, u.authority, u.use, u.language,
        u.password_state = 'MUST_CHANGE' as must_renew,
        (u.authority <> 'LOCAL_USER' or o.user_control = 'Y') as may_control,
        ${secondFactorState} as second_factor,
        ${ASSIGNED_PLACES} as assigned,
        case when u.password_hash is null and not exists (select from sign_on_link l where l.user_id = u.id)
            then 'INVITED' when u.password_state = 'VOID' then 'RESET'
          when ${isLocked} then 'LOCKED' else 'ACTIVE' end as account_state,
        (select max(s.login_time) from session s where s.user_id = u.id) as last_login_time,
        u.created_time, u.updated_time, u.version`,
    from: sql`app_user u join organization o on o.id = u.organization_id`,
    fields: {
      organization_name: 'o.name',
      name: 'u.name_key',
      login: 'u.login',
      email: 'u.email',
      phone: 'u.phone',
      authority: 'u.authority',
      use: 'u.use',
      language: 'u.language',
      created_time: 'u.created_time',
      updated_time: 'u.updated_time',
    },
    order: ['o.name', 'u.name_key', 'u.id'],
  },
  scope: { organization: 'u.organization_id', user: 'u.id' },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 'u.name', 'u.login', 'u.email', 'u.phone'], query.search),
    ...containsAny(['o.name', 'o.name_en'], query.organizationName),
    ...equals('u.organization_id', query.organizationId),
    ...equals('u.authority', query.authority),
    ...equals('u.use', query.use),
  ],
  present: presentUser,
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  insert: async (tx, added, scope) => {
    const { rows } = await tx.query<{ id: number }>(sql`
        insert into app_user (organization_id, login, name, email, phone, authority, use, language)
        select o.id, ${added.login}, ${added.name}, ${added.email}, ${added.phone}, ${added.authority}, ${added.use},
          ${added.language} from organization o
        where o.id = ${added.organization_id} and ${withinScope(scope, { organization: 'o.id' })} returning id`);
    return rows[0]?.id;
  },
  update: async (tx, row, edited, editor) => {
    refuseSuper(row);
    if (row.id === editor.userId) {
      if (edited.use === 'N') throw new Failure('LOCKS_OUT', { use: 'LOCKS_OUT' });
      if (edited.authority !== row.authority) throw new Failure('LOCKS_OUT', { authority: 'LOCKS_OUT' });
    }
    const { rowCount } = await tx.query(sql`
        update app_user set login = ${edited.login}, name = ${edited.name}, email = ${edited.email},
          phone = ${edited.phone}, authority = ${edited.authority}, use = ${edited.use}, language = ${edited.language},
          version = version + 1, updated_time = now()
        where id = ${row.id}`);
    return rowCount > 0;
  },
  checkRemoval: async (_tx, row, editor) => refuseOneself(row, editor.userId),
};

const refuseSuper = ({ authority }: UserRow): void => {
  if (!isLocalRole(authority)) throw new Failure('ACCESS_DENIED');
};

/** Users that an administrator may not delete or reset: higher roles, which the command line manages, and oneself. */
export const refuseOneself = (row: UserRow, userId: number | null): void => {
  if (row.id === userId) throw new Failure('LOCKS_OUT');
  refuseSuper(row);
};
