import { rolesThat } from '@airdeck/domain/policy/may';
import type { Action, Entity } from '@airdeck/domain/policy/policies';
import { ROLES, type Role } from '@airdeck/domain/role';
import type { ko } from '@airdeck/phrases/ko';

/** Roles that see an entry; ALL stands for every role. */
export type Authority = readonly Role[] | readonly ['ALL'];

type MenuGroupKey = 'current' | 'management';
type MenuSubgroupKey =
  | 'current'
  | 'error'
  | 'control'
  | 'login'
  | 'user'
  | 'organization'
  | 'master'
  | 'setting'
  | 'notice';

/** A screen of the menu, by the key of its title. */
export type MenuItemKey = keyof typeof ko.menu.item;

export interface MenuItem {
  key: MenuItemKey;
  authority: Authority;
  /** Below its group's and subgroup's part of the address. */
  href: `/${string}`;
  /** The group of its address, where that is another group than its own. */
  addressGroup?: MenuGroupKey;
}

export interface MenuSubgroup {
  key: MenuSubgroupKey;
  authority: Authority;
  children: readonly MenuItem[];
}

export interface MenuGroup {
  key: MenuGroupKey;
  children: readonly MenuSubgroup[];
}

const thoseWho = (action: Action, entity: Entity): Authority => {
  const roles = rolesThat(action, entity);
  return roles.length === ROLES.length ? ['ALL'] : roles;
};
/** A screen is for those who may read what it lists. */
const readersOf = (entity: Entity): Authority => thoseWho('read', entity);

/** The menu, top to bottom. Titles are texts: `menu.main.*`, `menu.sub.*`, `menu.item.*`. */
export const MENU: readonly MenuGroup[] = [
  {
    key: 'current',
    children: [
      {
        key: 'current',
        authority: ['ALL'],
        children: [
          { key: 'meterReadings', authority: readersOf('readings'), href: '/instrument' },
          { key: 'meterAverages', authority: readersOf('readings'), href: '/instrumenta' },
          { key: 'sensorReadings', authority: readersOf('readings'), href: '/sensorcur' },
          { key: 'sensorAverages', authority: readersOf('readings'), href: '/sensoravg' },
          { key: 'currentAir', authority: readersOf('readings'), href: '/currentair' },
        ],
      },
      {
        key: 'error',
        authority: ['ALL'],
        children: [
          { key: 'liveError', authority: readersOf('alarms'), href: '/liveerror' },
          { key: 'errorHistory', authority: readersOf('alarms'), href: '/history' },
        ],
      },
      {
        key: 'control',
        authority: ['ALL'],
        children: [
          {
            key: 'controlAir',
            authority: thoseWho('control', 'purifiers'),
            href: '/controlair',
            addressGroup: 'management',
          },
          { key: 'autoModeAir', authority: readersOf('purifiers'), href: '/automodeair', addressGroup: 'management' },
          { key: 'timetable', authority: readersOf('timetables'), href: '/timetable', addressGroup: 'management' },
          { key: 'controlHistory', authority: readersOf('control_history'), href: '/control' },
        ],
      },
      {
        key: 'login',
        authority: ['ALL'],
        children: [{ key: 'loginHistory', authority: readersOf('login_history'), href: '/history' }],
      },
    ],
  },
  {
    key: 'management',
    children: [
      {
        key: 'user',
        authority: readersOf('users'),
        children: [
          { key: 'user', authority: readersOf('users'), href: '/user' },
          { key: 'auditTrail', authority: readersOf('audit'), href: '/audit' },
        ],
      },
      {
        key: 'organization',
        authority: ['ALL'],
        children: [
          { key: 'organizations', authority: readersOf('organizations'), href: '/institutional' },
          { key: 'group', authority: readersOf('offices'), href: '/group' },
          { key: 'department', authority: readersOf('departments'), href: '/department' },
        ],
      },
      {
        key: 'master',
        authority: ['ALL'],
        children: [
          { key: 'localServer', authority: readersOf('local_servers'), href: '/local' },
          { key: 'sensorTypes', authority: readersOf('master_sensors'), href: '/msensor' },
          { key: 'organizationSensor', authority: readersOf('organization_sensors'), href: '/asensor' },
          { key: 'masterError', authority: readersOf('master_errors'), href: '/merror' },
          { key: 'organizationErrors', authority: readersOf('organization_errors'), href: '/aerror' },
          { key: 'alarmRule', authority: readersOf('alarm_rules'), href: '/arule' },
        ],
      },
      {
        key: 'setting',
        authority: ['ALL'],
        children: [
          { key: 'measuring', authority: readersOf('meters'), href: '/measuring' },
          { key: 'unregisteredMeter', authority: readersOf('unregistered'), href: '/unregistered' },
          { key: 'settingSensor', authority: readersOf('sensors'), href: '/sensor' },
          { key: 'sterilizer', authority: readersOf('purifiers'), href: '/sterilizer' },
          { key: 'wallDisplay', authority: readersOf('wall_displays'), href: '/wall' },
        ],
      },
      {
        key: 'notice',
        authority: ['ALL'],
        children: [
          { key: 'notice', authority: readersOf('notices'), href: '/notice' },
          { key: 'notificationRule', authority: readersOf('notification_rules'), href: '/nrule' },
          { key: 'notification', authority: readersOf('notification_rules'), href: '/nlog' },
        ],
      },
    ],
  },
];

/** Roles without access to an entry's address: those that do not see the entry. */
export const deniedTo = ({ authority }: { authority: Authority }): Role[] =>
  ROLES.filter((role) => !allows(authority, role));

export const allows = (authority: Authority, role: Role): boolean =>
  authority.some((allowed) => allowed === 'ALL' || allowed === role);

/** /{group key}/{subgroup key}{item href} */
export function menuAddress(group: MenuGroup, subgroup: MenuSubgroup, item: MenuItem): string {
  return `/${item.addressGroup ?? group.key}/${subgroup.key}${item.href}`;
}
