import { ENTITIES } from '@airdeck/domain/policy/policies';
import { z } from 'zod';
import { EXPORTED, exportFile, fileAnswer } from '../export-file.ts';
import { idText, namePart, timeZone } from '../field.ts';
import { period, unit } from '../history/query.ts';
import { listQuery, paged } from '../paging.ts';
import { route } from '../route.ts';
import { AUDITED_ACTIONS, auditRecord, LOGIN_RESULTS, loginCounts, loginRecord } from './schema.ts';

export const LOGIN_ORDERS = [
  'organization_name',
  'user_login',
  'user_name',
  'ip',
  'login_time',
  'logout_time',
  'result',
] as const;
export const loginsQuery = listQuery(LOGIN_ORDERS).extend({
  ...period.partial().shape,
  search: namePart,
  result: z.enum(LOGIN_RESULTS).optional(),
});
export type LoginsQuery = z.infer<typeof loginsQuery>;

export const getLogins = route({
  method: 'GET',
  path: '/login-history',
  access: { action: 'read', entity: 'login_history' },
  summary: "Logins including failed ones, newest first; days in the time zone of the user's organization",
  query: loginsQuery,
  answer: paged(loginRecord),
});

const { page: _page, size: _size, ...exportedLogins } = loginsQuery.shape;

export const exportLogins = route({
  method: 'GET',
  path: '/login-history/export',
  access: { action: 'read', entity: 'login_history' },
  isLong: true,
  summary: `Logins ${EXPORTED}`,
  query: exportFile.extend({ timeZone: timeZone.optional(), ...exportedLogins }),
  answer: fileAnswer,
});

export const loginCountsQuery = period.extend({ unit });

export const getLoginCounts = route({
  method: 'GET',
  path: '/login-history/counts',
  access: { action: 'read', entity: 'login_history' },
  summary: 'Login counts by hour, day, month or year',
  query: loginCountsQuery,
  answer: loginCounts,
});

export const AUDIT_ORDERS = ['time', 'organization_name', 'user_login', 'action', 'entity'] as const;
export const auditQuery = listQuery(AUDIT_ORDERS).extend({
  ...period.partial().shape,
  /** A part of a name, of a person, or of the label of a field that was changed. */
  search: namePart,
  entity: z.enum(ENTITIES as [string, ...string[]]).optional(),
  action: z.enum(AUDITED_ACTIONS).optional(),
  /** The rows behind an imported file or a bulk edit. Otherwise they are listed only by a search. */
  partOf: idText.optional(),
});
export type AuditQuery = z.infer<typeof auditQuery>;

export const getAudit = route({
  method: 'GET',
  path: '/audit',
  access: { action: 'read', entity: 'audit' },
  summary: 'Changes with their values before and after, newest first; `action` read or export: access to personal data',
  query: auditQuery,
  answer: paged(auditRecord),
});

const { page: _, size: __, ...exported } = auditQuery.shape;

export const exportAudit = route({
  method: 'GET',
  path: '/audit/export',
  access: { action: 'read', entity: 'audit' },
  isLong: true,
  summary: `Changes field by field ${EXPORTED}`,
  query: exportFile.extend({ timeZone: timeZone.optional(), ...exported }),
  answer: fileAnswer,
});
