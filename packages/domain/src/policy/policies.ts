import type { Role } from '../role.ts';

/** write changes existing rows; handle is acknowledge, clear and shelve; control is commands and automatic mode. */
export const ACTIONS = ['read', 'create', 'write', 'delete', 'control', 'handle'] as const;
export type Action = (typeof ACTIONS)[number];

/** Which rows a role reaches: those of all organizations, of its own organization, or of the person. */
export type Reach = 'all' | 'own' | 'self';

/** One role's part of a policy. A missing action is not allowed. */
type Grants = Readonly<Partial<Record<Action, Reach>>>;

/** The actions of the roles on one entity. */
export type Policy = Readonly<Record<Role, Grants>>;

const grants = (reach: Reach, ...actions: Action[]): Grants => Object.fromEntries(actions.map((name) => [name, reach]));

const NONE: Grants = {};
const READ = ['read'] as const;
const FULL = ['read', 'create', 'write', 'delete'] as const;

/** Administrators write, users read, LOCAL_ roles in their own organization. */
const site = (...ofAll: Action[]): Policy => ({
  SUPER_ADMIN: grants('all', ...FULL, ...ofAll),
  SUPER_USER: grants('all', ...READ, ...ofAll),
  LOCAL_ADMIN: grants('own', ...FULL, ...ofAll),
  LOCAL_USER: grants('own', ...READ, ...ofAll),
});

/** Data of the installation: SUPER_ roles only. */
const MASTER: Policy = {
  SUPER_ADMIN: grants('all', ...FULL),
  SUPER_USER: grants('all', ...FULL),
  LOCAL_ADMIN: NONE,
  LOCAL_USER: NONE,
};

/** Recorded data: all roles read it, none changes it. */
const RECORD: Policy = {
  SUPER_ADMIN: grants('all', ...READ),
  SUPER_USER: grants('all', ...READ),
  LOCAL_ADMIN: grants('own', ...READ),
  LOCAL_USER: grants('own', ...READ),
};

const TOKEN = ['read', 'create', 'delete'] as const;

const ACCOUNT = grants('self', 'read', 'write');

/**
 * Who may do what, and on whose rows. The only source for authorization: the server's routes and SQL, the console's
 * menu and addresses. An organization may additionally disable control for LOCAL_USER; that is its setting and not in
 * here.
 */
