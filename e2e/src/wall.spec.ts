import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './setup/accessible.ts';
import { enter } from './setup/login.ts';
import { save } from './setup/save.ts';
import { servers } from './setup/servers.ts';

const SCREEN = '/management/setting/wall';

const endDisplay = async (page: Page, name: string): Promise<void> => {
  await page.goto(servers().demo.url + SCREEN);
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: '링크 종료' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '링크 종료' }).click();
  await expect(page.getByText(`“${name}”을(를) 종료했습니다.`)).toBeVisible();
};

test('a wall display is made, shown without a session, and ended', async ({ page, browser }) => {
  const problems: string[] = [];
  await enter(page, 'LOCAL_ADMIN');
  await page.goto(`${servers().demo.url + SCREEN}?open=new`);
  const name = `로비 ${Date.now()}`;
  await page.getByRole('textbox', { name: '이름', exact: false }).fill(name);
  await save(page);
  const dialog = page.getByRole('alertdialog');
  const link = (await dialog.locator('code').textContent()) ?? '';
  expect(link).toMatch(/\/wall#[\w-]{43}$/);
  await dialog.getByRole('button', { name: '옮겨 두었습니다' }).click();
  await expect(page.getByText(link)).toHaveCount(0);

  const lobby = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'en-US' });
  const wall = await lobby.newPage();
  wall.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  wall.on('pageerror', (error) => problems.push(error.message));
  const asked: string[] = [];
  wall.on('request', (request) => asked.push(request.url()));
  await wall.goto(link);
  // The display's language counts, not the browser's.
  await expect(wall.getByText('지금 가장 나쁜 곳')).toBeVisible();
  await expect(
    wall
      .getByRole('listitem')
      .filter({ hasText: /PM2\.5|CO₂|온도/ })
      .first(),
  ).toBeVisible();
  const first = await wall.getByRole('heading', { level: 1 }).textContent();
  await wall.getByRole('button', { name: '다음 위치' }).click();
  await expect(wall.getByRole('heading', { level: 1 })).not.toHaveText(first ?? '');
  await wall.getByRole('button', { name: '넘김 멈춤' }).click();
  await expectAccessible(wall, 'wall display', { isStrict: true });
  expect(await wall.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true);
  // The token is in no address, and there is no session.
  expect(wall.url()).toBe(`${servers().demo.url}/wall`);
  const token = link.split('#')[1] ?? '';
  expect(asked.filter((url) => url.includes(token))).toEqual([]);
  expect(asked.filter((url) => url.includes('/api/') && !url.includes('/api/v1/wall'))).toEqual([]);
  expect(await wall.evaluate(() => sessionStorage.getItem('access_token'))).toBeNull();
  await wall.reload();
  await expect(wall.getByText('지금 가장 나쁜 곳')).toBeVisible();

  await endDisplay(page, name);
  await expect(wall.getByRole('heading', { name: '이 벽면 화면은 종료되었습니다' })).toBeVisible();
  expect(problems).toEqual([]);
  await wall.reload();
  await expect(wall.getByRole('heading', { name: 'This wall display has been ended' })).toBeVisible();
  await wall.goto('about:blank');
  await lobby.close();
});

test('a view is saved, opened with one click and taken back after its deletion; columns stay as they were chosen', async ({
  page,
}) => {
  const { url } = servers().demo;
  await enter(page, 'LOCAL_USER');
  await page.goto(`${url}/management/setting/measuring?search=3&sort=code%2CDESC`);
  const views = () => page.getByRole('button', { name: '저장한 보기', exact: true }).click();
  await views();
  await page.getByRole('textbox', { name: '지금 화면 저장' }).fill('3학년, 거꾸로');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByRole('button', { name: '3학년, 거꾸로', exact: true })).toBeVisible();
  await expectAccessible(page, 'saved views', { isStrict: true, within: '[role=dialog]' });

  await page.goto(`${url}/current/error/history`);
  await views();
  await page.getByRole('button', { name: '3학년, 거꾸로', exact: true }).click();
  await expect(page).toHaveURL(/setting\/measuring\?search=3&sort=/);
  await expect(page.getByRole('columnheader', { name: '코드' })).toHaveAttribute('aria-sort', 'descending');

  await views();
  await page.getByRole('button', { name: '“3학년, 거꾸로” 지우기' }).click();
  await expect(page.getByRole('button', { name: '3학년, 거꾸로', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('“3학년, 거꾸로” 보기를 되살렸습니다.')).toBeVisible();

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '표 설정' }).click();
  await page.getByRole('button', { name: '코드 앞으로' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  const headers = page.getByRole('columnheader');
  await expect(headers.filter({ hasText: /^(코드|이름)$/ })).toHaveText(['코드', '이름']);
});
