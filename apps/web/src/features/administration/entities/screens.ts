import type { Entity } from '@airdeck/domain/policy/policies';
import { anyDefinition, type Definition } from '../model/definition.ts';

/** A screen of administration, as far as it is known before it is opened. */
export interface AdministrationScreen {
  /** The menu section of the entry. */
  menu: 'control' | 'login' | 'user' | 'organization' | 'master' | 'setting' | 'notice';
  /** Below the address of that part. */
  href: `/${string}`;
  /** Roles that may read it see the screen in the menu. */
  entity: Entity;
  /** Loads its definition when it is first opened. */
  load: () => Promise<Definition>;
}

const places = () => import('./places.ts');
const records = () => import('../records/records.ts');
const standards = () => import('./standards.tsx');
const devices = () => import('./devices.ts');
const limits = () => import('./limits.ts');
const doors = () => import('./doors.tsx');

/** The screens of administration, in the order of the menu; a new screen is an entry here. The keys name their texts. */
export const ADMINISTRATION = {
  timetable: {
    ...{ menu: 'control', href: '/timetable', entity: 'timetables' },
    load: async () => anyDefinition((await import('./timetables.tsx')).TIMETABLE),
  },
  loginHistory: {
    ...{ menu: 'login', href: '/history', entity: 'login_history' },
    load: async () => anyDefinition((await records()).LOGIN_HISTORY),
  },
  user: {
    ...{ menu: 'user', href: '/user', entity: 'users' },
    load: async () => anyDefinition((await import('./users.tsx')).USER),
  },
  auditTrail: {
    ...{ menu: 'user', href: '/audit', entity: 'audit' },
    load: async () => anyDefinition((await records()).AUDIT_TRAIL),
  },
  auditStream: {
    ...{ menu: 'user', href: '/audit-stream', entity: 'audit_streams' },
    load: async () => anyDefinition((await import('./audit-streams.tsx')).AUDIT_STREAM),
  },
  signOn: {
    ...{ menu: 'user', href: '/sso', entity: 'sign_on_providers' },
    load: async () => anyDefinition((await import('./sign-on.tsx')).SIGN_ON),
  },
  organizations: {
    ...{ menu: 'organization', href: '/institutional', entity: 'organizations' },
    load: async () => anyDefinition((await places()).ORGANIZATION),
  },
  group: {
    ...{ menu: 'organization', href: '/group', entity: 'offices' },
    load: async () => anyDefinition((await places()).OFFICE),
  },
  department: {
    ...{ menu: 'organization', href: '/department', entity: 'departments' },
    load: async () => anyDefinition((await places()).DEPARTMENT),
  },
  facilityFacts: {
    ...{ menu: 'organization', href: '/facts', entity: 'facility_facts' },
    load: async () => anyDefinition((await limits()).FACILITY_FACTS),
  },
  localServer: {
    ...{ menu: 'master', href: '/local', entity: 'local_servers' },
    load: async () => anyDefinition((await import('./local-servers.tsx')).LOCAL_SERVER),
  },
  sensorTypes: {
    ...{ menu: 'master', href: '/msensor', entity: 'master_sensors' },
    load: async () => anyDefinition((await standards()).MASTER_SENSOR),
  },
  organizationSensor: {
    ...{ menu: 'master', href: '/asensor', entity: 'organization_sensors' },
    load: async () => anyDefinition((await standards()).ORGANIZATION_SENSOR),
  },
  masterError: {
    ...{ menu: 'master', href: '/merror', entity: 'master_errors' },
    load: async () => anyDefinition((await standards()).MASTER_ERROR),
  },
  organizationErrors: {
    ...{ menu: 'master', href: '/aerror', entity: 'organization_errors' },
    load: async () => anyDefinition((await standards()).ORGANIZATION_ERROR),
  },
  alarmRule: {
    ...{ menu: 'master', href: '/arule', entity: 'alarm_rules' },
    load: async () => anyDefinition((await import('./alarm-rules.ts')).ALARM_RULE),
  },
  ownLimit: {
    ...{ menu: 'master', href: '/limit', entity: 'own_limits' },
    load: async () => anyDefinition((await limits()).OWN_LIMIT),
  },
  measuring: {
    ...{ menu: 'setting', href: '/measuring', entity: 'meters' },
    load: async () => anyDefinition((await devices()).MEASURING),
  },
  gateway: {
    ...{ menu: 'setting', href: '/gateway', entity: 'gateways' },
    load: async () => anyDefinition((await devices()).GATEWAY),
  },
  door: {
    ...{ menu: 'setting', href: '/door', entity: 'doors' },
    load: async () => anyDefinition((await doors()).DOOR),
  },
  doorDevice: {
    ...{ menu: 'setting', href: '/door-device', entity: 'door_devices' },
    load: async () => anyDefinition((await doors()).DOOR_DEVICE),
  },
  decoder: {
    ...{ menu: 'setting', href: '/decoder', entity: 'decoders' },
    load: async () => anyDefinition((await doors()).DECODER),
  },
  unregisteredMeter: {
    ...{ menu: 'setting', href: '/unregistered', entity: 'unregistered' },
    load: async () => anyDefinition((await devices()).UNREGISTERED_METER),
  },
  settingSensor: {
    ...{ menu: 'setting', href: '/sensor', entity: 'sensors' },
    load: async () => anyDefinition((await devices()).SETTING_SENSOR),
  },
  sterilizer: {
    ...{ menu: 'setting', href: '/sterilizer', entity: 'purifiers' },
    load: async () => anyDefinition((await devices()).STERILIZER),
  },
  wallDisplay: {
    ...{ menu: 'setting', href: '/wall', entity: 'wall_displays' },
    load: async () => anyDefinition((await import('./wall-displays.tsx')).WALL_DISPLAY),
  },
  maintenance: {
    ...{ menu: 'setting', href: '/maintenance', entity: 'maintenance_windows' },
    load: async () => anyDefinition((await import('./maintenance.tsx')).MAINTENANCE),
  },
  notice: {
    ...{ menu: 'notice', href: '/notice', entity: 'notices' },
    load: async () => anyDefinition((await import('./notices.ts')).NOTICE),
  },
  notificationRule: {
    ...{ menu: 'notice', href: '/nrule', entity: 'notification_rules' },
    load: async () => anyDefinition((await import('./notifications.tsx')).NOTIFICATION_RULE),
  },
  reportSchedule: {
    ...{ menu: 'notice', href: '/reports', entity: 'report_schedules' },
    load: async () => anyDefinition((await import('./reports.ts')).REPORT_SCHEDULE),
  },
  notification: {
    ...{ menu: 'notice', href: '/nlog', entity: 'notification_rules' },
    load: async () => anyDefinition((await import('./notifications.tsx')).NOTIFICATION),
  },
} satisfies Record<string, AdministrationScreen>;

type AdministrationKey = keyof typeof ADMINISTRATION;
export const ADMINISTRATION_KEYS = Object.keys(ADMINISTRATION) as AdministrationKey[];

export const isAdministration = (key: string): key is AdministrationKey => Object.hasOwn(ADMINISTRATION, key);
