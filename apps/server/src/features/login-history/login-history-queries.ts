import type { LOGIN_ORDERS, LoginsQuery } from '@airdeck/contract/record/routes';
import type { LoginRecord } from '@airdeck/contract/record/schema';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import type { TimeRange } from '@airdeck/domain/range';
import sql, { type Sql } from 'sql-template-tag';
import { localizedList } from '../../localization/localized-names-queries.ts';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type ListSource, readPage } from '../../platform/db/read-page.ts';

export type LoginRow = Omit<LoginRecord, 'login_time' | 'logout_time'> & {
  login_time: Date;
  logout_time: Date | null;
  organization_id: number | null;
};

/** A session is a successful login. The row keeps the user's id and name, because users are deleted and history stays. */
const TRIES = sql`(
  select s.id::text, s.organization_id, s.user_id, s.user_login, s.user_name, s.ip, s.login_time, s.logout_time,
    'OK' as result from session s
  union all
  select r.id::text, r.organization_id, r.user_id, r.user_login, r.user_name, r.ip, r.time, null, r.result
  from blocked_login r)`;

export const LOGINS: ListSource<(typeof LOGIN_ORDERS)[number]> = {
  columns: sql`t.id, t.organization_id, o.name as organization_name, t.user_id, t.user_login, t.user_name, t.ip, t.login_time,
    t.logout_time, t.result`,
  from: sql`${TRIES} t left join organization o on o.id = t.organization_id`,
  fields: {
    organization_name: 'o.name',
    user_login: 't.user_login',
    user_name: 't.user_name',
    ip: 't.ip',
    login_time: 't.login_time',
    logout_time: 't.logout_time',
    result: 't.result',
  },
  order: ['t.login_time desc', 't.id'],
};

/** Columns by which a viewer's scope reaches a login. */
export const LOGIN_SCOPE = { organization: 't.organization_id', user: 't.user_id' };

const reached = (scope: Scope): Sql => withinScope(scope, LOGIN_SCOPE);

const within = (range: TimeRange | null): Sql[] =>
  range ? [sql`t.login_time >= ${new Date(range.start)} and t.login_time < ${new Date(range.end)}`] : [];

export const loginFilters = (
  { search, result }: Pick<LoginsQuery, 'search' | 'result'>,
  range: TimeRange | null,
): Sql[] => [
  ...within(range),
  ...containsWords(['o.name', 'o.name_en', 't.user_login', 't.user_name', 't.ip'], search),
  ...equals('t.result', result),
];

export const listLogins = (db: Db, scope: Scope, range: TimeRange | null, query: LoginsQuery, language: Language) =>
  readPage<LoginRow, keyof typeof LOGINS.fields>(
    db,
    localizedList(LOGINS, language),
    [reached(scope), ...loginFilters(query, range)],
    query,
  );

/** Every bucket of every zone is made of whole half hours of UTC. */
const HALF_HOUR_S = 1800;

interface HalfHour {
  start: Date;
  logins: number;
  failures: number;
}

/** Logins by half hour, in order; half hours without any are left out. */
export const countLogins = async (db: Db, scope: Scope, range: TimeRange): Promise<HalfHour[]> => {
  const { rows } = await db.query<HalfHour & Record<string, unknown>>(sql`
    select to_timestamp(floor(extract(epoch from t.login_time) / ${HALF_HOUR_S}) * ${HALF_HOUR_S}) as start,
      count(*) filter (where t.result = 'OK')::integer as logins,
      count(*) filter (where t.result <> 'OK')::integer as failures
    from ${LOGINS.from} where ${reached(scope)} and ${within(range)[0] ?? sql`true`}
    group by 1 order by 1`);
  return rows;
};
