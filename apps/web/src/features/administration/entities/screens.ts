import { anyDefinition, type Definition } from '../model/definition.ts';

const places = () => import('./places.ts');
const records = () => import('../records/records.ts');
const standards = () => import('./standards.tsx');
const devices = () => import('./devices.ts');

/** The screens of administration by the key of their menu entry; what a screen is made of is loaded with it. */
export const ADMINISTRATION = {
  user: async () => anyDefinition((await import('./users.tsx')).USER),
  organizations: async () => anyDefinition((await places()).ORGANIZATION),
  group: async () => anyDefinition((await places()).OFFICE),
  notice: async () => anyDefinition((await import('./notices.ts')).NOTICE),
  localServer: async () => anyDefinition((await import('./local-servers.tsx')).LOCAL_SERVER),
  department: async () => anyDefinition((await places()).DEPARTMENT),
  loginHistory: async () => anyDefinition((await records()).LOGIN_HISTORY),
  auditTrail: async () => anyDefinition((await records()).AUDIT_TRAIL),
  sensorTypes: async () => anyDefinition((await standards()).MASTER_SENSOR),
  organizationSensor: async () => anyDefinition((await standards()).ORGANIZATION_SENSOR),
  masterError: async () => anyDefinition((await standards()).MASTER_ERROR),
  organizationErrors: async () => anyDefinition((await standards()).ORGANIZATION_ERROR),
  alarmRule: async () => anyDefinition((await import('./alarm-rules.ts')).ALARM_RULE),
  notificationRule: async () => anyDefinition((await import('./notifications.tsx')).NOTIFICATION_RULE),
  notification: async () => anyDefinition((await import('./notifications.tsx')).NOTIFICATION),
  timetable: async () => anyDefinition((await import('./timetables.tsx')).TIMETABLE),
  measuring: async () => anyDefinition((await devices()).MEASURING),
  unregisteredMeter: async () => anyDefinition((await devices()).UNREGISTERED_METER),
  settingSensor: async () => anyDefinition((await devices()).SETTING_SENSOR),
  sterilizer: async () => anyDefinition((await devices()).STERILIZER),
  wallDisplay: async () => anyDefinition((await import('./wall-displays.tsx')).WALL_DISPLAY),
} satisfies Record<string, () => Promise<Definition>>;

type AdministrationKey = keyof typeof ADMINISTRATION;
export const ADMINISTRATION_KEYS = Object.keys(ADMINISTRATION) as AdministrationKey[];

export const isAdministration = (key: string): key is AdministrationKey => Object.hasOwn(ADMINISTRATION, key);
