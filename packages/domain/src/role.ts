export const ROLES = ['SUPER_ADMIN', 'SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER'] as const;
export type Role = (typeof ROLES)[number];

/** write changes what exists; handle is acknowledge, clear and shelve; control is commands and auto mode. */
export const ACTIONS = ['read', 'create', 'write', 'delete', 'control', 'handle'] as const;
export type Action = (typeof ACTIONS)[number];

export const RESOURCES = [
  'users',
  'master_sensors',
  'master_errors',
  'local_servers',
  'organizations',
  'offices',
  'departments',
  'organization_sensors',
  'organization_errors',
  'meters',
  'unregistered',
  'sensors',
  'purifiers',
  'notices',
  'alarms',
  'login_history',
  'control_history',
] as const;
export type Resource = (typeof RESOURCES)[number];

/** Whose rows: every organization's, the own organization's, the asker's own, nobody's. */
export type Scope = 'all' | 'own' | 'self' | 'no';

type Row = Readonly<Record<Role, readonly Action[]>>;

const NONE: readonly Action[] = [];
const READ: readonly Action[] = ['read'];
const EDIT: readonly Action[] = ['read', 'write'];
const FULL: readonly Action[] = ['read', 'create', 'write', 'delete'];

const SITE: Row = { SUPER_ADMIN: FULL, SUPER_USER: READ, LOCAL_ADMIN: FULL, LOCAL_USER: READ };
const MASTER: Row = { SUPER_ADMIN: FULL, SUPER_USER: FULL, LOCAL_ADMIN: NONE, LOCAL_USER: NONE };
const HISTORY: Row = { SUPER_ADMIN: READ, SUPER_USER: READ, LOCAL_ADMIN: READ, LOCAL_USER: READ };

/** What each role may do with each resource. Whose rows it reaches is `may`'s answer. */
export const PERMISSIONS: Readonly<Record<Resource, Row>> = {
  users: { SUPER_ADMIN: FULL, SUPER_USER: NONE, LOCAL_ADMIN: FULL, LOCAL_USER: NONE },
  master_sensors: MASTER,
  master_errors: MASTER,
  local_servers: MASTER,
  organizations: { SUPER_ADMIN: FULL, SUPER_USER: READ, LOCAL_ADMIN: EDIT, LOCAL_USER: READ },
  offices: SITE,
  departments: SITE,
  organization_sensors: SITE,
  organization_errors: SITE,
  meters: SITE,
  unregistered: SITE,
  sensors: SITE,
  purifiers: {
    SUPER_ADMIN: [...FULL, 'control'],
    SUPER_USER: [...READ, 'control'],
    LOCAL_ADMIN: [...FULL, 'control'],
    LOCAL_USER: [...READ, 'control'],
  },
  notices: SITE,
  alarms: {
    SUPER_ADMIN: [...READ, 'handle', 'delete'],
    SUPER_USER: [...READ, 'handle'],
    LOCAL_ADMIN: [...READ, 'handle', 'delete'],
    LOCAL_USER: [...READ, 'handle'],
  },
  login_history: HISTORY,
  control_history: HISTORY,
};

export function seesEveryOrganization(role: Role): boolean {
  return role === 'SUPER_ADMIN' || role === 'SUPER_USER';
}

/**
 * Whose rows of `resource` a role may do `action` with. `own`: those of its organization; `self`: a LOCAL_USER's own
 * logins. An organization may also switch off LOCAL_USER's control of purifiers; that is its setting, not in here.
 */
export function may(role: Role, action: Action, resource: Resource): Scope {
  if (!PERMISSIONS[resource][role].includes(action)) return 'no';
  if (seesEveryOrganization(role)) return 'all';
  return role === 'LOCAL_USER' && resource === 'login_history' ? 'self' : 'own';
}

/** The roles that a role may give to users; SUPER_ roles are created on the command line only. */
export function assignableRoles(role: Role): readonly Role[] {
  return may(role, 'create', 'users') === 'no' ? [] : ['LOCAL_ADMIN', 'LOCAL_USER'];
}
