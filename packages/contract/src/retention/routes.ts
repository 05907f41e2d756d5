import { z } from 'zod';
import { idText } from '../field.ts';
import { route } from '../route.ts';
import { deletion, retention, retentionQuery } from './schema.ts';

const params = z.object({ id: idText });

export const getRetention = route({
  method: 'GET',
  path: '/organizations/:id/retention',
  access: { action: 'read', entity: 'organizations' },
  summary: 'How many days an organization keeps readings, hours, days, purifier states and alarms',
  params,
  answer: retention,
});

export const setRetention = route({
  method: 'PUT',
  path: '/organizations/:id/retention',
  access: { action: 'write', entity: 'organizations' },
  summary: 'Say how long; what is older is deleted within the hour, and does not come back',
  params,
  body: retention,
  answer: retention,
});

export const previewRetention = route({
  method: 'GET',
  path: '/organizations/:id/retention/preview',
  access: { action: 'write', entity: 'organizations' },
  summary: 'What would be deleted if readings, hours, days, purifier states and alarms were kept for so many days',
  params,
  query: retentionQuery,
  answer: deletion,
});
