// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { areaLinks, areaOf } from './primary-navigation-areas.ts';

test.each([
  ['/monitoring/meter/3', 'monitoring'],
  ['/current/current/sensoravg', 'history'],
  ['/current/login/history', 'history'],
  ['/current/error/quality', 'alarms'],
  ['/current/current/currentair', 'purifiers'],
  ['/current/control/control', 'purifiers'],
  ['/management/control/timetable', 'purifiers'],
  ['/management/setting/measuring/3/quality', 'administration'],
  ['/no/such/page', null],
  ['/currently', null],
])('%s belongs to %s', (path, area) => {
  expect(areaOf(path)).toBe(area);
});

const paths = (...given: Parameters<typeof areaLinks>) => areaLinks(...given).map(({ path }) => path);

test('each area begins with its first screen that the role may see', () => {
  expect(paths('SUPER_ADMIN', '/', {})).toEqual([
    '/monitoring/agency',
    '/current/current/instrument',
    '/current/error/liveerror',
    '/current/current/currentair',
    '/management/user/user',
  ]);
  expect(paths('LOCAL_USER', '/', {}).at(-1)).toBe('/management/organization/institutional');
});

test('an area leads to what was last looked at in it, and to its first screen from within', () => {
  const last = {
    monitoring: { path: '/monitoring/meter/3', search: '?grade=BAD&grade=VERY_BAD' },
    history: { path: '/current/current/sensorcur', search: '' },
  };
  const [monitoring, history] = areaLinks('LOCAL_USER', '/current/current/instrumenta', last);
  expect(monitoring).toEqual({
    area: 'monitoring',
    path: '/monitoring/meter/3',
    search: { grade: ['BAD', 'VERY_BAD'] },
    isHere: false,
  });
  expect(history).toMatchObject({ path: '/current/current/instrument', search: {}, isHere: true });
});
