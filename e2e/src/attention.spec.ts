import { expect, test } from '@playwright/test';
import { speak } from './setup/device.ts';
import { enter } from './setup/login.ts';
import { PLACES, servers } from './setup/servers.ts';

const { bannerMeter } = PLACES;

test('bad air stands in the banner by itself, since when, and leads to its place; better air shows at once', async ({
  page,
}) => {
  const { mqttUrl, worst, url } = servers().demo;
  const send = (co2: number) => speak(mqttUrl, worst, bannerMeter, { readings: { CO2: co2 } });
  await send(450);
  await enter(page, 'LOCAL_USER');
  const banner = page.getByRole('region', { name: '지금 살펴볼 곳' });
  const line = banner.getByRole('link').filter({ hasText: bannerMeter.name });
  await expect(banner).toHaveAttribute('aria-busy', 'false');
  await expect(line).toHaveCount(0);

  await send(4_800);
  await expect(async () => {
    const all = banner.getByRole('button', { name: /모두 \d+건 보기/ });
    if (await all.isVisible()) await all.click();
    await expect(line).toContainText('4,800 ppm', { timeout: 3_000 });
  }).toPass();
  await expect(line).toContainText(/매우 나쁨 · (방금부터|\d\d:\d\d부터)/);
  // The same fact is on the card of its organization, whose worst meter it is, and on the sensor.
  const card = page.getByRole('article').filter({ hasText: '4,800' });
  await expect(card).toHaveAttribute('data-tone', '5');
  await line.click();
  await expect(page).toHaveURL(new RegExp(`${url}/monitoring/sensor/\\d+`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(bannerMeter.name);
  await expect(page.getByRole('article').filter({ hasText: '4,800' })).toContainText(/부터/);
  // Its page has one line about it, with what to do; unfolded it says all of that.
  await expect(banner).toContainText('4,800 ppm');
  const box = await banner.boundingBox();
  await banner.getByRole('button', { name: '자세히' }).click();
  await expect(banner.getByRole('region', { name: '할 일' })).toContainText('환기');
  await banner.getByRole('button', { name: '접기' }).click();

  // It leaves after five minutes of better air.
  await send(450);
  await expect(banner).toContainText('나아짐');
  await expect(banner).not.toContainText('4,800');
  expect((await banner.boundingBox())?.height).toBe(box?.height);
});
