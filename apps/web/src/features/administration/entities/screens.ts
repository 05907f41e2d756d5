import type { Definition } from '../model/definition.ts';

const places = () => import('./places.ts');
const records = () => import('../records/records.ts');
const standards = () => import('./standards.tsx');
const devices = () => import('./devices.ts');

/** The screens of administration by the key of their menu entry; what a screen is made of is loaded with it. */
export const ADMINISTRATION = {
  user: async () => (await import('./users.tsx')).USER,
  organizations: async () => (await places()).ORGANIZATION,
  group: async () => (await places()).OFFICE,
  notice: async () => (await import('./notices.ts')).NOTICE,
  localServer: async () => (await import('./local-servers.tsx')).LOCAL_SERVER,
  department: async () => (await places()).DEPARTMENT,
  loginHistory: async () => (await records()).LOGIN_HISTORY,
  auditTrail: async () => (await records()).AUDIT_TRAIL,
  sensorTypes: async () => (await standards()).MASTER_SENSOR,
  organizationSensor: async () => (await standards()).ORGANIZATION_SENSOR,
  masterError: async () => (await standards()).MASTER_ERROR,
  organizationErrors: async () => (await standards()).ORGANIZATION_ERROR,
  alarmRule: async () => (await import('./alarm-rules.ts')).ALARM_RULE,
  notificationRule: async () => (await import('./notifications.tsx')).NOTIFICATION_RULE,
  notification: async () => (await import('./notifications.tsx')).NOTIFICATION,
  timetable: async () => (await import('./timetables.tsx')).TIMETABLE,
  measuring: async () => (await devices()).MEASURING,
  unregisteredMeter: async () => (await devices()).UNREGISTERED_METER,
  settingSensor: async () => (await devices()).SETTING_SENSOR,
  sterilizer: async () => (await devices()).STERILIZER,
  wallDisplay: async () => (await import('./wall-displays.tsx')).WALL_DISPLAY,
} satisfies Record<string, () => Promise<Definition>>;

type AdministrationKey = keyof typeof ADMINISTRATION;
export const ADMINISTRATION_KEYS = Object.keys(ADMINISTRATION) as AdministrationKey[];

export const isAdministration = (key: string): key is AdministrationKey => Object.hasOwn(ADMINISTRATION, key);
