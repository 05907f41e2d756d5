import { ROLES, type Role } from '@airdeck/domain/role';
import { ko } from '@airdeck/phrases/ko';
import { expect, test } from 'vitest';
import { mayUser } from '../../lib/session/actor.ts';
import { sampleUser } from '../../testing/sample-user.ts';
import { MENU } from './definition.ts';
import { visibleMenu } from './visible-menu.ts';

const addressesOf = (role: Role, search = '') =>
  visibleMenu(MENU, role, ({ key }) => ko.menu.item[key], search).flatMap(({ subgroups }) =>
    subgroups.flatMap(({ items }) => items.map(({ address }) => address)),
  );

const EVERYBODYS = [
  '/current/current/instrument',
  '/current/current/instrumenta',
  '/current/current/sensorcur',
  '/current/current/sensoravg',
  '/current/current/compliance',
  '/current/current/reports',
  '/current/current/currentair',
  '/current/error/liveerror',
  '/current/error/history',
  '/management/control/controlair',
  '/management/control/automodeair',
  '/management/control/timetable',
  '/current/control/control',
  '/current/login/history',
  '/management/organization/institutional',
  '/management/organization/group',
  '/management/organization/department',
  '/management/organization/facts',
  '/management/master/asensor',
  '/management/master/aerror',
  '/management/master/arule',
  '/management/master/limit',
  '/management/setting/measuring',
  '/management/setting/gateway',
  '/management/setting/unregistered',
  '/management/setting/door',
  '/management/setting/door-device',
  '/management/setting/decoder',
  '/management/setting/labels',
  '/management/setting/sensor',
  '/management/setting/sterilizer',
  '/management/setting/maintenance',
  '/management/notice/notice',
];
/** Additional entries of organization administrators. */
const PEOPLE = [
  '/management/user/user',
  '/management/user/audit',
  '/management/user/audit-stream',
  '/management/setting/connect',
  '/management/setting/decoder-editor',
  '/management/setting/wall',
  '/management/notice/nrule',
  '/management/notice/reports',
  '/management/notice/nlog',
];
const SIGN_ON = '/management/user/sso';
const MASTER = ['/management/master/local', '/management/master/msensor', '/management/master/merror'];

test.each([
  ['SUPER_ADMIN', [...PEOPLE, SIGN_ON, ...MASTER, '/management/system/installation']],
  ['SUPER_USER', MASTER],
  ['LOCAL_ADMIN', PEOPLE],
  ['LOCAL_USER', []],
] as const)('%s sees the common entries, and %j', (role, more) => {
  expect(addressesOf(role).toSorted()).toEqual([...EVERYBODYS, ...more].toSorted());
});

/** In the order of the specification, with Airdeck's own entries among them. */
const SPECIFIED = [
  ['meterReadings', 'meterAverages', 'sensorReadings', 'sensorAverages', 'currentAir'],
  ['liveError', 'errorHistory'],
  ['controlAir', 'autoModeAir', 'controlHistory'],
  ['loginHistory'],
  ['user'],
  ['organizations', 'group', 'department'],
  ['localServer', 'sensorTypes', 'organizationSensor', 'masterError', 'organizationErrors'],
  ['measuring', 'unregisteredMeter', 'settingSensor', 'sterilizer'],
  ['notice'],
].flat();

test('the specified entries stand in the specified order', () => {
  const keys = visibleMenu(MENU, 'SUPER_ADMIN', ({ key }) => key).flatMap(({ subgroups }) =>
    subgroups.flatMap(({ items }) => items.map(({ key }) => key)),
  );
  expect(keys.filter((key) => SPECIFIED.includes(key))).toEqual(SPECIFIED);
});

test('the groups and their order', () => {
  expect(visibleMenu(MENU, 'SUPER_ADMIN', ({ key }) => key).map(({ key }) => key)).toEqual(['current', 'management']);
});

test('the search compares titles without regard to spaces and case', () => {
  expect(addressesOf('SUPER_ADMIN', '마스터센서')).toEqual(['/management/master/msensor']);
  expect(addressesOf('LOCAL_USER', '마스터')).toEqual([]);
  expect(addressesOf('LOCAL_USER', '로그인 이력')).toEqual(['/current/login/history']);
});

test('every address stands in the menu once', () => {
  for (const role of ROLES) {
    const addresses = addressesOf(role);
    expect(new Set(addresses).size).toBe(addresses.length);
  }
});

test('a person who is limited to places has no screens of what concerns the whole organization', () => {
  const person = sampleUser({
    authority: 'LOCAL_ADMIN',
    assigned: { organization_ids: [], office_ids: [], department_ids: [300] },
  });
  const keys = visibleMenu(
    MENU,
    'LOCAL_ADMIN',
    ({ key }) => key,
    '',
    (entity) => mayUser(person, 'read', entity),
  ).flatMap(({ subgroups }) => subgroups.flatMap(({ items }) => items.map(({ key }) => key)));
  expect(keys).toEqual(expect.arrayContaining(['measuring', 'department', 'controlAir', 'loginHistory']));
  expect(keys).not.toContain('user');
  expect(keys).not.toContain('unregisteredMeter');
});
