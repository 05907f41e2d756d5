import type { SIGN_ON_ORDERS, SignOnQuery } from '@airdeck/contract/sign-on/routes';
import {
  type NewSignOnProvider,
  type SignOnFields,
  type SignOnProvider,
  signOnErrors,
} from '@airdeck/contract/sign-on/schema';
import sql from 'sql-template-tag';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import { naturalOrder } from '../../platform/db/read-page.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';

const check = (organizationId: number | null, fields: SignOnFields): void => {
  const errors = signOnErrors(organizationId, fields);
  if (!URL.canParse(fields.issuer)) errors.issuer = 'ISSUER';
  if (Object.keys(errors).length > 0) throw new Failure('INVALID_PARAMETER', errors);
};

/** A provider of an organization has no claim for it. */
const claimOf = (organizationId: number | null, { organization_claim: claim }: SignOnFields): string | null =>
  organizationId === null ? claim : null;

export const createSignOnProviderTable = (
  seal: PasswordSeal,
): ResourceTable<
  Timestamped<SignOnProvider>,
  SignOnProvider,
  NewSignOnProvider,
  SignOnFields,
  SignOnQuery,
  (typeof SIGN_ON_ORDERS)[number]
> => ({
  entity: 'sign_on_providers',
  table: 'sign_on_provider',
  alias: 'p',
  list: {
    columns: sql`p.id, p.organization_id, o.name as organization_name, p.name, p.name_en, p.issuer, p.client_id, p.scopes,
      p.endpoint_hosts, p.login_claim, p.name_claim, p.email_claim, p.organization_claim, p.role_claim, p.admin_values,
      p.user_values, p.password_login, p.use,
      (select count(*) from sign_on_link l where l.issuer = p.issuer
        and (p.organization_id is null or l.organization_id = p.organization_id)) as user_count,
      p.created_time, p.updated_time, p.version`,
    from: sql`sign_on_provider p left join organization o on o.id = p.organization_id`,
    fields: {
      organization_name: 'o.name',
      name: naturalOrder('p.name'),
      issuer: 'p.issuer',
      password_login: 'p.password_login',
      use: 'p.use',
      created_time: 'p.created_time',
      updated_time: 'p.updated_time',
    },
    order: ['o.name nulls first', 'p.id'],
  },
  scope: { organization: 'p.organization_id', isShared: true },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 'p.name', 'p.name_en', 'p.issuer'], query.search),
    ...equals('p.organization_id', query.organizationId),
    ...equals('p.use', query.use),
  ],
  present: presentTimestamps,
  passing: ['user_count'],
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  insert: async (tx, added, scope) => {
    const { organization_id: organizationId } = added;
    check(organizationId, added);
    const { rows } = await tx.query<{ id: number }>(sql`
      insert into sign_on_provider (organization_id, name, name_en, issuer, client_id, client_secret, scopes,
        endpoint_hosts, login_claim, name_claim, email_claim, organization_claim, role_claim, admin_values, user_values,
        password_login, use)
      select ${organizationId}::integer, ${added.name}, ${added.name_en}, ${added.issuer}, ${added.client_id},
        ${seal.seal(added.client_secret)}::bytea, ${added.scopes}, ${added.endpoint_hosts}, ${added.login_claim},
        ${added.name_claim}, ${added.email_claim}, ${claimOf(organizationId, added)}, ${added.role_claim},
        ${added.admin_values}, ${added.user_values}, ${added.password_login}, ${added.use}
      where ${organizationId}::integer is null or exists (select from organization o where o.id = ${organizationId}
        and ${withinScope(scope, { organization: 'o.id' })})
      on conflict (organization_id) do nothing returning id`);
    if (rows[0]) return rows[0].id;
    const { rowCount } = await tx.query(sql`
      select from sign_on_provider where organization_id is not distinct from ${organizationId}::integer`);
    if (rowCount > 0) throw new Failure('INVALID_PARAMETER', { organization_id: 'DUPLICATE' });
    return undefined;
  },
  // An empty secret keeps the stored one.
  update: async (tx, { id, organization_id: organizationId }, edited) => {
    check(organizationId, edited);
    const secret = edited.client_secret ? seal.seal(edited.client_secret) : null;
    const { rowCount } = await tx.query(sql`
      update sign_on_provider set name = ${edited.name}, name_en = ${edited.name_en}, issuer = ${edited.issuer},
        client_id = ${edited.client_id}, client_secret = coalesce(${secret}::bytea, client_secret),
        scopes = ${edited.scopes}, endpoint_hosts = ${edited.endpoint_hosts}, login_claim = ${edited.login_claim},
        name_claim = ${edited.name_claim}, email_claim = ${edited.email_claim},
        organization_claim = ${claimOf(organizationId, edited)}, role_claim = ${edited.role_claim},
        admin_values = ${edited.admin_values}, user_values = ${edited.user_values},
        password_login = ${edited.password_login}, use = ${edited.use}, version = version + 1, updated_time = now()
      where id = ${id}`);
    return rowCount > 0;
  },
});
