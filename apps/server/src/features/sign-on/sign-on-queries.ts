import type { OfferedProvider } from '@airdeck/contract/sign-on/login';
import type { Language } from '@airdeck/contract/user/schema';
import type { LocalRole, Role } from '@airdeck/domain/role';
import type { ClaimMapping } from '@airdeck/domain/sign-on';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

export interface ProviderRow extends ClaimMapping {
  id: number;
  version: number;
  organization_id: number | null;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: Buffer;
  scopes: string;
  endpoint_hosts: string | null;
}

/** The provider that logs in the people of an organization code or alias; of an unknown one, that of the installation. */
export const findOfferedProvider = async (db: Db, code: string | undefined): Promise<OfferedProvider | undefined> => {
  const { rows } = await db.query<OfferedProvider & Record<string, unknown>>(sql`
    select p.id, p.name, p.name_en, p.password_login from sign_on_provider p
    where p.id = sign_on_provider_of((select id from organization where code = ${code ?? null}
      union all select organization_id from organization_alias where code = ${code ?? null} limit 1))`);
  return rows[0];
};

const PROVIDER = sql`p.id, p.version, p.organization_id, p.name, p.issuer, p.client_id, p.client_secret, p.scopes,
  p.endpoint_hosts, p.login_claim, p.name_claim, p.email_claim, p.organization_claim, p.role_claim, p.admin_values,
  p.user_values`;

export const findProvider = async (db: Db, id: number): Promise<ProviderRow | undefined> => {
  const { rows } = await db.query<ProviderRow & Record<string, unknown>>(sql`
    select ${PROVIDER} from sign_on_provider p where p.id = ${id} and p.use = 'Y'`);
  return rows[0];
};

export interface Attempt {
  nonce: string;
  verifier: string;
  redirect_uri: string;
}

export const insertAttempt = async (
  db: Db,
  provider: ProviderRow,
  attempt: Attempt & { stateHash: Buffer; secretHash: Buffer; expires: number },
): Promise<void> => {
  await db.query(sql`
    insert into sign_on_attempt (state_hash, provider_id, provider_version, secret_hash, nonce, verifier, redirect_uri,
      expires_time)
    values (${attempt.stateHash}, ${provider.id}, ${provider.version}, ${attempt.secretHash}, ${attempt.nonce},
      ${attempt.verifier}, ${attempt.redirect_uri}, ${new Date(attempt.expires)})`);
};

/** Ends an attempt and returns it with its provider; undefined: unknown, used, expired, or the provider has changed. */
export const takeAttempt = async (
  db: Db,
  { stateHash, secretHash, time }: { stateHash: Buffer; secretHash: Buffer; time: number },
): Promise<(Attempt & { provider: ProviderRow }) | undefined> => {
  const { rows } = await db.query<Attempt & ProviderRow & Record<string, unknown>>(sql`
    with taken as (
      delete from sign_on_attempt where state_hash = ${stateHash} and secret_hash = ${secretHash} returning *
    ) select t.nonce, t.verifier, t.redirect_uri, ${PROVIDER} from taken t
    join sign_on_provider p on p.id = t.provider_id and p.version = t.provider_version and p.use = 'Y'
    where t.expires_time > ${new Date(time)}`);
  const [row] = rows;
  if (!row) return undefined;
  const { nonce, verifier, redirect_uri, ...provider } = row;
  return { nonce, verifier, redirect_uri, provider };
};

/** Deletes attempts that expired before `time`, and all but the newest `most`. */
export const pruneAttempts = async (db: Db, time: number, most: number): Promise<void> => {
  await db.query(sql`
    delete from sign_on_attempt where expires_time < ${new Date(time)} or state_hash in (
      select state_hash from sign_on_attempt order by expires_time desc offset ${most})`);
};

/**
 * The organization in which a provider may log people in, by its code or alias. Locked, so that one person is not added
 * twice at once.
 */
export const lockOrganization = async (
  tx: Tx,
  provider: ProviderRow,
  code: string | null,
): Promise<number | undefined> => {
  const { rows } = await tx.query<{ id: number }>(sql`
    select o.id from organization o
    where o.use = 'Y' and sign_on_provider_of(o.id) = ${provider.id}
      and o.id = coalesce(${provider.organization_id}::integer, (select id from organization where code = ${code}
        union all select organization_id from organization_alias where code = ${code} limit 1))
    for no key update`);
  return rows[0]?.id;
};

/** A user as single sign-on sees and changes them. */
export interface SignOnUser {
  id: number;
  login: string;
  name: string;
  email: string | null;
  authority: Role;
  use: 'Y' | 'N';
  /** The user's identifier at the issuer; null: not linked. */
  subject: string | null;
  has_own_password: boolean;
  password_state: 'SET' | 'MUST_CHANGE' | 'VOID';
}

const USER = sql`u.id, u.login, u.name, u.email, u.authority, u.use, u.password_state,
  u.password_hash is not null as has_own_password`;

/** The user of a subject, else the one who has the id; of ids that differ by case the regular one (see `findLogin`). */
export const lockUser = async (
  tx: Tx,
  organizationId: number,
  { issuer, subject, login }: { issuer: string; subject: string; login: string },
): Promise<SignOnUser | undefined> => {
  const { rows } = await tx.query<SignOnUser & Record<string, unknown>>(sql`
    select ${USER}, l.subject from app_user u
    left join sign_on_link l on l.user_id = u.id and l.issuer = ${issuer}
    where u.organization_id = ${organizationId} and (l.subject = ${subject} or lower(u.login) = lower(${login}))
    order by l.subject = ${subject} desc nulls last, u.login = ${login} desc, u.kept_login is distinct from u.login desc
    limit 1 for no key update of u`);
  return rows[0];
};

/** Links a user; a link to a former issuer ends. */
export const linkUser = async (
  tx: Tx,
  userId: number,
  { organizationId, issuer, subject }: { organizationId: number; issuer: string; subject: string },
): Promise<void> => {
  await tx.query(sql`
    insert into sign_on_link (user_id, organization_id, issuer, subject)
    values (${userId}, ${organizationId}, ${issuer}, ${subject})
    on conflict (user_id) do update set issuer = excluded.issuer, subject = excluded.subject, created_time = now()`);
};

/** Whether another user of the organization has an e-mail address. */
export const isEmailTaken = async (
  tx: Tx,
  organizationId: number,
  email: string,
  userId: number | null,
): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    select from app_user where organization_id = ${organizationId} and lower(email) = lower(${email})
      and id is distinct from ${userId}::integer`);
  return rowCount > 0;
};

export const insertSignOnUser = async (
  tx: Tx,
  user: { organizationId: number; login: string; name: string; email: string | null; authority: LocalRole },
  language: Language,
): Promise<number> => {
  const { rows } = await tx.query<{ id: number }>(sql`
    insert into app_user (organization_id, login, name, email, authority, language)
    values (${user.organizationId}, ${user.login}, ${user.name}, ${user.email}, ${user.authority}, ${language})
    returning id`);
  const [row] = rows;
  if (!row) throw new Error('a user was not added');
  return row.id;
};

/** Writes what the claims say. A password that does not count, or that another person knows, is deleted. */
export const updateSignOnUser = async (
  tx: Tx,
  id: number,
  user: { name: string; email: string | null; authority: Role },
): Promise<void> => {
  await tx.query(sql`
    update app_user set name = ${user.name}, email = ${user.email}, authority = ${user.authority},
      password_hash = case when password_state = 'SET' then password_hash end, password_state = 'SET',
      version = version + 1, updated_time = now()
    where id = ${id}`);
};