export const POLICIES = {
  /** The person's own session and profile. */
  account: { SUPER_ADMIN: ACCOUNT, SUPER_USER: ACCOUNT, LOCAL_ADMIN: ACCOUNT, LOCAL_USER: ACCOUNT },
  users: {
    SUPER_ADMIN: grants('all', ...FULL),
    SUPER_USER: NONE,
    LOCAL_ADMIN: grants('own', ...FULL),
    LOCAL_USER: NONE,
  },
  /** Keys of programs that act as their owner: of SUPER_ roles and administrators. SUPER_ADMIN sees and revokes all. */
  api_tokens: {
    SUPER_ADMIN: grants('all', ...TOKEN),
    SUPER_USER: grants('self', ...TOKEN),
    LOCAL_ADMIN: grants('self', ...TOKEN),
    LOCAL_USER: NONE,
  },
  /** Providers of single sign-on: they decide who logs in, and as what. */
  sign_on_providers: {
    SUPER_ADMIN: grants('all', ...FULL),
    SUPER_USER: NONE,
    LOCAL_ADMIN: NONE,
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
  gateways: site(),
  unregistered: site(),
  /** Ways in for devices that do not speak the native protocol, and the devices behind them. */
  doors: site(),
  door_devices: site(),
  /** Scripts of organizations that decode messages. */
  decoders: site(),
  sensors: site(),
  purifiers: site('control'),
  /** Schedules of purifiers: administrators write them, and roles that may control see them. */
  timetables: site(),
  notices: site(),
  /** Users read them, so that they see why an alarm is held. */
  maintenance_windows: site(),
  /** Facts of facilities, by which limits hold. As for the places themselves. */
  facility_facts: site(),
  /** Limits of an organization's own. */
  own_limits: site(),
  /** Monthly reports and yearly sheets. create: request one as a file. */
  reports: {
    SUPER_ADMIN: grants('all', 'read', 'create'),
    SUPER_USER: grants('all', 'read', 'create'),
    LOCAL_ADMIN: grants('own', 'read', 'create'),
    LOCAL_USER: grants('own', ...READ),
  },
  /** Reports by mail: contains personal addresses, so administrators only. */
  report_schedules: {
    SUPER_ADMIN: grants('all', ...FULL),
    SUPER_USER: NONE,
    LOCAL_ADMIN: grants('own', ...FULL),
    LOCAL_USER: NONE,
  },
  /** When values raise an alarm. All roles see the rules of the installation, and SUPER_ADMIN changes them. */
  alarm_rules: site(),
  /** Recipients of alarms: contains personal addresses, so administrators only. */
  notification_rules: {
    SUPER_ADMIN: grants('all', ...FULL),
    SUPER_USER: NONE,
    LOCAL_ADMIN: grants('own', ...FULL),
    LOCAL_USER: NONE,
  },
  /** Addresses that get the audit log or the login history: what their readers see on screen. */
  audit_streams: {
    SUPER_ADMIN: grants('all', ...FULL),
    SUPER_USER: NONE,
    LOCAL_ADMIN: grants('own', ...FULL),
    LOCAL_USER: NONE,
  },
  /** Wall displays: a link shows an organization's air without a login, so administrators only. */
  wall_displays: {
    SUPER_ADMIN: grants('all', ...FULL),
    SUPER_USER: NONE,
    LOCAL_ADMIN: grants('own', ...FULL),
    LOCAL_USER: NONE,
  },
  /** Readings, averages and states, live and past. */
  readings: RECORD,
  /** create: reports of people. */
  alarms: {
    SUPER_ADMIN: grants('all', 'read', 'create', 'handle', 'delete'),
    SUPER_USER: grants('all', 'read', 'create', 'handle'),
    LOCAL_ADMIN: grants('own', 'read', 'create', 'handle', 'delete'),
    LOCAL_USER: grants('own', 'read', 'create', 'handle'),
  },
  /** The servers themselves: their state, backups and certificates. */
  installation: {
    SUPER_ADMIN: grants('all', 'read', 'create', 'write'),
    SUPER_USER: NONE,
    LOCAL_ADMIN: NONE,
    LOCAL_USER: NONE,
  },
  login_history: { ...RECORD, LOCAL_USER: grants('self', ...READ) },
  control_history: RECORD,
  /** Changes of registered data. */
  audit: {
    SUPER_ADMIN: grants('all', ...READ),
    SUPER_USER: NONE,
    LOCAL_ADMIN: grants('own', ...READ),
    LOCAL_USER: NONE,
  },
} as const satisfies Record<string, Policy>;

export type Entity = keyof typeof POLICIES;
export const ENTITIES = Object.keys(POLICIES) as Entity[];

/** The part of an action on an entity that is left for a person who is limited to assigned places. */
export type Limit =
  /** The rows in the assigned places. */
  | 'rows'
  /** The rows of assigned offices as wholes: they concern all departments of their office. */
  | 'offices'
  /** Reading, of the same rows as without the limit: they concern more than the assigned places. */
  | 'read'
  /** The rows about the person. */
  | 'self'
  | 'none';

/**
 * The limit of each entity to assigned places: `organizations` of a SUPER_ role limited to some organizations,
 * `places` of a LOCAL_ role limited to offices and departments of its organization.
 */
export const LIMITS = {
  account: { organizations: 'self', places: 'self' },
  users: { organizations: 'rows', places: 'none' },
  api_tokens: { organizations: 'self', places: 'self' },
  sign_on_providers: { organizations: 'none', places: 'none' },
  master_sensors: { organizations: 'read', places: 'none' },
  master_errors: { organizations: 'read', places: 'none' },
  local_servers: { organizations: 'rows', places: 'none' },
  organizations: { organizations: 'rows', places: 'read' },
  offices: { organizations: 'rows', places: 'rows' },
  departments: { organizations: 'rows', places: 'rows' },
  organization_sensors: { organizations: 'rows', places: 'read' },
  organization_errors: { organizations: 'rows', places: 'read' },
  meters: { organizations: 'rows', places: 'rows' },
  gateways: { organizations: 'rows', places: 'none' },
  unregistered: { organizations: 'rows', places: 'none' },
  doors: { organizations: 'rows', places: 'none' },
  door_devices: { organizations: 'rows', places: 'none' },
  decoders: { organizations: 'rows', places: 'none' },
  sensors: { organizations: 'rows', places: 'rows' },
  purifiers: { organizations: 'rows', places: 'rows' },
  // A timetable may have purifiers of several departments.
  timetables: { organizations: 'rows', places: 'none' },
  notices: { organizations: 'rows', places: 'read' },
  // A window may be of other departments; alarms say why they are held.
  maintenance_windows: { organizations: 'rows', places: 'none' },
  facility_facts: { organizations: 'rows', places: 'rows' },
  own_limits: { organizations: 'rows', places: 'read' },
  reports: { organizations: 'rows', places: 'offices' },
  report_schedules: { organizations: 'rows', places: 'none' },
  alarm_rules: { organizations: 'rows', places: 'none' },
  notification_rules: { organizations: 'rows', places: 'none' },
  audit_streams: { organizations: 'rows', places: 'none' },
  wall_displays: { organizations: 'rows', places: 'none' },
  readings: { organizations: 'rows', places: 'rows' },
  alarms: { organizations: 'rows', places: 'rows' },
  login_history: { organizations: 'rows', places: 'self' },
  control_history: { organizations: 'rows', places: 'rows' },
  audit: { organizations: 'rows', places: 'none' },
  // The servers work for all organizations.
  installation: { organizations: 'none', places: 'none' },
} as const satisfies Record<Entity, { organizations: Exclude<Limit, 'offices'>; places: Limit }>;
