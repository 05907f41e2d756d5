import { z } from 'zod';
import { idText } from '../field.ts';
import { route } from '../route.ts';
import { retention } from './schema.ts';

const params = z.object({ id: idText });

export const getRetention = route({
  method: 'GET',
  path: '/organizations/:id/retention',
  access: { resource: 'organizations', action: 'read' },
  summary: 'How many days an organization keeps readings, hours, days and purifier states',
  params,
  answer: retention,
});

export const setRetention = route({
  method: 'PUT',
  path: '/organizations/:id/retention',
  access: { resource: 'organizations', action: 'write' },
  summary: 'Say how long; what is older is deleted within the hour, and does not come back',
  params,
  body: retention,
  answer: retention,
});
