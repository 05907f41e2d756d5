import type { RowError } from '@airdeck/contract/import-file';
import type { UserRow } from '@airdeck/contract/user/import';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import type { ImportTable, Known, Numbered } from '../../import/import-table.ts';
import { lockedRows } from '../../import/locked-rows-queries.ts';
import { withinScope } from '../../platform/db/conditions.ts';
import { INVITED_LINK_MS, type PasswordLinks } from './password-links.ts';
import { recipientOf, type UserMails } from './user-mails.ts';

interface AddedUser {
  id: number;
  organization_id: number;
  organization_code: string;
  login: string;
  name: string;
  email: string | null;
  use: 'Y' | 'N';
  language: Language;
  organization_name: string;
  organization_name_en: string | null;
}

/** Rows of a file with their organization, as far as the scope reaches it. */
const users = (rows: readonly Numbered<UserRow>[], scope: Scope): Sql => sql`
  json_to_recordset(${JSON.stringify(rows)}::json) as r (n integer, id integer, organization_code text, login text, name text,
    email text, phone text, authority text, use text, language text)
  left join organization o on o.code = r.organization_code and ${withinScope(scope, { organization: 'o.id' })}`;

/** People of a file. They have no password: each is made a link with which they set one. */
export const createUserImportTable = (links: PasswordLinks, mails: UserMails | null): ImportTable<UserRow> => ({
  entity: 'users',
  unique: [['organization_code', 'email']],
  handsOut: ['organization_code', 'login', 'name', 'link', 'link_until'],
  find: async (db, rows, scope, isLocked) => {
    const found = await db.query<Known<UserRow>>(sql`
      select r.n, u.id, u.version, u.organization_id, o.code as organization_code, u.login, u.name, u.email, u.phone,
        u.authority, u.use, u.language
      from ${users(rows, scope)} join app_user u on u.organization_id = o.id and u.login = r.login
      ${lockedRows('u', isLocked)}`);
    return found.rows;
  },
  // An e-mail is one person's in an organization. The command line manages SUPER_ roles.
  findProblems: async (db, rows, scope, { userId }) => {
    const found = await db.query<RowError>(sql`
      select r.n as row, p.field, p.code from ${users(rows, scope)}
      left join app_user named on named.organization_id = o.id and lower(named.login) = lower(r.login)
        and named.kept_login is distinct from named.login
      left join app_user known on known.id = r.id
      left join app_user mailed on mailed.organization_id = o.id and lower(mailed.email) = lower(r.email)
      cross join lateral (values
        ('organization_code', 'NOT_FOUND', o.id is null), ('login', 'DUPLICATE', r.id is null and named.id is not null),
        ('email', 'DUPLICATE', mailed.id <> coalesce(r.id, 0)),
        ('login', 'ACCESS_DENIED', known.authority in ('SUPER_ADMIN', 'SUPER_USER')),
        ('use', 'LOCKS_OUT', known.id = ${userId} and r.use = 'N'),
        ('authority', 'LOCKS_OUT', known.id = ${userId} and r.authority <> known.authority)
      ) as p (field, code, applies) where p.applies`);
    return found.rows;
  },
  insert: async (tx, rows, scope, origin) => {
    const { rows: added } = await tx.query<AddedUser & Record<string, unknown>>(sql`
      with added as (
        insert into app_user (organization_id, login, name, email, phone, authority, use, language)
        select o.id, r.login, r.name, r.email, r.phone, r.authority, r.use, r.language
        from ${users(rows, scope)} order by r.n
        returning id, organization_id, login, name, email, phone, authority, use, language
      ) select a.*, o.code as organization_code, o.name as organization_name, o.name_en as organization_name_en from added a join organization o on o.id = a.organization_id
      order by a.id`);
    const ids = added.map(({ id }) => id);
    const made = await links.createAll(tx, ids, INVITED_LINK_MS);
    return added.map(({ organization_name, organization_name_en, ...after }, index) => {
      const { id, organization_id: organizationId, organization_code, login, name } = after;
      const to = recipientOf({ ...after, organization_name, organization_name_en });
      const link = made[index];
      if (!link) throw new Error('a user was added without a link');
      const address = `${origin}/reset?token=${link.token}`;
      const handedOut = [organization_code, login, name, address, link.expires_time];
      const sendMail = () => to !== null && mails?.sendInvitation(to, link, INVITED_LINK_MS) === true;
      return { id, organizationId, after, handedOut, sendMail };
    });
  },
  update: async (tx, rows, scope) => {
    const { rowCount } = await tx.query(sql`
      update app_user set name = r.name, email = r.email, phone = r.phone, authority = r.authority, use = r.use,
        language = r.language, version = version + 1, updated_time = now()
      from (select r.* from ${users(rows, scope)}) r where app_user.id = r.id`);
    return rowCount;
  },
});
