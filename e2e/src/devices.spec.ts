import { setTimeout as wait } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import mqtt from 'mqtt';
import { pressSave, save } from './setup/save.ts';
import { PLACES, servers } from './setup/servers.ts';
import { openAs } from './setup/session.ts';

const METERS = '/management/setting/measuring';
const SENSORS = '/management/setting/sensor';
const PURIFIERS = '/management/setting/sterilizer';
const UNREGISTERED = '/management/setting/unregistered';
const { organization: ORGANIZATION, department: DEPARTMENT } = PLACES.testMeter;
const PATIENCE_MS = 15_000;

const row = (page: Page, name: string) => page.getByRole('table').getByRole('button', { name, exact: true });

const pickRow = async (page: Page, field: string, text: string): Promise<void> => {
  await page.getByRole('combobox', { name: field }).fill(text);
  await page.getByRole('option', { name: text }).first().click();
};

/** The API as an administrator, past the browser. */
const api = async <T>(path: string, body?: object): Promise<T> => {
  const { url } = servers().demo;
  const post = (at: string, given: object, headers = {}) =>
    fetch(`${url}/api/v1/${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(given),
    });
  const session = (await (await post('demo/login', { authority: 'SUPER_ADMIN' })).json()) as { access_token: string };
  const headers = { authorization: `Bearer ${session.access_token}` };
  const answer = body ? await post(path, body, headers) : await fetch(`${url}/api/v1/${path}`, { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
};

/** Publishes like a device, which retries until the server knows its secret. */
const publish = async (username: string, password: string, messages: readonly object[]): Promise<void> => {
  const [organization, code] = username.split(':');
  for (const until = Date.now() + PATIENCE_MS; ; await wait(100)) {
    try {
      const client = await mqtt.connectAsync(servers().demo.mqttUrl, { username, password }, false);
      for (const message of messages) {
        await client.publishAsync(`airdeck/v1/${organization}/${code}/readings`, JSON.stringify(message), { qos: 1 });
      }
      return await client.endAsync();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
};

/** Unregistered codes send with the enrolment secret, an hour of ten-minute readings each. */
const speakUnregistered = async (codes: readonly string[]): Promise<void> => {
  const { content } = await api<{ content: { id: number; code: string }[] }>('organizations?size=50');
  const id = content.find(({ code }) => code === ORGANIZATION)?.id;
  const { credential } = await api<{ credential: { secret: string } }>(`organizations/${id}/enrolment`, {});
  const times = Array.from({ length: 6 }, (_, i) => new Date(Date.now() - (6 - i) * 600_000).toISOString());
  const frames = times.map((time, i) => ({ time, readings: { CO2: 600 + 20 * i, TEMPERATURE: 22 + i / 10 } }));
  for (const code of codes) await publish(`${ORGANIZATION}:${code}`, credential.secret, frames);
};

/** One after the other: each creates a new enrolment secret, which revokes the previous one. */
test.describe.configure({ mode: 'default' });

test('a meter is added, its secret is shown once and lets it in, and it is deleted with what belongs to it', async ({
  page,
}) => {
  await openAs(page, 'SUPER_ADMIN', METERS);
  await page.getByRole('button', { name: '추가' }).click();
  await page.getByRole('textbox', { name: '코드' }).fill('한글');
  await pressSave(page);
  await expect(page.getByText('기기 코드는 영문')).toBeVisible();
  await pickRow(page, '부서', DEPARTMENT);
  await page.getByRole('textbox', { name: '이름', exact: true }).fill('새 측정기');
  await page.getByRole('textbox', { name: '코드' }).fill('E2E-NEW');
  await page.getByRole('checkbox', { name: 'CO₂' }).check();
  await save(page);

  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('비밀키는 지금 한 번만')).toBeVisible();
  await page.keyboard.press('Escape');
  const [username = '', secret = '', command = ''] = await dialog.locator('code').allInnerTexts();
  expect(username).toBe(`${ORGANIZATION}:E2E-NEW`);
  expect(command).toContain(`-u ${username} -P ${secret} -q 1 -t airdeck/v1/${ORGANIZATION}/E2E-NEW/readings`);
  await publish(username, secret, [{ readings: { CO2: 812 } }]);
  await dialog.getByRole('button', { name: '보관했습니다' }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('searchbox', { name: '검색', exact: true }).fill('E2E-NEW');
  await row(page, '새 측정기').click();
  await page.getByRole('button', { name: '새 비밀키' }).click();
  await page.getByRole('button', { name: '새로 만들기' }).click();
  const renewed = (await page.getByRole('alertdialog').locator('code').allInnerTexts())[1];
  expect(renewed).not.toBe(secret);
  await page.getByRole('button', { name: '보관했습니다' }).click();
  await page.getByRole('button', { name: '삭제' }).click();
  await expect(page.getByRole('alertdialog').getByText('센서 1')).toBeVisible();
  await expect(page.getByRole('alertdialog').getByText('측정 기록은 남습니다.')).toBeVisible();
  await expect(page.getByRole('alertdialog').getByRole('button', { name: '삭제' })).toBeDisabled();
  await page.getByRole('textbox', { name: '확인을 위해' }).fill('새 측정기');
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByText('조건에 맞는 항목이 없습니다.')).toBeVisible();
});

test('a sensor and a purifier are added to a meter, and neither takes a number that is taken', async ({ page }) => {
  await openAs(page, 'SUPER_ADMIN', SENSORS);
  const addSensor = async (name: string) => {
    await page.getByRole('button', { name: '추가' }).click();
    await pickRow(page, '측정기', PLACES.testMeter.name);
    await page.getByRole('combobox', { name: '종류' }).last().click();
    await page.getByRole('option', { name: 'HCHO 폼알데하이드' }).click();
    await page.getByRole('textbox', { name: '순번' }).fill('7');
    await page.getByRole('textbox', { name: '이름', exact: true }).fill(name);
    await save(page);
  };
  await addSensor('E2E 센서');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await addSensor('또 하나');
  await expect(page.getByText('이미 이 순번을 사용하고 있습니다')).toBeVisible();
  await page.getByRole('button', { name: '취소' }).click();
  await page.getByRole('button', { name: '저장하지 않고 닫기' }).click();
  await page.getByRole('searchbox', { name: '검색', exact: true }).fill('E2E 센서');
  await row(page, 'E2E 센서').click();
  await expect(page.getByRole('dialog').getByText('HCHO 폼알데하이드')).toBeVisible();
  await page.getByRole('button', { name: '삭제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByText('조건에 맞는 항목이 없습니다.')).toBeVisible();

  await page.goto(servers().demo.url + PURIFIERS);
  await page.getByRole('button', { name: '추가' }).click();
  await pickRow(page, '측정기', PLACES.testMeter.name);
  await page.getByRole('textbox', { name: '번호', exact: true }).fill('9');
  await page.getByRole('textbox', { name: '이름', exact: true }).fill('E2E 청정기');
  await page.getByRole('textbox', { name: '최초 가동일' }).fill('2026-01-31');
  await save(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('searchbox', { name: '검색', exact: true }).fill('E2E 청정기');
  await row(page, 'E2E 청정기').click();
  await expect(page.getByRole('textbox', { name: '최초 가동일' })).toHaveValue('2026-01-31');
  await page.getByRole('button', { name: '삭제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByText('조건에 맞는 항목이 없습니다.')).toBeVisible();
});

test('several are registered at once, one is blocked and let go again, others are thrown away', async ({ page }) => {
  await speakUnregistered(['E2E-B1', 'E2E-B2', 'E2E-C1', 'E2E-R1', 'E2E-R2']);
  await openAs(page, 'SUPER_ADMIN', `${UNREGISTERED}?search=E2E-`);
  await page.getByRole('checkbox', { name: 'E2E-B1 선택' }).check();
  await page.getByRole('checkbox', { name: 'E2E-B2 선택' }).check();
  await expect(page.getByText('2건 선택')).toBeVisible();
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await pickRow(page, '부서', DEPARTMENT);
  await page.getByRole('dialog').getByRole('button', { name: '등록', exact: true }).click();
  await expect(page.getByText('2대를 등록했습니다.')).toBeVisible();
  await expect(page.getByText('2대는 새 비밀키를 연결로 받습니다.')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: '닫기' }).click();
  await expect(page.getByText('건 선택')).toHaveCount(0);

  for (const state of ['차단함', '안 함']) {
    await row(page, 'E2E-C1').click();
    await page.getByRole('switch', { name: '차단' }).click();
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(
      page.getByRole('row', { name: 'E2E-C1' }).getByRole('cell', { name: state, exact: true }),
    ).toBeVisible();
  }
  await row(page, 'E2E-C1').click();
  await page.getByRole('button', { name: '삭제' }).click();
  await expect(page.getByRole('alertdialog').getByText('대기 중인 측정값 6')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(row(page, 'E2E-C1')).toHaveCount(0);

  await page.getByRole('checkbox', { name: 'E2E-R1 선택' }).check();
  await page.getByRole('checkbox', { name: 'E2E-R2 선택' }).check();
  await page.getByRole('button', { name: '거부', exact: true }).click();
  await expect(page.getByText('대기 중인 측정값 12건도 버립니다')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: '거부' }).click();
  await expect(page.getByText('2대를 지웠습니다.')).toBeVisible();
  await expect(row(page, 'E2E-R1')).toHaveCount(0);
});

test('a user who may not change devices sees them, and finds no secret and no registration', async ({ page }) => {
  await openAs(page, 'LOCAL_USER', METERS);
  await page.getByRole('table').locator('tbody').getByRole('button').first().click();
  await expect(page.getByRole('button', { name: '데이터 품질' })).toBeVisible();
  await expect(page.getByRole('button', { name: '새 비밀키' })).toHaveCount(0);
  await page.goto(servers().demo.url + UNREGISTERED);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});
