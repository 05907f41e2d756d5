import { ROLES } from '@airdeck/domain/role';
import { z } from 'zod';
import { bulkEdit } from '../bulk-edit.ts';
import {
  done,
  email,
  exactLine,
  idText,
  knownPassword,
  loginId,
  namePart,
  newPassword,
  STAMP_ORDERS,
  text,
  version,
  yesNo,
} from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource, seenVersion } from '../resource.ts';
import { route } from '../route.ts';
import { managedUser, newUser, passwordLink, profileChange, user, userFields } from './schema.ts';

const params = z.object({ id: idText });

export const USER_ORDERS = [
  'organization_name',
  'name',
  'login',
  'email',
  'phone',
  'authority',
  'use',
  'language',
  ...STAMP_ORDERS,
] as const;

export const usersQuery = listQuery(USER_ORDERS).extend({
  search: namePart,
  organizationName: namePart,
  organizationId: idText.optional(),
  authority: z.enum(ROLES).optional(),
  use: yesNo.optional(),
});
export type UsersQuery = z.infer<typeof usersQuery>;

const administered = resource({
  path: '/users',
  entity: 'users',
  what: ['a user', 'users'],
  item: managedUser,
  added: newUser,
  edited: userFields,
  query: usersQuery,
});

/** People as their administrators reach them. A new one's link to a first password is in the answer of `add` only, and `mailed` if a mail with it is on its way. */
export const users = {
  ...administered,
  add: { ...administered.add, answer: managedUser.extend({ link: passwordLink, mailed: z.boolean() }) },
  /** The specification has no version here; the console sends it. */
  remove: { ...administered.remove, query: seenVersion.partial() },
};

export const usersBulk = bulkEdit({
  path: '/users',
  entity: 'users',
  what: 'users',
  edited: userFields,
  shared: ['authority', 'use', 'language'],
});

/** `users.read` for all roles: one's own account counts as well. */
export const getUser = route({
  ...users.read,
  access: { action: 'read', entity: 'account' },
  summary: 'Reads a user: oneself, or one that the caller administers',
});

/** `users.edit` for all roles: with their current password users change their own profile. */
export const changeUser = route({
  ...users.edit,
  access: { action: 'write', entity: 'account' },
  summary:
    'Changes a user: oneself with the current password (alone it is only verified), or all fields as an administrator',
  body: z.union([profileChange, userFields.extend({ version })]),
});

export const changePassword = route({
  method: 'PUT',
  path: '/users/password/:id',
  access: { action: 'write', entity: 'account' },
  summary: "Changes the user's password and ends all other sessions",
  params,
  body: z.object({ password: knownPassword, new_password: newPassword }),
  answer: done,
});

export const resetUser = route({
  method: 'POST',
  path: '/users/:id/reset',
  access: { action: 'write', entity: 'users' },
  summary: "Resets a user's password and sessions; returns a link for a new password",
  params,
  answer: passwordLink,
});

export const unlockUser = route({
  method: 'POST',
  path: '/users/:id/unlock',
  access: { action: 'write', entity: 'users' },
  summary: 'Unlocks a user',
  params,
  answer: done,
});

const linkToken = exactLine(128).min(1, 'REQUIRED');

/** A POST, so that the token is in no log of addresses. */
export const checkLink = route({
  method: 'POST',
  path: '/reset/check',
  access: 'public',
  summary: 'Whose password an open one-time link sets',
  body: z.object({ token: linkToken }),
  answer: user.pick({ organization_code: true, login: true }),
});

export const setPassword = route({
  method: 'POST',
  path: '/reset',
  access: 'public',
  summary: 'Sets a password with the token of a one-time link',
  body: z.object({ token: linkToken, new_password: newPassword }),
  answer: done,
});

/** The answer to a user who forgot id or password: the masked id or, where mails are sent, nothing but that one may be on its way. */
const searched = z.object({ login: text.nullable() });

export const searchId = route({
  method: 'GET',
  path: '/search/id',
  access: 'public',
  summary: 'Finds the id of an e-mail address, masked or by mail',
  query: z.object({ email }),
  answer: searched,
});

export const searchPassword = route({
  method: 'GET',
  path: '/search/password',
  access: 'public',
  summary: 'Checks an id and e-mail address; with mail configured, sends a link instead',
  query: z.object({ email, login: loginId }),
  answer: searched,
});
