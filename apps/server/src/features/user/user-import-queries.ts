import type { RowError } from '@airdeck/contract/import-file';
import type { UserRow } from '@airdeck/contract/user/import';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import type { ImportTable, Numbered } from '../../import/import-table.ts';
import { withinScope } from '../../platform/db/conditions.ts';
import { IMPORTED_LINK_MS, type PasswordLinks } from './password-links.ts';

interface AddedUser {
  id: number;
  organization_id: number;
  organization_code: string;
  login: string;
  name: string;
}

/** Rows of a file with their organization, as far as the scope reaches it. */
const users = (rows: readonly Numbered<UserRow>[], scope: Scope): Sql => sql`
  json_to_recordset(${JSON.stringify(rows)}::json) as r (n integer, organization_code text, login text, name text,
    email text, phone text, authority text, use text, language text)
  left join organization o on o.code = r.organization_code and ${withinScope(scope, { organization: 'o.id' })}`;

/** People of a file. They have no password: each is made a link with which they set one. */
export const createUserImportTable = (links: PasswordLinks): ImportTable<UserRow> => ({
  entity: 'users',
  unique: [['organization_code', 'login'], ['email']],
  caseless: ['email'],
  handsOut: ['organization_code', 'login', 'name', 'link', 'link_until'],
  // An e-mail is one person's in the whole installation.
  findProblems: async (db, rows, scope) => {
    const found = await db.query<RowError>(sql`
      select r.n as row, p.field, p.code from ${users(rows, scope)}
      left join app_user named on named.organization_id = o.id and named.login = r.login
      left join app_user mailed on lower(mailed.email) = lower(r.email)
      cross join lateral (values
        ('organization_code', 'NOT_FOUND', o.id is null), ('login', 'DUPLICATE', named.id is not null),
        ('email', 'DUPLICATE', mailed.id is not null)
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
      ) select a.*, o.code as organization_code from added a join organization o on o.id = a.organization_id
      order by a.id`);
    const ids = added.map(({ id }) => id);
    const made = await links.createAll(tx, ids, IMPORTED_LINK_MS);
    return added.map((after, index) => {
      const { id, organization_id: organizationId, organization_code, login, name } = after;
      const link = made[index];
      if (!link) throw new Error('a user was added without a link');
      const address = `${origin}/reset?token=${link.token}`;
      return { id, organizationId, after, handedOut: [organization_code, login, name, address, link.expires_time] };
    });
  },
});
