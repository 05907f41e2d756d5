import {
  AUDIT_ORDERS,
  exportAudit,
  exportLogins,
  getAudit,
  getLogins,
  LOGIN_ORDERS,
} from '@airdeck/contract/record/routes';
import { AUDITED_ACTIONS, LOGIN_RESULTS } from '@airdeck/contract/record/schema';
import { ENTITIES } from '@airdeck/domain/policy/policies';
import type { Definition } from '../model/definition.ts';
import { AuditDetail } from './audit-detail.tsx';
import { ChangesCell } from './changes-cell.tsx';
import { LoginGraph } from './login-graph.tsx';

export const LOGIN_HISTORY: Definition<{ list: typeof getLogins; export: typeof exportLogins }> = {
  title: 'loginHistory',
  empty: 'loginHistory',
  entity: 'login_history',
  routes: { list: getLogins, export: exportLogins },
  sortable: LOGIN_ORDERS,
  filters: [{ name: 'result', choice: 'result', options: LOGIN_RESULTS }],
  hasDays: true,
  Graph: LoginGraph,
  columns: [
    { name: 'login_time', kind: 'time', primary: true },
    { name: 'organization_name' },
    { name: 'user_name' },
    { name: 'user_login' },
    { name: 'ip' },
    { name: 'result', kind: 'choice', choice: 'result' },
    { name: 'logout_time', kind: 'time' },
  ],
  fields: [],
  nameOf: ({ user_name }) => user_name,
};

export const AUDIT_TRAIL: Definition<{ list: typeof getAudit; export: typeof exportAudit }> = {
  title: 'auditTrail',
  empty: 'auditTrail',
  entity: 'audit',
  routes: { list: getAudit, export: exportAudit },
  sortable: AUDIT_ORDERS,
  filters: [
    { name: 'action', choice: 'action', options: AUDITED_ACTIONS },
    { name: 'entity', choice: 'entity', options: ENTITIES },
  ],
  hasDays: true,
  note: 'auditTrail',
  searchHint: 'search_changes',
  Detail: AuditDetail,
  columns: [
    { name: 'time', kind: 'time', primary: true },
    { name: 'user_login' },
    { name: 'action', kind: 'choice', choice: 'action' },
    { name: 'entity', kind: 'choice', choice: 'entity' },
    { name: 'name', long: true },
    { name: 'changes', Cell: ChangesCell },
    { name: 'organization_name' },
    { name: 'ip', extra: true },
  ],
  fields: [],
  nameOf: ({ name }) => name ?? '',
};
