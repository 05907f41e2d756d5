import { isProviderHost, isProviderIssuer } from '@airdeck/domain/sign-on';
import { z } from 'zod';
import type { FieldCode } from '../error/field-code.ts';
import { exactLine, id, lines, name, stamps, text, yesNo } from '../field.ts';

const MAX_ISSUER = 500;
const MAX_CLIENT_ID = 256;
const MAX_CLIENT_SECRET = 512;
const MAX_SCOPES = 500;
const MAX_CLAIM = 200;
const MAX_VALUES = 4_000;
const MAX_HOSTS = 1_000;

const claim = exactLine(MAX_CLAIM).min(1, 'REQUIRED');
const values = lines(MAX_VALUES).min(1, 'REQUIRED').nullable().default(null);

/** Fields that a person enters for a provider. */
export const signOnFields = z.object({
  name,
  name_en: name.nullable().default(null),
  /** An https address, or http of this machine. */
  issuer: exactLine(MAX_ISSUER).min(1, { error: 'REQUIRED', abort: true }).refine(isProviderIssuer, 'ISSUER'),
  client_id: exactLine(MAX_CLIENT_ID).min(1, 'REQUIRED'),
  /** Never in a response. If empty, the stored one stays. */
  client_secret: exactLine(MAX_CLIENT_SECRET).nullable().default(null),
  scopes: exactLine(MAX_SCOPES)
    .refine((value) => value.split(' ').includes('openid'), 'INVALID')
    .default('openid profile email'),
  /** Further hosts of the provider that the server may call, one a line. */
  endpoint_hosts: lines(MAX_HOSTS)
    .refine((value) => value.split('\n').every(isProviderHost), 'INVALID')
    .nullable()
    .default(null),
  login_claim: claim.default('preferred_username'),
  name_claim: claim.default('name'),
  email_claim: claim.default('email'),
  /** Required for the provider of the installation. */
  organization_claim: claim.nullable().default(null),
  /** Without it the claims do not change roles. */
  role_claim: claim.nullable().default(null),
  /** Values of the claim, one a line. */
  admin_values: values,
  /** The same for users; null: any other value. */
  user_values: values,
  /** N: only SUPER_ADMIN logs in with a password. */
  password_login: yesNo.default('Y'),
  use: yesNo.default('Y'),
});
export type SignOnFields = z.infer<typeof signOnFields>;

/** Without an organization it is the installation's. */
export const newSignOnProvider = signOnFields.extend({
  organization_id: id.nullable().default(null),
  client_secret: exactLine(MAX_CLIENT_SECRET).min(1, 'REQUIRED'),
});
export type NewSignOnProvider = z.infer<typeof newSignOnProvider>;

/** Errors of fields that depend on whose provider it is. */
export const signOnErrors = (
  organizationId: number | null,
  { organization_claim: claim }: Pick<SignOnFields, 'organization_claim'>,
): Record<string, FieldCode> => (organizationId === null && !claim ? { organization_claim: 'REQUIRED' } : {});

export const signOnProvider = z.object({
  id,
  /** null: of the installation. */
  organization_id: id.nullable(),
  organization_name: text.nullable(),
  name: text,
  name_en: text.nullable(),
  issuer: text,
  client_id: text,
  scopes: text,
  endpoint_hosts: text.nullable(),
  login_claim: text,
  name_claim: text,
  email_claim: text,
  organization_claim: text.nullable(),
  role_claim: text.nullable(),
  admin_values: text.nullable(),
  user_values: text.nullable(),
  password_login: yesNo,
  use: yesNo,
  /** People who have logged in by it. */
  user_count: z.int(),
  ...stamps,
});
export type SignOnProvider = z.infer<typeof signOnProvider>;
