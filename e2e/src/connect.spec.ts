import { modbusPeer } from '@airdeck/server/testing/modbus-peers';
import { expect, type Page, test } from '@playwright/test';
import { connectDevice } from './setup/device.ts';
import { servers } from './setup/servers.ts';
import { askApi, openAs } from './setup/session.ts';
import { openBridge } from './setup/zigbee-bridge.ts';

const CONNECT = '/management/setting/connect';
/** An AM319: 23.8 °C, 62 %, CO₂ 936 ppm, HCHO 0.07 mg/m³, PM2.5 32 and PM10 48 µg/m³. */
const AM319 = '0367ee0004687c05000106cb02077da803087d2500097366270a7d07000b7d20000c7d3000';
const uplink = (devEui: string) =>
  JSON.stringify({
    deduplicationId: `${devEui} ${Date.now()}`,
    time: new Date().toISOString(),
    deviceInfo: { devEui, deviceProfileName: 'AM319', tags: {} },
    fPort: 85,
    data: Buffer.from(AM319, 'hex').toString('base64'),
  });

test('a LoRaWAN meter is connected through an account of the broker, and its waiting values are stored', async ({
  page,
}) => {
  await openAs(page, 'LOCAL_ADMIN', CONNECT);
  await page.getByRole('combobox', { name: '기기 종류' }).fill('milesight');
  await page.getByRole('option', { name: /Milesight/ }).click();
  await page.getByRole('button', { name: '수신 경로 만들기' }).click();
  const settings = page.locator('dl code');
  await expect(settings).toHaveCount(5);
  const [, , username = '', password = ''] = await settings.allTextContents();

  const client = await connectDevice(servers().demo.mqttUrl, { username, password });
  await client.publishAsync('application/1/device/24e124e2e0000001/event/up', uplink('24e124e2e0000001'), { qos: 1 });
  await client.endAsync();

  await page.getByRole('button', { name: /24e124e2e0000001/ }).click();
  await expect(page.getByRole('combobox', { name: 'pm2_5: 저장할 곳' })).toHaveText('PM2.5');
  await expect(page.getByRole('combobox', { name: 'pressure: 저장할 곳' })).toHaveText('저장 안 함');
  await page.getByRole('combobox', { name: '부서' }).fill('시험실');
  await page
    .getByRole('option', { name: /시험실/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: '이름' }).fill('연결한 측정기');
  await page.getByRole('button', { name: '연결하기' }).click();
  await expect(page.getByText('연결한 측정기에 연결했습니다.')).toBeVisible();
  await page.getByRole('link', { name: '모니터링에서 보기' }).click();
  await expect(page.getByRole('main')).toContainText('936');
});

/** An organization with a department, and nothing else. */
const emptyOrganization = async (code: string, name: string) => {
  const add = (path: string, body: object) => askApi<{ id: number }>('SUPER_ADMIN', path, { body });
  const organization = await add('organizations', { code, name });
  const office = await add('offices', { organization_id: organization.id, name: '본관' });
  await add('departments', { office_id: office.id, name: '연결실' });
};
const pick = async (page: Page, label: string, text: string) => {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.getByRole('option', { name: text }).first().click();
};

test('a Zigbee2MQTT purifier of an empty organization reports its state in Control and takes a command', async ({
  page,
}, { retry }) => {
  const organization = `지그비 학교 ${retry}`;
  const purifier = `지그비 청정기 ${retry}`;
  await emptyOrganization(`7700040${retry}`, organization);
  await openAs(page, 'SUPER_ADMIN', CONNECT);
  await pick(page, '기관', organization);
  await pick(page, '기기 종류', 'Zigbee2MQTT');
  await page.getByRole('button', { name: '수신 경로 만들기' }).click();
  const settings = page.locator('dl code');
  await expect(settings).toHaveCount(5);
  const [, , username = '', password = ''] = await settings.allTextContents();

  const bridge = await openBridge(servers().demo.mqttUrl, { username, password });
  await page.getByRole('button', { name: new RegExp(bridge.topic) }).click();
  await expect(page.getByRole('combobox', { name: 'pm25: 저장할 곳' })).toHaveText('PM2.5');
  await expect(page.getByRole('switch', { name: '이 기기를 공기청정기로 등록' })).toBeChecked();
  await pick(page, '부서', '연결실');
  await page.getByRole('textbox', { name: '이름' }).fill(purifier);
  await page.getByRole('button', { name: '연결하기' }).click();
  await page.getByRole('link', { name: '제어에서 보기' }).click();

  const row = page.getByRole('table').getByRole('row', { name: new RegExp(purifier) });
  await expect(row).toContainText('풍량 약');
  await row.getByRole('button', { name: purifier }).first().click();
  const panel = page.getByRole('complementary', { name: '명령 보내기' });
  await panel.getByRole('button', { name: '풍량 강', exact: true }).click();
  await expect(panel.getByRole('group', { name: '풍량', exact: true })).toContainText('확인됨');
  await expect(row).toContainText('풍량 강');
  expect(bridge.commands).toEqual([{ fan_mode: '9' }]);
  await bridge.close();
});

test('the registers of a Modbus meter are entered in a form, and its reading is in Monitoring', async ({ page }) => {
  const holding = new Map([
    ['3 7', 2_345],
    ['3 9', 777],
  ]);
  const peer = await modbusPeer({ holding, input: new Map(), coils: new Map(), discrete: new Map() });
  await openAs(page, 'LOCAL_ADMIN', CONNECT);
  await pick(page, '기기 종류', 'Modbus');
  await page.getByRole('button', { name: '수신 경로 만들기' }).click();
  const field = (name: string | RegExp) => page.getByRole('textbox', { name });
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await field('기기의 IP 주소').fill('127.0.0.1');
  await field('포트').fill(String(peer.port));
  await field(/^Modbus 주소/)
    .first()
    .fill('3');
  await field('읽는 간격(초)').fill('5');
  await page.getByRole('combobox', { name: '레지스터 표' }).fill('직접');
  await page.getByRole('option', { name: '직접 만들기' }).click();
  await field('표 이름').fill('현장 측정기');
  for (const [sensor, type, register, factor] of [
    ['temp', '온도', '7', '0.01'],
    ['co2', 'CO₂', '9', ''],
  ] as const) {
    await page.getByRole('button', { name: '읽는 값 추가' }).click();
    await field('센서 이름').fill(sensor);
    await choose('측정 항목', type);
    await field('레지스터 번호').fill(register);
    await field('배율').fill(factor);
  }
  await page.getByRole('button', { name: '추가하고 읽어 보기' }).click();
  await expect(page.getByRole('combobox', { name: 'co2: 저장할 곳' })).toHaveText('CO₂');
  await expect(page.getByRole('row', { name: /^temp/ })).toContainText('23.5');
  await pick(page, '부서', '시험실');
  await field('이름').last().fill('레지스터 측정기');
  await page.getByRole('button', { name: '연결하기' }).click();
  await page.getByRole('link', { name: '모니터링에서 보기' }).click();
  await expect(page.getByRole('main')).toContainText('777');
  await peer.close();
});

test('a label opens the card of its meter', async ({ page }) => {
  await openAs(page, 'LOCAL_ADMIN', '/management/setting/labels');
  await page.getByRole('combobox', { name: '측정기' }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('img', { name: /\/monitoring\/sensor\/\d+$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: '인쇄' })).toBeEnabled();
});
