import { expect, type Page, test } from '@playwright/test';
import { enter } from './setup/login.ts';
import { servers } from './setup/servers.ts';

const ways = (page: Page) => page.getByRole('navigation', { name: '주요 화면' });
const way = (page: Page, name: string) => ways(page).getByRole('link', { name });
const path = (page: Page) => page.getByRole('navigation', { name: '현재 위치' }).getByRole('listitem');
const openMenu = (page: Page) => page.getByRole('button', { name: '전체 메뉴 열기' }).click();
const boxOf = async (page: Page, name: string) => {
  const box = await page.getByRole('dialog', { name }).boundingBox();
  if (box === null) throw new Error(`${name} is not shown`);
  return box;
};

test('the ways of the top bar lead back to where one was, and stay readable down to a phone', async ({ page }) => {
  await enter(page, 'LOCAL_USER');
  await expect(ways(page).getByRole('link')).toHaveText(['모니터링', '이력', '장애', '공기청정기', '관리']);
  await expect(way(page, '모니터링')).toHaveAttribute('aria-current', /page|true/);
  // A room, by its office and department: a user of one organization starts with the offices.
  for (const [depth, level] of ['half', 'meter', 'sensor'].entries()) {
    await page.getByRole('main').locator(`a[href^="/monitoring/${level}/"]`).first().click();
    await page.waitForURL(`**/monitoring/${level}/**`);
    // The address changes before the screen: a click on a link of the screen that is about to leave may be lost, and a
    // room whose data is only on its way was not seen.
    await expect(path(page)).toHaveCount(depth + 2);
  }
  const room = new URL(page.url()).pathname;
  await way(page, '이력').click();
  await expect(page).toHaveURL(/\/current\/current\/instrument/);
  await expect(way(page, '이력')).toHaveAttribute('aria-current', /page|true/);
  await expect(way(page, '모니터링')).not.toHaveAttribute('aria-current', /.*/);
  await way(page, '모니터링').click();
  await expect(page).toHaveURL((url) => url.pathname === room);
  // A reload keeps it; within a way its link leads to the beginning.
  await page.keyboard.press('F5');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const width of [1280, 1024, 720, 390]) {
    const reloaded = page.waitForEvent('domcontentloaded');
    await page.setViewportSize({ width, height: 800 });
    await reloaded;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(ways(page).getByRole('link')).toHaveCount(5);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    for (const link of await ways(page).getByRole('link').all()) {
      const box = await link.boundingBox();
      expect(box === null || box.width < 44 || box.height < 44, `${width}`).toBe(false);
    }
    if (width >= 700) {
      const drawer = await page.getByRole('complementary', { name: '장소' }).boundingBox();
      expect(drawer?.width).toBe(width >= 1000 ? 256 : 56);
    }
    await expect(path(page)).toHaveCount(4);
    // On a phone it scrolls, and shows its end.
    for (const item of width >= 700 ? await path(page).all() : [path(page).last()]) {
      const box = await item.boundingBox();
      expect(box !== null && box.x >= 0 && box.x + box.width <= width, `${width}`).toBe(true);
    }
  }
  await way(page, '모니터링').click();
  await expect(page).toHaveURL(/\/monitoring\/grade\/\d+$/);
});

test('the menu by keys alone; an address that is not for the role says so', async ({ page }) => {
  await enter(page, 'LOCAL_USER');
  await expect(ways(page)).toBeVisible();
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: '메뉴 검색' });
  await expect(search).toBeFocused();
  await search.fill('제어');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: '제어 이력' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(search).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/management\/control\/controlair/);
  await expect(search).toBeHidden();
  // Opened by its button, which has the focus again when it closes, and which Enter would press.
  await openMenu(page);
  await search.fill('장애 이력');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/current\/error\/history/);
  await expect(page.getByRole('heading', { level: 1, name: '장애 이력' })).toBeVisible();
  await expect(search).toBeHidden();
  await openMenu(page);
  await expect(search).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await page.goto(`${servers().demo.url}/management/master/msensor`);
  await expect(page).toHaveURL(/\/monitoring\/grade\/\d+$/);
  await expect(page.getByText('마스터 센서 화면은 기관 사용자 역할로는 볼 수 없어')).toBeVisible();
});

