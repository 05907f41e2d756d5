import { rolesThat } from '@airdeck/domain/policy/may';
import type { Action, Entity } from '@airdeck/domain/policy/policies';
import { ROLES, type Role } from '@airdeck/domain/role';
import type { ko } from '@airdeck/phrases/ko';
import {
  ADMINISTRATION,
  ADMINISTRATION_KEYS,
  type AdministrationScreen,
} from '../../features/administration/entities/screens.ts';

/** Roles that see an entry; ALL means every role. */
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
  | 'notice'
  | 'system';

/** A screen of the menu, by the key of its title. */
export type MenuItemKey = keyof typeof ko.menu.item;

export interface MenuItem {
  key: MenuItemKey;
  authority: Authority;
  /** The rows that a screen of administration shows; people who are limited to places do not reach every entity. */
  entity?: Entity;
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
/** A screen is visible to roles that may read its entity. */
const readersOf = (entity: Entity): Authority => thoseWho('read', entity);

/** The screens of administration in a part of the menu. */
const administered = (menu: AdministrationScreen['menu'], addressGroup?: MenuGroupKey): MenuItem[] =>
  ADMINISTRATION_KEYS.filter((key) => ADMINISTRATION[key].menu === menu).map((key) => ({
    key,
    authority: readersOf(ADMINISTRATION[key].entity),
    entity: ADMINISTRATION[key].entity,
    href: ADMINISTRATION[key].href,
    ...(addressGroup && { addressGroup }),
  }));

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
          { key: 'compliance', authority: readersOf('readings'), href: '/compliance' },
          { key: 'reports', authority: readersOf('reports'), href: '/reports' },
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
          ...administered('control', 'management'),
          { key: 'controlHistory', authority: readersOf('control_history'), href: '/control' },
        ],
      },
      {
        key: 'login',
        authority: ['ALL'],
        children: administered('login'),
      },
    ],
  },
  {
    key: 'management',
    children: [
      {
        key: 'user',
        authority: readersOf('users'),
        children: administered('user'),
      },
      {
        key: 'organization',
        authority: ['ALL'],
        children: administered('organization'),
      },
      {
        key: 'master',
        authority: ['ALL'],
        children: administered('master'),
      },
      {
        key: 'setting',
        authority: ['ALL'],
        children: [
          { key: 'connect', authority: thoseWho('write', 'doors'), entity: 'doors', href: '/connect' },
          ...administered('setting'),
          {
            key: 'decoderEditor',
            authority: thoseWho('write', 'decoders'),
            entity: 'decoders',
            href: '/decoder-editor',
          },
          { key: 'labels', authority: readersOf('meters'), entity: 'meters', href: '/labels' },
        ],
      },
      {
        key: 'notice',
        authority: ['ALL'],
        children: administered('notice'),
      },
      {
        key: 'system',
        authority: readersOf('installation'),
        children: [
          {
            key: 'installation',
            authority: readersOf('installation'),
            entity: 'installation',
            href: '/installation',
          },
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
