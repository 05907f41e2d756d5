import { expect, test } from '@playwright/test';
import { connectDevice } from './setup/device.ts';
import { servers } from './setup/servers.ts';
import { openAs } from './setup/session.ts';

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

test('a label opens the card of its meter', async ({ page }) => {
  await openAs(page, 'LOCAL_ADMIN', '/management/setting/labels');
  await page.getByRole('combobox', { name: '측정기' }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('img', { name: /\/monitoring\/sensor\/\d+$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: '인쇄' })).toBeEnabled();
});
