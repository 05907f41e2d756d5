import { ROLES } from '@airdeck/domain/role';
import { z } from 'zod';
import {
  done,
  email,
  idText,
  knownPassword,
  line,
  loginId,
  namePart,
  newPassword,
  STAMP_ORDERS,
  text,
  version,
  yesNo,
} from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
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
  authority: z.enum(ROLES).optional(),
  use: yesNo.optional(),
});
export type UsersQuery = z.infer<typeof usersQuery>;

const administered = resource({
  path: '/users',
  entity: 'users',
  what: 'a user, ordered by organization and name unless `sort` says otherwise',
  item: managedUser,
  added: newUser,
  edited: userFields,
  query: usersQuery,
});

/** People as their administrators reach them. A new one's link to a first password is in the answer of `add` only. */
export const users = {
  ...administered,
  add: { ...administered.add, answer: managedUser.extend({ link: passwordLink }) },
};

export const getMe = route({
  method: 'GET',
  path: '/users/me',
  access: { action: 'read', entity: 'account' },
  summary: 'The user whose session this is',
  answer: user,
});

/** `users.read` for all roles: one's own account counts as well. */
export const getUser = route({
  ...users.read,
  access: { action: 'read', entity: 'account' },
  summary: 'One user: oneself, or one that the viewer administers',
});

/** `users.edit` for all roles: with the proof of one's own password one changes one's own profile. */
export const changeUser = route({
  ...users.edit,
  access: { action: 'write', entity: 'account' },
  summary: 'Change a user: oneself with one’s password (alone it is only checked), or all fields as an administrator',
  body: z.union([profileChange, userFields.extend({ version })]),
});

export const changePassword = route({
  method: 'PUT',
  path: '/users/password/:id',
  access: { action: 'write', entity: 'account' },
  summary: 'Change one’s own password; all other sessions end',
  params,
  body: z.object({ password: knownPassword, new_password: newPassword }),
  answer: done,
});

export const resetUser = route({
  method: 'POST',
  path: '/users/:id/reset',
  access: { action: 'write', entity: 'users' },
  summary: 'End a user’s password and sessions; the answer’s link sets a new password',
  params,
  answer: passwordLink,
});

export const unlockUser = route({
  method: 'POST',
  path: '/users/:id/unlock',
  access: { action: 'write', entity: 'users' },
  summary: 'Forget a user’s failed logins',
  params,
  answer: done,
});

export const setPassword = route({
  method: 'POST',
  path: '/reset',
  access: 'public',
  summary: 'Set a password with the token of a one-time link',
  body: z.object({ token: line(128).min(1, 'REQUIRED'), new_password: newPassword }),
  answer: done,
});

/** The answer to a user who forgot id or password: the masked id or, where mails are sent, nothing but that one may be on its way. */
const searched = z.object({ login: text.nullable() });

export const searchId = route({
  method: 'GET',
  path: '/search/id',
  access: 'public',
  summary: 'The id of an e-mail’s user, masked or by mail',
  query: z.object({ email }),
  answer: searched,
});

export const searchPassword = route({
  method: 'GET',
  path: '/search/password',
  access: 'public',
  summary: 'Whether an id and an e-mail belong together; where mails are sent, one with a link instead',
  query: z.object({ email, login: loginId }),
  answer: searched,
});
