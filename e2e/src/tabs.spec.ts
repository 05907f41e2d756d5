import { expect, type Page, test } from '@playwright/test';
import { enter, fillLogin } from './setup/login.ts';
import { servers } from './setup/servers.ts';

const token = (page: Page) => page.evaluate(() => sessionStorage.getItem('access_token'));
const atLogin = (page: Page) => expect(page.getByRole('heading', { level: 1, name: '로그인' })).toBeVisible();
const onScreen = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
const isAccepted = async (page: Page, bearer: string | null) => {
  const headers = { authorization: `Bearer ${bearer}` };
  return (await page.request.get(`${servers().demo.url}/api/v1/users/me`, { headers })).status();
};

/** Records the closing messages of other tabs and the reports of this one from now on. */
const noteClosing = async (page: Page) => {
  const notes: string[] = [];
  await page.exposeFunction('noteClosing', () => notes.push('the other tab is closing'));
  await page.evaluate(() => {
    const { noteClosing } = window as Window & { noteClosing?: () => void };
    const channel = new BroadcastChannel('airdeck.session');
    channel.addEventListener('message', ({ data }) => data.type === 'closing' && noteClosing?.());
  });
  page.on('request', (request) => request.url().endsWith('/users/me') && notes.push('this tab stays'));
  return () => notes;
};

const issued = (jwt: string): number => JSON.parse(atob(jwt.split('.')[1] ?? '')).iat;

test('one session for all tabs: opened, closed, left, logged out', async ({ page, context }) => {
  test.slow();
  await enter(page, 'LOCAL_ADMIN');
  const session = await token(page);

  // Ctrl+click opens the place, not Login.
  const opened = context.waitForEvent('page');
  const place = page.getByRole('main').locator('a[href^="/monitoring/half/"]').first();
  const target = await place.getAttribute('href');
  await place.click({ modifiers: ['Control'] });
  const second = await opened;
  await expect(second).toHaveURL(({ pathname }) => pathname === target);
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await token(second)).toBe(session);

  // Closing one tab does not end the session; the other tab reports to the server that it stays. Both events are recorded
  // from before the close, so that a failure names the missing one.
  const noted = await noteClosing(page);
  await second.close({ runBeforeUnload: true });
  await expect
    .poll(noted, { timeout: 150_000 })
    .toEqual(expect.arrayContaining(['the other tab is closing', 'this tab stays']));
  expect(await isAccepted(page, session)).toBe(200);

  // An expired session counts in all, and each keeps its address.
  const third = await context.newPage();
  await third.goto(`${servers().demo.url}/monitoring/sensor`);
  await onScreen(third, '센서');
  await page.request.post(`${servers().demo.url}/api/v1/logout`, {
    headers: { authorization: `Bearer ${session}` },
    data: {},
  });
  await atLogin(page);
  await atLogin(third);
  await expect(third).toHaveURL(/\/\?next=\/monitoring\/sensor/);
  await expect(third.getByRole('status').filter({ hasText: '다시 로그인' })).toBeVisible();

  // A login in one lets all in, each to its own address.
  await fillLogin(third, servers().demo.logins.LOCAL_USER);
  await onScreen(third, '센서');
  await onScreen(page, '한빛초등학교');
  expect(await token(page)).toBe(await token(third));

  // Logging out in one tab logs out all, and clears the addresses.
  const last = await token(page);
  await page.getByRole('button', { name: /메뉴/ }).click();
  await page.getByRole('button', { name: '로그아웃' }).click();
  await atLogin(page);
  await atLogin(third);
  await expect(page.getByText('로그아웃했습니다.')).toBeVisible();
  await expect(third).toHaveURL(`${servers().demo.url}/`);
  expect([await token(page), await token(third)]).toEqual([null, null]);
  expect(await isAccepted(page, last)).toBe(401);
});

test('tabs of two people follow the newer login, and forged words change nothing', async ({ page, context }) => {
  const { url } = servers().demo;
  await enter(page, 'LOCAL_USER');
  const first = await token(page);
  const stranger = await context.newPage();
  await stranger.goto(`${url}/favicon.svg`);
  await stranger.evaluate((own) => {
    const channel = new BroadcastChannel('airdeck.session');
    const forged = `e30.${btoa('{"iat":9999999999}').replaceAll('=', '')}.x`;
    const login = JSON.parse('{}');
    channel.postMessage({ type: 'ended', token: forged, why: 'LOGOUT' });
    channel.postMessage({ type: 'session', session: { token: forged, login, language: null } });
    channel.postMessage({ type: 'session', session: { token: own, login: { user: null }, language: null } });
    channel.postMessage('ended');
  }, first);
  // Two tabs were at Login at the same time.
  let newer = { access_token: '', user: { name: '', organization_code: '' } };
  // Tokens have a resolution of a second.
  await expect(async () => {
    const answer = await page.request.post(`${url}/api/v1/demo/login`, { data: { authority: 'SUPER_ADMIN' } });
    newer = await answer.json();
    expect(issued(newer.access_token)).toBeGreaterThan(issued(first ?? ''));
  }).toPass();
  const { access_token, user } = newer;
  await stranger.evaluate(
    ([token, login]) => {
      const channel = new BroadcastChannel('airdeck.session');
      channel.postMessage({ type: 'session', session: { token, login, language: null } });
    },
    [access_token, { user: { ...user, password: '' }, code: user.organization_code }] as const,
  );
  await expect(page.getByText(`다른 탭에서 ${user.name} 님이 로그인하여`)).toBeVisible();
  await onScreen(page, '한빛초등학교');
  expect(await token(page)).toBe(access_token);
  await expect(async () => expect(await isAccepted(page, first)).toBe(401)).toPass();
});

test('two tabs without a session that open at once both show Login soon', async ({ context }) => {
  const { url } = servers().demo;
  const [one, other] = [await context.newPage(), await context.newPage()];
  await Promise.all([one.goto(`${url}/monitoring/meter`), other.goto(url)]);
  await atLogin(one);
  await atLogin(other);
});
