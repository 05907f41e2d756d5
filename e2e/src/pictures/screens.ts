import type { Role } from '@airdeck/domain/role';
import type { Page } from '@playwright/test';

export interface Screen {
  /** Its picture's file. */
  name: string;
  /** Its address; `{meter}` and similar are replaced by ids of the demo. `null` is the screen without a session. */
  path: string;
  /** Its purpose. */
  text: string;
  role?: Role | 'NO_SESSION';
  /** Actions before the picture is taken. */
  act?: (page: Page) => Promise<void>;
  /** A phone has a picture of it too. */
  phone?: true;
}

export interface Chapter {
  title: string;
  screens: readonly Screen[];
}

/** Opens the first row of the screen's table. */
const openFirstRow = async (page: Page): Promise<void> => {
  const row = page.locator('tbody tr button, main li button').first();
  await row.click();
  await page.waitForURL(/open=/);
};

const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').first().waitFor();
};

/** The screens of the console in the order of its menu. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'Logging in',
    screens: [
      {
        name: 'login',
        path: '/',
        role: 'NO_SESSION',
        phone: true,
        text: 'Organization code, id and password; forgotten ones are found here too. The demo offers a login per role.',
      },
    ],
  },
  {
    title: 'Monitoring',
    screens: [
      {
        name: 'agency',
        path: '/monitoring/agency',
        phone: true,
        text: 'Organizations, worst first: which one needs attention now.',
      },
      { name: 'grade', path: '/monitoring/grade/{organization}', text: 'The offices of an organization.' },
      { name: 'half', path: '/monitoring/half/{office}', text: 'The departments of an office.' },
      {
        name: 'meter',
        path: '/monitoring/meter/{department}',
        text: 'The meters of a department, with their course and weeks.',
      },
      {
        name: 'sensor',
        path: '/monitoring/sensor/{meter}',
        phone: true,
        text: 'One meter: each value with its place between the bounds, and its day.',
      },
      { name: 'sensors', path: '/monitoring/sensor', text: 'All sensors that one may see, worst first.' },
      {
        name: 'localization',
        path: '/monitoring/localization/{meter}',
        text: 'Where in the room a meter’s sensors hang, and what each says.',
      },
      { name: 'purifier', path: '/monitoring/purifier/{meter}', text: 'Reports of the purifiers of a meter.' },
    ],
  },
  {
    title: 'Looking back',
    screens: [
      {
        name: 'instrument',
        path: '/current/current/instrument?meter={meter}&period=today',
        text: 'What meters measured.',
      },
      {
        name: 'instrument-average',
        path: '/current/current/instrumenta?meter={meter}&period=week&step=hour&view=graph',
        text: 'Meters’ averages by hour, day, month and year, with earlier weeks laid over.',
      },
      {
        name: 'sensor-history',
        path: '/current/current/sensorcur?meter={meter}&period=today',
        text: 'What sensors measured.',
      },
      {
        name: 'sensor-average',
        path: '/current/current/sensoravg?meter={meter}&period=week&step=hour',
        text: 'Sensors’ averages.',
      },
      {
        name: 'compliance',
        path: '/current/current/compliance?organization={organization}&pack=KR_SCHOOLS',
        phone: true,
        text: 'Which places kept to a pack of limits, and the worst period of each rule.',
      },
    ],
  },
  {
    title: 'Alarms',
    screens: [
      {
        name: 'alarms',
        path: '/current/error/liveerror',
        phone: true,
        text: 'Present alarms: acknowledge, shelve, clear.',
      },
      {
        name: 'alarm',
        path: '/current/error/liveerror',
        act: openFirstRow,
        text: 'One alarm: its course, who did what, and others like it.',
      },
      { name: 'alarm-history', path: '/current/error/history', text: 'Past alarms, and how long they lasted.' },
      {
        name: 'alarm-quality',
        path: '/current/error/quality',
        text: 'Alarm performance: which come too often, and which stay unanswered.',
      },
    ],
  },
  {
    title: 'Purifiers',
    screens: [
      {
        name: 'purifiers',
        path: '/current/current/currentair',
        phone: true,
        text: 'What purifiers do now, and how far their filters are.',
      },
      {
        name: 'purifier-detail',
        path: '/current/current/currentair?open={purifier}',
        text: 'One purifier: its filters and what it did to the air.',
      },
      {
        name: 'control',
        path: '/management/control/controlair',
        phone: true,
        text: 'Commands to one purifier or to many, with a preview and an answer per device.',
      },
      {
        name: 'auto-mode',
        path: '/management/control/automodeair',
        text: 'Which purifiers run by themselves, and by which values.',
      },
      {
        name: 'auto-mode-editor',
        path: '/management/control/automodeair?open={purifier}',
        text: 'The thresholds of one purifier, tried on the past day.',
      },
      { name: 'timetables', path: '/management/control/timetable', text: 'What purifiers do from week to week.' },
      { name: 'control-history', path: '/current/control/control', text: 'Each command, and what became of it.' },
    ],
  },
  {
    title: 'People and records',
    screens: [
      { name: 'users', path: '/management/user/user', text: 'People and their roles.' },
      { name: 'audit', path: '/management/user/audit', text: 'Who changed what, and how it was before.' },
      { name: 'login-history', path: '/current/login/history', text: 'Who was in, from where, and who was refused.' },
    ],
  },
  {
    title: 'Places and devices',
    screens: [
      { name: 'setup', path: '/management/setup', text: 'The first setup of an installation, step by step.' },
      { name: 'organizations', path: '/management/organization/institutional', text: 'Organizations.' },
      {
        name: 'organization-form',
        path: '/management/organization/institutional?open={organization}',
        text: 'One organization: its zone, its devices’ secret, how long its data is kept.',
      },
      { name: 'offices', path: '/management/organization/group', text: 'Offices.' },
      { name: 'departments', path: '/management/organization/department', text: 'Departments.' },
      {
        name: 'meters',
        path: '/management/setting/measuring',
        phone: true,
        text: 'Meters, their secrets and intervals.',
      },
      { name: 'meter-form', path: '/management/setting/measuring?open={meter}', text: 'One meter.' },
      {
        name: 'meter-quality',
        path: '/management/setting/measuring/{meter}/quality',
        text: 'How complete a meter’s data is, and what could not be taken.',
      },
      {
        name: 'import',
        path: '/management/setting/measuring',
        act: press(/가져오기|Import/),
        text: 'Places, devices and people from a file, checked before anything is written.',
      },
      {
        name: 'unregistered',
        path: '/management/setting/unregistered',
        text: 'Devices that speak without being registered: claim them with their waiting readings.',
      },
      { name: 'sensors-settings', path: '/management/setting/sensor', text: 'Localization sensors.' },
      { name: 'purifiers-settings', path: '/management/setting/sterilizer', text: 'Purifiers.' },
      {
        name: 'local-servers',
        path: '/management/master/local',
        text: 'MQTT brokers at sites, and whether they are connected.',
      },
    ],
  },
  {
    title: 'Standards and alarm rules',
    screens: [
      {
        name: 'master-sensors',
        path: '/management/master/msensor',
        text: 'The seven sensor types and the bounds of their grades.',
      },
      {
        name: 'master-sensor-form',
        path: '/management/master/msensor?open={masterSensor}',
        text: 'Bounds by the day from which they hold.',
      },
      {
        name: 'organization-sensors',
        path: '/management/master/asensor',
        text: 'Own settings of an organization for a sensor type.',
      },
      {
        name: 'master-errors',
        path: '/management/master/merror',
        text: 'Error codes of devices, with their severity.',
      },
      {
        name: 'organization-errors',
        path: '/management/master/aerror',
        text: 'Own settings of an organization for error codes.',
      },
      { name: 'alarm-rules', path: '/management/master/arule', text: 'From which value, for how long, how severe.' },
    ],
  },
  {
    title: 'Notices and notifications',
    screens: [
      { name: 'notices', path: '/management/notice/notice', text: 'Notices to the users of the console.' },
      {
        name: 'notification-rules',
        path: '/management/notice/nrule',
        text: 'Who gets which alarms: by mail, webhook or browser.',
      },
      { name: 'notifications', path: '/management/notice/nlog', text: 'Sent notifications, and their outcome.' },
    ],
  },
  {
    title: 'Besides',
    screens: [{ name: 'not-found', path: '/nothing', text: 'An address that is none.' }],
  },
];
