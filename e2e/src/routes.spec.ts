import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { enter } from './setup/login.ts';
import { servers } from './setup/servers.ts';

const MONITORING = ['agency', 'grade', 'half', 'meter', 'sensor', 'localization', 'purifier'].map(
  (view) => `/monitoring/${view}`,
);
const OTHERS = [
  '/current/current/instrument',
  '/current/current/instrumenta',
  '/current/current/sensorcur',
  '/current/current/sensoravg',
  '/current/current/currentair',
  '/current/error/liveerror',
  '/current/error/history',
  '/current/login/history',
  '/current/control/control',
  '/management/user/user',
  '/management/user/audit',
  '/management/organization/institutional',
  '/management/organization/group',
  '/management/organization/department',
  '/management/master/local',
  '/management/master/msensor',
  '/management/master/asensor',
  '/management/master/merror',
  '/management/master/aerror',
  '/management/setting/measuring',
  '/management/setting/unregistered',
  '/management/setting/sensor',
  '/management/setting/sterilizer',
  '/management/control/controlair',
  '/management/control/automodeair',
  '/management/notice/notice',
];
const NOT_FOR_USERS = ['/management/user/user', '/management/user/audit'];
const MASTERS = ['/management/master/local', '/management/master/msensor', '/management/master/merror'];

test('every address sends a visitor without a session to Login', async ({ page }) => {
  const { url } = servers().demo;
  for (const path of ['/monitoring', ...MONITORING, ...OTHERS]) {
    await page.goto(url + path);
    await expect(page.getByRole('heading', { name: '로그인' }), path).toBeVisible();
  }
});

test('every address shows its screen, without errors, and an unknown one that it is not there', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await enter(page, 'SUPER_ADMIN');
  const { url } = servers().demo;
  for (const path of [...MONITORING, ...OTHERS]) {
    await page.goto(url + path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await page.goto(`${url}/monitoring`);
  await expect(page).toHaveURL(/\/monitoring\/agency/);
  for (const path of ['/nothing', '/management', '/monitoring/agency/3/more']) {
    await page.goto(url + path);
    await expect(page.getByText('페이지를 찾을 수 없습니다').first(), path).toBeVisible();
  }
  expect(problems).toEqual([]);
});

for (const role of ['SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER'] as const) {
  test(`${role} is led from what is not theirs to Monitoring`, async ({ page }) => {
    await enter(page, role);
    const isSuper = role === 'SUPER_USER';
    const denied = [...(role === 'LOCAL_ADMIN' ? [] : NOT_FOR_USERS), ...(isSuper ? [] : MASTERS)];
    for (const path of [...NOT_FOR_USERS, ...MASTERS]) {
      await page.goto(servers().demo.url + path);
      const expected = denied.includes(path) ? '/monitoring/agency' : path;
      await expect(page, path).toHaveURL((address) => address.pathname === expected);
      if (expected !== path) await expect(page.getByText('지금 역할로는 볼 수 없습니다').first(), path).toBeVisible();
    }
  });
}

for (const path of ['/', '/monitoring/agency', '/monitoring/sensor', '/monitoring/purifier', '/nothing']) {
  test(`${path} has no accessibility violations`, async ({ page }) => {
    if (path === '/') await page.goto(servers().demo.url);
    else {
      await enter(page, 'LOCAL_ADMIN');
      await page.goto(servers().demo.url + path);
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
}
