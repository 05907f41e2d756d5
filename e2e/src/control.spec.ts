import { en } from '@airdeck/phrases/en';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './setup/accessible.ts';
import { openPurifiers, type TestPurifiers } from './setup/device.ts';
import { PLACES, servers } from './setup/servers.ts';
import { openAs } from './setup/session.ts';

const ADDRESS = `/management/control/controlair?meterName=${encodeURIComponent(PLACES.controlMeter.name)}&sort=name%2CASC`;
const HISTORY = `/current/control/control?meterName=${encodeURIComponent(PLACES.controlMeter.name)}`;

/** The reports of purifiers 1 to 3; 4 is out of use, and 5 has never reported. */
const SPEAKING = [1, 2, 3, 4];
const nameOf = (number: number): string => `Purifier ${number}`;

let purifiers: TestPurifiers;

interface Listed {
  content: { id: number; version: number; name: string; number: number; meter_name: string }[];
}

/** Sets a purifier as unused, as an administrator would on its screen. */
const setUnused = async (number: number): Promise<void> => {
  const { url } = servers().demo;
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${url}/api/v1/demo/login`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ authority: 'SUPER_ADMIN' }) },
  });
  const authorization = `Bearer ${((await login.json()) as { access_token: string }).access_token}`;
  const query = new URLSearchParams({ meterName: PLACES.controlMeter.name, size: '50' });
  const answer = await fetch(`${url}/api/v1/purifiers?${query}`, { headers: { authorization } });
  const item = ((await answer.json()) as Listed).content.find((each) => each.number === number);
  const body = { number, name: item?.name, use: 'N', version: item?.version };
  const edited = await fetch(`${url}/api/v1/purifiers/${item?.id}`, {
    ...{ method: 'PUT', headers: { ...headers, authorization }, body: JSON.stringify(body) },
  });
  expect(edited.status).toBe(200);
};

const row = (page: Page, number: number) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ hasText: nameOf(number) });
const panel = (page: Page) => page.getByRole('complementary', { name: '명령 보내기' });
const result = (page: Page) => page.getByRole('region', { name: '명령 결과' });
/** A command in the panel: its states, and how far the last order is. */
const command = (page: Page, name: string) => panel(page).getByRole('group', { name, exact: true });

/** Place of each button of a panel. */
const places = (within: Locator): Promise<string[]> =>
  within.getByRole('button').evaluateAll((buttons) =>
    buttons.map((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return [button.getAttribute('aria-label') ?? button.textContent, x, y, width, height].join(' ');
    }),
  );

/** Actions that the page asks the server to carry out, from now on. */
const watchActions = (page: Page): string[] => {
  const actions: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/control/commands')) {
      actions.push((request.postDataJSON() as { action: string }).action);
    }
  });
  return actions;
};

const outcome = (page: Page, number: number) =>
  result(page)
    .getByRole('listitem')
    .filter({ hasText: nameOf(number) });

// They share the purifiers.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const { mqttUrl, controlled } = servers().demo;
  purifiers = await openPurifiers(mqttUrl, controlled, PLACES.controlMeter, SPEAKING);
  await setUnused(4);
});
test.afterAll(() => purifiers.close());

test('a command to several: taken, skipped, failed, and repeated for the failed ones', async ({ page }) => {
  await openAs(page, 'LOCAL_USER', ADDRESS);
  await expect(row(page, 4)).toContainText('사용 안 함');
  await expect(row(page, 5)).toContainText('통신 안 됨');
  await expect(row(page, 1)).toContainText('풍량 약');
  purifiers.silent.add(3);

  await page.getByRole('checkbox', { name: '이 페이지 모두 선택' }).check();
  await expect(panel(page)).toContainText('5대에 명령');
  await expect(panel(page)).toContainText('5대 중 2대는 할 수 없음');
  const before = await places(command(page, '풍량'));
  const actions = watchActions(page);
  // The second tap of a double tap neither confirms nor closes the question.
  await panel(page).getByRole('button', { name: '풍량 강', exact: true }).dblclick();
  const dialog = page.getByRole('dialog', { name: '설정 변경' });
  await expect(dialog).toContainText('3대에 보냅니다');
  await expect(dialog).toContainText('2대는 건너뜁니다');
  await expectAccessible(page, 'question before a command');
  await dialog.getByRole('textbox', { name: '설명 (선택)' }).fill('환기 시험');
  expect(actions).toEqual([]);
  await dialog.getByRole('button', { name: '3대 변경' }).click();

  await expect(row(page, 3)).toContainText('약 → 강');
  await expect(command(page, '풍량')).toContainText('확인됨');
  expect(await places(command(page, '풍량'))).toEqual(before);
  await expect(outcome(page, 1)).toContainText('확인됨');
  await expect(outcome(page, 2)).toContainText('확인됨');
  await expect(outcome(page, 4)).toContainText('사용 안 함');
  await expect(outcome(page, 5)).toContainText('통신 안 됨');
  await expect(row(page, 1)).toContainText('풍량 강');
  await expectAccessible(page, 'results of a command');

  await expect(outcome(page, 3)).toContainText('시간 초과');
  await expect(result(page)).toContainText('5대 중 2대 확인됨');
  await expect(command(page, '풍량')).toContainText('실패 1');
  expect(await places(command(page, '풍량'))).toEqual(before);
  expect(actions).toEqual(['STRONG']);
  purifiers.silent.delete(3);
  await result(page).getByRole('button', { name: '실패한 2대에 다시 보내기' }).click();
  await expect(result(page)).toContainText('5대 중 3대 확인됨');
  await expect(row(page, 3)).toContainText('풍량 강');
});

test('a command to one is sent at once, and only if it can do it; a time has its order', async ({ page }) => {
  await openAs(page, 'LOCAL_ADMIN', ADDRESS);
  await row(page, 1)
    .getByRole('button', { name: nameOf(1) })
    .click();
  await expect(panel(page)).toContainText('송풍 중');
  await panel(page).getByRole('button', { name: '더 보기' }).click();
  await expect(panel(page).getByRole('button', { name: '환기 내부 순환' })).toBeDisabled();
  await expect(command(page, '환기')).toContainText('이 기기에는 없는 기능입니다.');
  await panel(page).getByRole('button', { name: 'UV 살균 켜짐' }).click();
  await expect(command(page, 'UV 살균')).toContainText('확인됨');
  await expect(panel(page).getByRole('button', { name: 'UV 살균 켜짐' })).toHaveAttribute('aria-pressed', 'true');
  await panel(page).getByRole('button', { name: '사용 시간 교체함 (0시간)' }).click();
  await expect(command(page, '사용 시간')).toContainText('확인됨');
  await expect(command(page, '사용 시간')).toContainText('지금 0시간');
  const set = async (name: string, time: string) => {
    await panel(page).getByRole('textbox', { name }).fill(time);
    await panel(page).getByRole('textbox', { name }).press('Enter');
  };
  await set('예약 시작', '0830');
  await expect(command(page, '예약 시작')).toContainText('확인됨');
  await expect(command(page, '예약 시작')).toContainText('지금 08:30');
  await expectAccessible(page, 'all commands of a purifier');
  await set('예약 종료', '0800');
  await expect(panel(page)).toContainText('예약 시작은 예약 종료보다 앞서야 합니다');
  await expect(command(page, '예약 종료')).not.toContainText('확인됨');
});

test('commands are in the history, with their timeline and changes', async ({ page }) => {
  await openAs(page, 'LOCAL_ADMIN', HISTORY);
  const told = page.getByRole('table').getByRole('row').filter({ hasText: '환기 시험' });
  await told
    .filter({ hasText: nameOf(1) })
    .getByRole('button')
    .click();
  const detail = page.getByRole('complementary', { name: '명령 상세' });
  await expect(detail).toContainText('풍량 → 강');
  await expect(detail.getByRole('row', { name: /풍량/ })).toContainText('약');
  await expectAccessible(page, 'details of a command');
  await detail.getByRole('button', { name: '함께 보낸 명령' }).click();
  await expect(page).toHaveURL(/batchId=/);
  await page.getByRole('button', { name: '닫기', exact: true }).click();
  await expect(told).toHaveCount(3);

  await detail.waitFor({ state: 'detached' });
  await page.getByRole('radiogroup', { name: '보기' }).getByText('그래프').click();
  await expect(page.getByRole('img', { name: /확인됨/ }).first()).toBeVisible();
  await expectAccessible(page, 'graph of commands');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a purifier is controlled by thumb, in English too', async ({ page }) => {
    await openAs(page, 'LOCAL_USER', ADDRESS, 'en');
    const card = page.getByRole('listitem').filter({ hasText: nameOf(2) });
    await card.getByRole('button', { name: nameOf(2) }).click();
    const sheet = page.getByRole('dialog', { name: en.control.panel.label });
    const isWeak =
      (await sheet.getByRole('button', { name: 'Fan speed Weak' }).getAttribute('aria-pressed')) === 'true';
    const speed = isWeak ? 'Medium' : 'Weak';
    const button = sheet.getByRole('button', { name: `Fan speed ${speed}` });
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page, 'control on a phone');
    const before = await places(sheet);
    await button.tap();
    await expect(sheet.getByRole('group', { name: 'Fan speed' })).toContainText(/Requested|Sent|Accepted|Confirmed/);
    expect(await places(sheet)).toEqual(before);
    await expect(sheet.getByRole('group', { name: 'Fan speed' })).toContainText('Confirmed');
    expect(await places(sheet)).toEqual(before);
    await expectAccessible(page, 'control on a phone with its results');
    await sheet.getByRole('button', { name: en.button.close, exact: true }).click();
    await expect(card).toContainText(`Fan speed ${speed}`);
  });

  test('quick taps on one point never send opposite commands', async ({ page }) => {
    await openAs(page, 'LOCAL_USER', ADDRESS, 'en');
    const actions = watchActions(page);
    const card = page.getByRole('listitem').filter({ hasText: nameOf(2) });
    await card.getByRole('button', { name: nameOf(2) }).click();
    const sheet = page.getByRole('dialog', { name: en.control.panel.label });
    const power = sheet.getByRole('group', { name: 'Power' });
    const before = await places(sheet);
    const off = await power.getByRole('button', { name: 'Power Off' }).boundingBox();
    const tap = () => page.touchscreen.tap((off?.x ?? 0) + 20, (off?.y ?? 0) + 20);
    await tap();
    await tap();
    await expect(power).toContainText('Confirmed');
    await tap();
    await tap();
    await expect(power.getByRole('button', { name: 'Power Off' })).toHaveAttribute('aria-pressed', 'true');
    expect(await places(sheet)).toEqual(before);
    expect(actions).toEqual(['OFF']);
    await power.getByRole('button', { name: 'Power On' }).tap();
    await expect(power.getByRole('button', { name: 'Power On' })).toHaveAttribute('aria-pressed', 'true');
    expect(actions).toEqual(['OFF', 'ON']);
  });
});
