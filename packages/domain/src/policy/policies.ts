import type { Role } from '../role.ts';

/** write changes what exists; handle is acknowledge, clear and shelve; control is commands and auto mode. */
export const ACTIONS = ['read', 'create', 'write', 'delete', 'control', 'handle'] as const;
export type Action = (typeof ACTIONS)[number];

/** Whose rows a role reaches: every organization's, those of its own organization, its own. */
export type Reach = 'all' | 'own' | 'self';

/** One role's part of a policy. An action that is missing is not allowed. */
type Grants = Readonly<Partial<Record<Action, Reach>>>;

/** What the roles may do with one entity. */
export type Policy = Readonly<Record<Role, Grants>>;

const grants = (reach: Reach, ...actions: Action[]): Grants => Object.fromEntries(actions.map((name) => [name, reach]));

const NONE: Grants = {};
const READ = ['read'] as const;
const FULL = ['read', 'create', 'write', 'delete'] as const;

/** Administrators write, users read, LOCAL_ roles in their own organization. */
const site = (...everybody: Action[]): Policy => ({
  SUPER_ADMIN: grants('all', ...FULL, ...everybody),
  SUPER_USER: grants('all', ...READ, ...everybody),
  LOCAL_ADMIN: grants('own', ...FULL, ...everybody),
  LOCAL_USER: grants('own', ...READ, ...everybody),
});

/** What belongs to the installation: SUPER_ roles only. */
const MASTER: Policy = {
  SUPER_ADMIN: grants('all', ...FULL),
  SUPER_USER: grants('all', ...FULL),
  LOCAL_ADMIN: NONE,
  LOCAL_USER: NONE,
};

/** What was measured or done: everybody reads, nobody changes. */
const RECORD: Policy = {
  SUPER_ADMIN: grants('all', ...READ),
  SUPER_USER: grants('all', ...READ),
  LOCAL_ADMIN: grants('own', ...READ),
  LOCAL_USER: grants('own', ...READ),
};

const ACCOUNT = grants('self', 'read', 'write');

/**
 * Who may do what, and with whose rows. Everything that decides about it asks here: the server's routes and SQL, the
 * console's menu and addresses. An organization may also switch off LOCAL_USER's control of purifiers; that is its
 * setting and not in here.
 */
export const POLICIES = {
  /** Oneself: the session and the profile. */
  account: { SUPER_ADMIN: ACCOUNT, SUPER_USER: ACCOUNT, LOCAL_ADMIN: ACCOUNT, LOCAL_USER: ACCOUNT },
  users: {
    SUPER_ADMIN: grants('all', ...FULL),
    SUPER_USER: NONE,
    LOCAL_ADMIN: grants('own', ...FULL),
    LOCAL_USER: NONE,
  },
  master_sensors: MASTER,
  master_errors: MASTER,
  local_servers: MASTER,
  organizations: {
    SUPER_ADMIN: grants('all', ...FULL),
    SUPER_USER: grants('all', ...READ),
    LOCAL_ADMIN: grants('own', 'read', 'write'),
    LOCAL_USER: grants('own', ...READ),
  },
  offices: site(),
  departments: site(),
  organization_sensors: site(),
  organization_errors: site(),
  meters: site(),
  unregistered: site(),
  sensors: site(),
  purifiers: site('control'),
  /** What purifiers do by the clock: administrators write it, whoever controls by hand sees it. */
  timetables: site(),
  notices: site(),
  /** When values are a reason for an alarm. Those of the installation everybody sees, and SUPER_ADMIN changes. */
  alarm_rules: site(),
  /** Who is told of alarms: it holds addresses of people, so administrators only. */
  notification_rules: {
    SUPER_ADMIN: grants('all', ...FULL),
    SUPER_USER: NONE,
    LOCAL_ADMIN: grants('own', ...FULL),
    LOCAL_USER: NONE,
  },
  /** Screens on walls: a link opens an organization's air to whoever has it, so administrators only. */
  wall_displays: {
    SUPER_ADMIN: grants('all', ...FULL),
    SUPER_USER: NONE,
    LOCAL_ADMIN: grants('own', ...FULL),
    LOCAL_USER: NONE,
  },
  /** Readings, averages and states, live and past. */
  readings: RECORD,
  alarms: {
    SUPER_ADMIN: grants('all', 'read', 'handle', 'delete'),
    SUPER_USER: grants('all', 'read', 'handle'),
    LOCAL_ADMIN: grants('own', 'read', 'handle', 'delete'),
    LOCAL_USER: grants('own', 'read', 'handle'),
  },
  login_history: { ...RECORD, LOCAL_USER: grants('self', ...READ) },
  control_history: RECORD,
  /** Who changed what is registered. */
  audit: {
    SUPER_ADMIN: grants('all', ...READ),
    SUPER_USER: NONE,
    LOCAL_ADMIN: grants('own', ...READ),
    LOCAL_USER: NONE,
  },
} as const satisfies Record<string, Policy>;

export type Entity = keyof typeof POLICIES;
export const ENTITIES = Object.keys(POLICIES) as Entity[];
