import type { AssignedPlaces } from '@airdeck/domain/policy/may';
import { LOCAL_ROLES, ROLES } from '@airdeck/domain/role';
import { z } from 'zod';
import {
  email,
  id,
  instant,
  knownPassword,
  loginId,
  name,
  organizationCode,
  phone,
  stamps,
  text,
  version,
  yesNo,
} from '../field.ts';

export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
const language = z.enum(LANGUAGES);

/** More places would rather be a role of their own. */
export const MAX_ASSIGNED_PLACES = 200;
const placeIds = z.array(id).max(MAX_ASSIGNED_PLACES);

/** Places to which a person is limited: organizations for SUPER_ roles, offices and departments for LOCAL_ roles. */
export const assignedPlaces = z.object({
  organization_ids: placeIds,
  office_ids: placeIds,
  department_ids: placeIds,
});

/** The limit of a person as the policy asks for it. */
export const assignedOf = (places: z.infer<typeof assignedPlaces> | null | undefined): AssignedPlaces | null =>
  places
    ? {
        organizationIds: places.organization_ids,
        officeIds: places.office_ids,
        departmentIds: places.department_ids,
      }
    : null;
/** REQUIRED: the organization requires one, and the user has none yet. */
export const SECOND_FACTOR_STATES = ['ON', 'OFF', 'REQUIRED'] as const;

/** A person as the server shows them. There is no password here and never was one to leave out. */
export const user = z.object({
  id,
  login: loginId,
  name: text,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  authority: z.enum(ROLES),
  use: yesNo,
  language,
  organization_id: id,
  organization_name: text,
  organization_name_en: text.nullable(),
  organization_code: organizationCode,
  /** Whether another person knows the password, so that a new one is set before anything else is done. */
  must_renew: z.boolean(),
  /** Whether their organization lets them control purifiers, as far as their role may. */
  may_control: z.boolean(),
  /** null: not limited to places. */
  assigned: assignedPlaces.nullable(),
  second_factor: z.enum(SECOND_FACTOR_STATES),
});

export type User = z.infer<typeof user>;

/** INVITED: no password was ever set; RESET: the one that was set counts no more; LOCKED: by failed logins. */
export const ACCOUNT_STATES = ['ACTIVE', 'INVITED', 'RESET', 'LOCKED'] as const;

/** A person as their administrators see them. */
export const managedUser = user.extend({
  account_state: z.enum(ACCOUNT_STATES),
  last_login_time: instant.nullable(),
  ...stamps,
});
export type ManagedUser = z.infer<typeof managedUser>;

/** The fields of a user that an administrator sets. SUPER_ roles are not set by this API. */
export const userFields = z.object({
  login: loginId,
  name,
  email: email.nullable().default(null),
  phone: phone.nullable().default(null),
  authority: z.enum(LOCAL_ROLES),
  use: yesNo.default('Y'),
  language: language.default('ko'),
});
export type UserFields = z.infer<typeof userFields>;

export const newUser = userFields.extend({
  organization_id: id,
  /** Whether the link to a first password goes to the e-mail, where the installation sends mails. */
  mail: yesNo.default('N'),
});
export type NewUser = z.infer<typeof newUser>;

/**
 * The fields of the own account that users can change: missing ones stay; with a version, a change in between is a
 * conflict.
 */
export const profileFields = z.object({ name, email: email.nullable(), phone: phone.nullable(), language });
export const profileChange = profileFields
  .partial()
  .extend({ id, password: knownPassword, version: version.optional() });
export type ProfileChange = z.infer<typeof profileChange>;

/** With its token a user sets a password, once, until it expires. The server keeps no more than its hash. */
export const passwordLink = z.object({ token: text, expires_time: instant });
export type PasswordLink = z.infer<typeof passwordLink>;
