import { expect, type Response, test } from '@playwright/test';
import { enter, fillLogin } from './setup/login.ts';
import { servers } from './setup/servers.ts';

const stored = (key: string) => sessionStorage.getItem(key);

test('logging in stores token, user and code, and a reload keeps them', async ({ page }) => {
  await enter(page, 'LOCAL_ADMIN');
  expect(await page.evaluate(stored, 'access_token')).toMatch(/^eyJ/);
  const login = JSON.parse((await page.evaluate(stored, 'login')) ?? '{}');
  expect(login).toMatchObject({ code: '10000001', user: { authority: 'LOCAL_ADMIN', password: '' } });
  await page.keyboard.press('F5');
  // The offices of the only organization that the user sees.
  await expect(page.getByRole('heading', { level: 1, name: '한빛초등학교' })).toBeVisible();
  await expect(page).toHaveURL(/\/monitoring\/grade\/\d+$/);
});

test('a visitor is sent to Login and, logged in, to the address asked for; a user at Login to Monitoring', async ({
  page,
}) => {
  const { url, logins } = servers().demo;
  await page.goto(`${url}/monitoring/purifier`);
  await expect(page.getByRole('heading', { name: '로그인' })).toBeVisible();
  await fillLogin(page, logins.LOCAL_USER);
  // Login's address contains the requested one.
  await expect(page).toHaveURL(({ pathname }) => pathname === '/monitoring/purifier');
  await page.goto(url);
  await expect(page).toHaveURL(/\/monitoring\/grade\/\d+$/);
  // The list of organizations, with the one, is still an address.
  await page.goto(`${url}/monitoring/agency`);
  await expect(page.getByRole('heading', { level: 1, name: '기관' })).toBeVisible();
});

test('logging out ends the session on the server too', async ({ page }) => {
  await enter(page, 'SUPER_USER');
  const token = await page.evaluate(stored, 'access_token');
  await page.getByRole('button', { name: /메뉴/ }).click();
  await page.getByRole('button', { name: '로그아웃' }).click();
  await expect(page.getByRole('heading', { name: '로그인' })).toBeVisible();
  // The page may still be on its way to itself.
  await expect(async () => expect(await page.evaluate(stored, 'access_token')).toBeNull()).toPass();
  const answer = await page.request.get(`${servers().demo.url}/api/v1/users/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBe(401);
});

test('an ended session takes the token away and leads to Login', async ({ page }) => {
  await enter(page, 'SUPER_ADMIN');
  const token = await page.evaluate(stored, 'access_token');
  await page.request.post(`${servers().demo.url}/api/v1/logout`, {
    headers: { authorization: `Bearer ${token}` },
    data: {},
  });
  await expect(page.getByRole('heading', { name: '로그인' })).toBeVisible();
});

test('Login asks nothing of other hosts, loads few fonts, and stays where it is when it is refused', async ({
  page,
}) => {
  const hosts = new Set<string>();
  const problems: string[] = [];
  const fonts: Promise<number>[] = [];
  const sizeOf = async (response: Response): Promise<number> => (await response.body()).length;
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('response', (response) => {
    hosts.add(new URL(response.url()).host);
    if (response.url().endsWith('.woff2')) fonts.push(sizeOf(response));
  });
  const { url, logins } = servers().demo;
  await page.goto(url);
  const button = page.getByRole('button', { name: '로그인', exact: true });
  await expect(button).toBeVisible();
  await expect.poll(() => fonts.length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  expect([...hosts]).toEqual([new URL(url).host]);
  expect(problems).toEqual([]);
  const font = (await Promise.all(fonts)).reduce((sum, size) => sum + size, 0);
  expect(font).toBeGreaterThan(10_000);
  expect(font).toBeLessThan(120_000);
  const before = await button.boundingBox();
  await fillLogin(page, { ...logins.LOCAL_USER, code: '12', password: 'Wrong-1234!' });
  await expect(page.getByText('기관 코드는 숫자 8자리로 입력해 주세요.')).toBeVisible();
  await expect(page.getByLabel('기관 코드')).toBeFocused();
  await page.getByLabel('기관 코드').fill(logins.LOCAL_USER.code);
  await page.getByRole('textbox', { name: '비밀번호' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('비밀번호');
  await expect(page.getByRole('textbox', { name: '비밀번호' })).toBeFocused();
  expect(await button.boundingBox()).toEqual(before);
});
