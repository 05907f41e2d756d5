import { isEmail, isLoginId, isName, isOrganizationCode } from './field-rule.ts';
import type { LocalRole } from './role.ts';
import { toName } from './text-form.ts';

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::\d{1,5})?$/;
/** Without user, query and fragment. */
const ISSUER =
  /^(?:https:\/\/([^/?#@\s\\]+)|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?)(?:\/[^?#\s\\]*)?$/;

/** An issuer identifier: an https address, or http of this machine. */
export function isProviderIssuer(value: string): boolean {
  const match = ISSUER.exec(value);
  return match !== null && (match[1] === undefined || isProviderHost(match[1].toLowerCase()));
}

/** A host name with or without a port, in lower case. */
export const isProviderHost = (value: string): boolean => value.length <= 253 && HOST.test(value);

/** Which claims are what. Values stand one a line. */
export interface ClaimMapping {
  login_claim: string;
  name_claim: string;
  email_claim: string;
  organization_claim: string | null;
  role_claim: string | null;
  admin_values: string | null;
  user_values: string | null;
}

type Claims = Readonly<Record<string, unknown>>;

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

/** A claim by its name, else by a path of names with periods between them; undefined: there is none. */
export const claimOf = (claims: Claims, name: string): unknown =>
  own(claims, name) ?? name.split('.').reduce<unknown>(own, claims);

/** The texts of a claim: of a text, a number, or a list of them. */
const textsOf = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String);

/** A claim with exactly one text. */
const textOf = (claims: Claims, name: string): string | null => {
  const [text, ...others] = textsOf(claimOf(claims, name));
  return text === undefined || others.length > 0 ? null : text;
};

export interface SignOnPerson {
  login: string;
  /** null: no claim that is a name. */
  name: string | null;
  /** null: no claim that is an e-mail, or one that the provider has not verified. */
  email: string | null;
  /** null: the mapping has no claim for it. */
  organizationCode: string | null;
  /** null: the mapping has no claim for it. */
  role: LocalRole | null;
}

/** Missing in the claims: the user's id, the organization's code, a role. */
export type ClaimProblem = 'CLAIMS' | 'ORGANIZATION' | 'ROLE';

const roleOf = (claims: Claims, mapping: ClaimMapping): LocalRole | null | undefined => {
  if (mapping.role_claim === null) return null;
  const given = textsOf(claimOf(claims, mapping.role_claim));
  const has = (values: string) => values.split('\n').some((value) => given.includes(value.trim()));
  if (mapping.admin_values !== null && has(mapping.admin_values)) return 'LOCAL_ADMIN';
  return mapping.user_values === null || has(mapping.user_values) ? 'LOCAL_USER' : undefined;
};

/** The person of a provider's claims. No claim leads to a SUPER_ role. */
export function personOf(claims: Claims, mapping: ClaimMapping): SignOnPerson | ClaimProblem {
  const login = textOf(claims, mapping.login_claim);
  if (login === null || !isLoginId(login)) return 'CLAIMS';
  const organizationCode = mapping.organization_claim === null ? null : textOf(claims, mapping.organization_claim);
  if (mapping.organization_claim !== null && (organizationCode === null || !isOrganizationCode(organizationCode)))
    return 'ORGANIZATION';
  const role = roleOf(claims, mapping);
  if (role === undefined) return 'ROLE';
  const name = toName(textOf(claims, mapping.name_claim) ?? '');
  const email = claims.email_verified === false ? null : textOf(claims, mapping.email_claim);
  return {
    login,
    name: isName(name) ? name : null,
    email: email !== null && isEmail(email) ? email : null,
    organizationCode,
    role,
  };
}
