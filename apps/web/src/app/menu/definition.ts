import type { Role } from '@airdeck/domain/role';
import type { ko } from '@airdeck/phrases/ko';

/** Roles that see an entry; ALL is everybody. */
export type Authority = readonly (Role | 'ALL')[];

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

const ALL: Authority = ['ALL'];
const USER_ADMINS: Authority = ['SUPER_ADMIN', 'LOCAL_ADMIN'];
const MASTERS: Authority = ['SUPER_ADMIN', 'SUPER_USER'];

/** The menu, top to bottom. Titles are texts: `menu.main.*`, `menu.sub.*`, `menu.item.*`. */
export const MENU: readonly MenuGroup[] = [
  {
    key: 'current',
    children: [
      {
        key: 'current',
        authority: ALL,
        children: [
          { key: 'instrument', authority: ALL, href: '/instrument' },
          { key: 'instrumentAvg', authority: ALL, href: '/instrumenta' },
          { key: 'sensorCur', authority: ALL, href: '/sensorcur' },
          { key: 'sensorAvg', authority: ALL, href: '/sensoravg' },
          { key: 'currentAir', authority: ALL, href: '/currentair' },
        ],
      },
      {
        key: 'error',
        authority: ALL,
        children: [
          { key: 'liveError', authority: ALL, href: '/liveerror' },
          { key: 'errorHistory', authority: ALL, href: '/history' },
        ],
      },
      {
        key: 'control',
        authority: ALL,
        children: [
          { key: 'controlAir', authority: ALL, href: '/controlair', addressGroup: 'management' },
          { key: 'autoModeAir', authority: ALL, href: '/automodeair', addressGroup: 'management' },
          { key: 'controlHistory', authority: ALL, href: '/control' },
        ],
      },
      { key: 'login', authority: ALL, children: [{ key: 'loginHistory', authority: ALL, href: '/history' }] },
    ],
  },
  {
    key: 'management',
    children: [
      { key: 'user', authority: USER_ADMINS, children: [{ key: 'user', authority: USER_ADMINS, href: '/user' }] },
      {
        key: 'organization',
        authority: ALL,
        children: [
          { key: 'organization', authority: ALL, href: '/institutional' },
          { key: 'group', authority: ALL, href: '/group' },
          { key: 'department', authority: ALL, href: '/department' },
        ],
      },
      {
        key: 'master',
        authority: ALL,
        children: [
          { key: 'localServer', authority: MASTERS, href: '/local' },
          { key: 'masterSensor', authority: MASTERS, href: '/msensor' },
          { key: 'organizationSensor', authority: ALL, href: '/asensor' },
          { key: 'masterError', authority: MASTERS, href: '/merror' },
          { key: 'organizationError', authority: ALL, href: '/aerror' },
        ],
      },
      {
        key: 'setting',
        authority: ALL,
        children: [
          { key: 'measuring', authority: ALL, href: '/measuring' },
          { key: 'unregisteredMeter', authority: ALL, href: '/unregistered' },
          { key: 'settingSensor', authority: ALL, href: '/sensor' },
          { key: 'sterilizer', authority: ALL, href: '/sterilizer' },
        ],
      },
      { key: 'notice', authority: ALL, children: [{ key: 'notice', authority: ALL, href: '/notice' }] },
    ],
  },
];

/** /{group key}/{subgroup key}{item href} */
export function menuAddress(group: MenuGroup, subgroup: MenuSubgroup, item: MenuItem): string {
  return `/${item.addressGroup ?? group.key}/${subgroup.key}${item.href}`;
}