test('a dialog is dragged by mouse and finger, moved by keys, stays inside the window, and closes from the top', async ({
  page,
  context,
}) => {
  await enter(page, 'LOCAL_ADMIN');
  await openMenu(page);
  await page.getByRole('button', { name: '서비스 센터' }).click();
  const title = page.getByRole('heading', { name: '서비스 센터' });
  await expect(title).toBeVisible();
  const start = await boxOf(page, '서비스 센터');
  const grab = { x: start.x + 60, y: start.y + 30 };
  await page.mouse.move(grab.x, grab.y);
  await page.mouse.down();
  await page.mouse.move(grab.x - 100, grab.y - 20, { steps: 4 });
  await page.mouse.up();
  expect(await boxOf(page, '서비스 센터')).toMatchObject({ x: start.x - 100, y: start.y - 20 });
  await page.mouse.move(grab.x - 100, grab.y - 20);
  await page.mouse.down();
  await page.mouse.move(-3_000, -3_000, { steps: 4 });
  await page.mouse.up();
  const corner = await boxOf(page, '서비스 센터');
  expect([corner.x >= 0 && corner.x < 40, corner.y >= 0 && corner.y < 40]).toEqual([true, true]);
  const touch = await context.newCDPSession(page);
  const finger = (type: string, x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  await finger('touchStart', corner.x + 60, corner.y + 30);
  await finger('touchMove', corner.x + 90, corner.y + 30);
  await finger('touchMove', corner.x + 160, corner.y + 30);
  await finger('touchEnd', corner.x + 160, corner.y + 30);
  await touch.detach();
  await expect.poll(async () => (await boxOf(page, '서비스 센터')).x).toBeGreaterThan(corner.x + 40);
  const handle = page.getByRole('button', { name: /^창 옮기기/ });
  await handle.press('Home');
  expect(await boxOf(page, '서비스 센터')).toMatchObject({ x: start.x, y: start.y });
  await handle.press('Shift+ArrowRight');
  expect((await boxOf(page, '서비스 센터')).x).toBe(start.x + 80);
  // Escape closes the dialog, not the menu below it.
  await page.keyboard.press('Escape');
  await expect(title).toBeHidden();
  await expect(page.getByRole('dialog', { name: '전체 메뉴' })).toBeVisible();
  await page.getByRole('button', { name: '내 정보' }).click();
  await page.getByRole('button', { name: '비밀번호 변경' }).click();
  // A required field is named, and must be filled in.
  await page.getByRole('button', { name: '변경', exact: true }).click();
  const required = page.getByRole('alertdialog', { name: '필수 항목을 입력해 주세요.' });
  await page.keyboard.press('Escape');
  await required.getByRole('button', { name: '확인' }).click();
  // While it fades out, keys are still its own.
  await expect(required).toHaveCount(0);
  await expect(page.getByLabel(/^현재 비밀번호/)).toBeFocused();
  await page.getByLabel(/^현재 비밀번호/).fill('something');
  await page.keyboard.press('Escape');
  const leave = page.getByRole('alertdialog', { name: '저장하지 않은 내용이 있습니다' });
  await leave.getByRole('button', { name: '계속 입력' }).click();
  await expect(page.getByLabel(/^현재 비밀번호/)).toHaveValue('something');
  // A window of another width would load the page again, but not with this in it.
  await page.setViewportSize({ width: 1300, height: 900 });
  await page.keyboard.press('Escape');
  await leave.getByRole('button', { name: '저장하지 않고 닫기' }).click();
  await expect(page.getByRole('dialog', { name: '비밀번호 변경' })).toBeHidden();
  // A click beside the profile closes it.
  await page.mouse.click(20, 880);
  await expect(page.getByRole('dialog', { name: '내 정보' })).toBeHidden();
});

test('notices run along the bottom of Monitoring, stand still when wanted, and stay away when put away', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await enter(page, 'LOCAL_ADMIN');
  const { url } = servers().demo;
  const [token, login] = await page.evaluate(() => ['access_token', 'login'].map((key) => sessionStorage.getItem(key)));
  const organization = JSON.parse(login ?? '{}').user.organization_id;
  const headers = { authorization: `Bearer ${token}` };
  const made: { id: number; version: number }[] = [];
  for (const content of ['첫째 공지입니다', '둘째 공지입니다']) {
    const data = { organization_id: organization, content, display_at_bottom: 'Y' };
    made.push(await (await page.request.post(`${url}/api/v1/notices`, { headers, data })).json());
  }
  await page.reload();
  const line = page.getByRole('region', { name: '공지' });
  const text = line.getByTitle('공지 모두 보기').locator('span');
  await expect(text).toHaveText('둘째 공지입니다');
  const states = () => text.evaluate((element) => element.getAnimations().map(({ playState }) => playState));
  expect(await states()).toEqual(['running']);
  await line.hover();
  expect(await states()).toEqual(['paused']);
  await page.mouse.move(700, 300);
  // After the end of its text comes the next one.
  await text.evaluate((element) => {
    for (const animation of element.getAnimations()) {
      animation.currentTime = Number(animation.effect?.getComputedTiming().duration) - 50;
    }
  });
  await expect(text).toHaveText('첫째 공지입니다');
  await line.getByRole('button', { name: '공지 멈추기' }).click();
  expect(await states()).toEqual([]);
  await line.getByRole('button', { name: '공지 다시 흐르기' }).click();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(line.getByRole('button', { name: '공지 멈추기' })).toBeHidden();
  expect(await states()).toEqual([]);
  await line.getByRole('button', { name: /^공지 숨기기/ }).click();
  await expect(line).toBeHidden();
  await page.keyboard.press('F5');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(line).toBeHidden();
  for (const { id, version } of made) {
    await page.request.delete(`${url}/api/v1/notices/${id}?version=${version}`, { headers });
  }
});

test('offline it says so, with the same word everywhere, and comes back by itself; it can be installed', async ({
  page,
  context,
}) => {
  await enter(page, 'LOCAL_USER');
  const top = page.getByRole('banner');
  await expect(top.getByText('실시간')).toBeVisible();
  const browser = await context.newCDPSession(page);
  const { errors } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await context.setOffline(true);
  await expect(top.getByText('오프라인')).toBeVisible();
  await expect(page.getByText(/^네트워크에 연결되어 있지 않습니다. 화면의 값은 \d\d:\d\d:\d\d까지/)).toBeVisible();
  await context.setOffline(false);
  await expect(top.getByText('실시간')).toBeVisible();
  await expect(page.getByText(/^네트워크에 연결되어 있지 않습니다/)).toBeHidden();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: '오프라인입니다' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'You are offline' })).toBeVisible();
  // No old value is shown as current.
  await expect(page.getByText('한빛초등학교')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: '한빛초등학교' })).toBeVisible();
  await expect(top.getByText('실시간')).toBeVisible();
});
