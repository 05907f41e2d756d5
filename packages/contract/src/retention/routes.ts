import { z } from 'zod';
import { idText } from '../field.ts';
import { route } from '../route.ts';
import { deletion, retention, retentionQuery } from './schema.ts';

const params = z.object({ id: idText });

export const getRetention = route({
  method: 'GET',
  path: '/organizations/:id/retention',
  access: { action: 'read', entity: 'organizations' },
  summary: 'Retention of an organization in days, by layer',
  params,
  answer: retention,
});

export const setRetention = route({
  method: 'PUT',
  path: '/organizations/:id/retention',
  access: { action: 'write', entity: 'organizations' },
  summary: 'Sets the retention; older data are deleted within the hour, permanently',
  params,
  body: retention,
  answer: retention,
});

export const previewRetention = route({
  method: 'GET',
  path: '/organizations/:id/retention/preview',
  access: { action: 'write', entity: 'organizations' },
  summary: 'Preview of the data that a retention would delete',
  params,
  query: retentionQuery,
  answer: deletion,
});
