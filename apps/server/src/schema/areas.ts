/** A page of docs/schema. */
export interface Area {
  /** File name without its ending. */
  name: string;
  title: string;
  summary: string;
  /** In the order of the page. */
  tables: readonly string[];
}

/** Every table stands in exactly one area: the generator fails otherwise. */
export const AREAS: readonly Area[] = [
  {
    name: 'places-and-people',
    title: 'Places and people',
    summary: 'Organizations with their offices and departments, users, logins and sessions.',
    tables: [
      'organization',
      'office',
      'department',
      'app_user',
      'password_link',
      'session',
      'blocked_login',
      'failed_login',
      'saved_view',
    ],
  },
  {
    name: 'devices',
    title: 'Devices',
    summary:
      'Meters, sensors and purifiers, who may connect by MQTT, and the last reports of devices, gateways and local servers.',
    tables: [
      'meter',
      'sensor',
      'purifier',
      'device_credential',
      'unregistered_device',
      'device_status',
      'device_error',
      'gateway_status',
      'meter_route',
      'local_server',
      'local_server_status',
    ],
  },
  {
    name: 'doors',
    title: 'Doors',
    summary: 'Ways in for devices that do not speak the native protocol, the devices behind them, and their messages.',
    tables: [],
  },
  {
    name: 'standards',
    title: 'Standards and error codes',
    summary: 'Sensor types, thresholds and error codes: of the installation, and what organizations change.',
    tables: ['master_sensor', 'organization_sensor', 'standard', 'master_error', 'organization_error'],
  },
  {
    name: 'readings',
    title: 'Readings',
    summary: 'Readings as measured, packed days, averages, purifier states, and data that could not be stored.',
    tables: [
      'frame',
      'packed_day',
      'rollup_hour',
      'packed_hour',
      'rollup_day',
      'dirty_hour',
      'dirty_day',
      'rollup_epoch',
      'rollup_basis',
      'retention',
      'meter_current',
      'purifier_state',
      'quarantine',
      'rejection',
    ],
  },
  {
    name: 'alarms',
    title: 'Alarms',
    summary: 'Alarms, the rules that raise them, and the names by which they are searched.',
    tables: ['alarm', 'alarm_place', 'alarm_kind', 'alarm_rule', 'alarm_setting', 'alarm_state'],
  },
  {
    name: 'notifications',
    title: 'Notifications',
    summary: 'Who is notified of alarms, the queue and record of deliveries, links of mails, and browsers.',
    tables: ['notification_rule', 'notification', 'notification_link', 'push_subscription'],
  },
  {
    name: 'control',
    title: 'Purifier control',
    summary: 'Commands, timetables, the automatic mode and filters of purifiers.',
    tables: [
      'command',
      'timetable',
      'timetable_purifier',
      'timetable_run',
      'auto_mode',
      'device_settings',
      'filter_replacement',
    ],
  },
  {
    name: 'operations',
    title: 'Administration and operations',
    summary: 'Notices, wall displays, the audit trail, processes, migrations, and the feed between processes.',
    tables: [
      'notice',
      'wall_display',
      'audit',
      'migration',
      'process',
      'feed',
      'feed_ring',
      'feed_consumer',
      'feed_member',
    ],
  },
];
