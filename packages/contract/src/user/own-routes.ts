import { route } from '../route.ts';
import { user } from './schema.ts';

// Apart from the other routes of users, because Login loads these.
export const getMe = route({
  method: 'GET',
  path: '/users/me',
  access: { action: 'read', entity: 'account' },
  summary: 'The user of this session',
  answer: user,
});

/** Needs no password, unlike the rest of the profile: it gives nothing away and locks no one out. */
export const setOwnLanguage = route({
  method: 'PUT',
  path: '/users/me/language',
  access: { action: 'write', entity: 'account' },
  summary: 'Sets the language of the user of this session',
  body: user.pick({ language: true }),
  answer: user,
});
