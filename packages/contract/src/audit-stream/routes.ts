import { z } from 'zod';
import { idText, namePart, STAMP_ORDERS, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import {
  addedAuditStream,
  auditStream,
  auditStreamFields,
  auditStreamSecret,
  auditStreamTest,
  newAuditStream,
  STREAMED_RECORDS,
} from './schema.ts';

const write = { action: 'write', entity: 'audit_streams' } as const;
const params = z.object({ id: idText });

export const AUDIT_STREAM_ORDERS = [
  'organization_name',
  'name',
  'records',
  'last_success_time',
  'use',
  ...STAMP_ORDERS,
] as const;
export const auditStreamsQuery = listQuery(AUDIT_STREAM_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  records: z.enum(STREAMED_RECORDS).optional(),
  use: yesNo.optional(),
});
export type AuditStreamsQuery = z.infer<typeof auditStreamsQuery>;

const administered = resource({
  path: '/audit-streams',
  entity: 'audit_streams',
  what: ['an audit stream', 'audit streams'],
  item: auditStream,
  added: newAuditStream,
  edited: auditStreamFields,
  query: auditStreamsQuery,
});

/** The secret of a new stream is returned only here. */
export const auditStreams = { ...administered, add: { ...administered.add, answer: addedAuditStream } };

export const renewStreamSecret = route({
  method: 'POST',
  path: '/audit-streams/:id/secret',
  access: write,
  summary: 'Renews the secret of an audit stream',
  params,
  answer: auditStreamSecret,
});

export const testAuditStream = route({
  method: 'POST',
  path: '/audit-streams/:id/test',
  access: write,
  summary: 'Sends a test message; if it is accepted, waiting records follow at once',
  params,
  answer: auditStreamTest,
});
