import { z } from 'zod';
import { idText } from '../field.ts';
import { route } from '../route.ts';
import { user } from './schema.ts';

export const getMe = route({
  method: 'GET',
  path: '/users/me',
  access: { action: 'read', entity: 'account' },
  summary: 'The user whose session this is',
  answer: user,
});

export const getUser = route({
  method: 'GET',
  path: '/users/:id',
  access: { action: 'read', entity: 'account' },
  summary: 'One user: oneself, or one that the viewer administers',
  params: z.object({ id: idText }),
  answer: user,
});
