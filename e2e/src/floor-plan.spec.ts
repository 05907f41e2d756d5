import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './setup/accessible.ts';
import { enter } from './setup/login.ts';
import { PLACES, servers } from './setup/servers.ts';
import { askApi } from './setup/session.ts';

interface Place {
  id: number;
  name: string;
}

const office = async (): Promise<Place> => {
  const { content } = await askApi<{ content: Place[] }>('LOCAL_ADMIN', 'offices', { query: { size: '999' } });
  const found = content.find(({ name }) => name === PLACES.testMeter.office);
  if (!found) throw new Error('the demo has no test office');
  return found;
};

/** An image of the browser's own. */
const drawn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [600, 400];
    canvas.getContext('2d')?.strokeRect(20, 20, 560, 360);
    return canvas.toDataURL('image/png');
  });

/** The plan is a slide of a wall display that has it. */
const seeOnWall = async (browser: Browser, officeId: number, name: string): Promise<void> => {
  const { plans } = await askApi<{ plans: Place[] }>('LOCAL_ADMIN', 'floor-plans', {
    query: { officeId: String(officeId) },
  });
  const { content } = await askApi<{ content: { id: number; organization_id: number }[] }>('LOCAL_ADMIN', 'offices', {
    query: { size: '999' },
  });
  const body = {
    organization_id: content.find(({ id }) => id === officeId)?.organization_id,
    ...{ name: `도면 ${Date.now()}`, wall_level: 'OFFICE', place_ids: [officeId], seconds: 600 },
    plan_ids: plans.filter((plan) => plan.name === name).map(({ id }) => id),
  };
  const { token } = await askApi<{ token: string }>('LOCAL_ADMIN', 'wall-displays', { body });
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const wall = await context.newPage();
  await wall.goto(`${servers().demo.url}/wall#${token}`);
  await wall.getByRole('button', { name: '이전 위치' }).click();
  await expect(wall.getByRole('heading', { name: `${PLACES.testMeter.office} · ${name}` })).toBeVisible();
  await expect(wall.getByRole('img', { name, exact: true })).toBeVisible();
  await expect(wall.getByRole('img', { name: new RegExp(`^${PLACES.testMeter.name} `) })).toBeVisible();
  await expectAccessible(wall, 'wall display, floor plan', { isStrict: true });
  expect(await wall.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true);
  await context.close();
};

test('a floor plan is uploaded, its meter is placed by keys and by dragging, and shown live, on a wall display too', async ({
  page,
  browser,
}) => {
  const { id } = await office();
  await enter(page, 'LOCAL_ADMIN');
  await page.goto(`${servers().demo.url}/monitoring/half/${id}`);
  await page.getByRole('link', { name: '평면도' }).click();
  await page.getByRole('button', { name: '평면도 추가' }).click();
  const name = `층 ${Date.now()}`;
  await page.getByRole('textbox', { name: '층 이름' }).fill(name);
  const buffer = Buffer.from((await drawn(page)).split(',')[1] ?? '', 'base64');
  await page.locator('input[type=file]').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: '올리기' }).click();

  const meter = PLACES.testMeter.name;
  await page.getByRole('button', { name: `${meter} 놓기` }).click();
  const pin = page.getByRole('button', { name: new RegExp(`^${meter}, 왼쪽에서`) });
  await expect(pin).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(pin).toHaveAccessibleName(`${meter}, 왼쪽에서 51%, 위에서 45%`);
  const picture = await page.getByRole('img', { name }).boundingBox();
  if (!picture) throw new Error('no picture');
  await pin.hover();
  await page.mouse.down();
  await page.mouse.move(picture.x + picture.width / 4, picture.y + picture.height / 4, { steps: 3 });
  await page.mouse.up();
  await expect(pin).toHaveAccessibleName(`${meter}, 왼쪽에서 25%, 위에서 25%`);
  await expectAccessible(page, 'floor plan, edited', { isStrict: true });
  await page.getByRole('button', { name: '배치 저장' }).click();

  const shown = page.getByRole('list', { name: '평면도의 측정기' }).getByRole('link', { name: meter });
  await expect(shown).toBeVisible();
  await expectAccessible(page, 'floor plan', { isStrict: true });
  await seeOnWall(browser, id, name);

  // Another floor: each is shown, edited and deleted by itself.
  const other = `${name} 위`;
  await page.getByRole('button', { name: '평면도 추가' }).click();
  await page.getByRole('textbox', { name: '층 이름' }).fill(other);
  await page.locator('input[type=file]').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: '올리기' }).click();
  await expect(page.getByRole('textbox', { name: '층 이름' })).toHaveValue(other);
  await page.getByRole('button', { name: `${meter} 놓기` }).click();
  await page.getByRole('button', { name: '취소' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '저장하지 않고 닫기' }).click();
  for (const each of [name, other]) {
    await page.getByRole('radio', { name: each, exact: true }).check({ force: true });
    await expect(page.getByRole('img', { name: each, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: '삭제', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByRole('img', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: '삭제', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByText('아직 평면도가 없습니다')).toBeVisible();
});

test('an organization publishes its values, anyone reads them, and the address is gone afterwards', async ({
  page,
  browser,
}) => {
  // An earlier try may have hidden it.
  const { content } = await askApi<{ content: { id: number; organization_id: number }[] }>('LOCAL_ADMIN', 'meters', {
    query: { search: PLACES.testMeter.code },
  });
  const [meter] = content;
  if (!meter) throw new Error('the demo has no test meter');
  const setting = `organizations/${meter.organization_id}/public-page`;
  await askApi('LOCAL_ADMIN', setting, { method: 'PUT', body: { show_meters: [meter.id] } });
  await enter(page, 'LOCAL_ADMIN');
  await page.goto(`${servers().demo.url}/management/organization/institutional`);
  await page.getByRole('row').filter({ hasText: PLACES.testMeter.organization }).getByRole('button').first().click();
  await page.getByRole('button', { name: '공개 페이지' }).click();
  await page.getByRole('button', { name: '공개 시작' }).click();
  const address = (await page.locator('code').textContent()) ?? '';
  expect(address).toMatch(/\/public\/[\w-]{22}$/);

  const context = await browser.newContext({ locale: 'en-US' });
  const reader = await context.newPage();
  const asked: string[] = [];
  reader.on('request', (request) => asked.push(request.url()));
  await reader.goto(address);
  await expect(reader.getByText('Simple meter without a grade · not official network data').first()).toBeVisible();
  await expectAccessible(reader, 'public page', { isStrict: true });
  expect(asked.filter((url) => url.includes('/api/') && !url.includes('/api/v1/public-pages/'))).toEqual([]);
  const stored = await reader.evaluate(() => sessionStorage.length + localStorage.length + document.cookie.length);
  expect(stored).toBe(0);

  const card = reader.getByText(PLACES.testMeter.name, { exact: true });
  await expect(card).toBeVisible();
  await page.getByRole('combobox', { name: '공개하지 않을 측정기' }).fill(PLACES.testMeter.name);
  await page.getByRole('option', { name: PLACES.testMeter.name }).first().click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '공개 범위 저장' }).click();
  await expect(page.getByText('공개 범위를 저장했습니다.')).toBeVisible();
  await reader.reload();
  await expect(reader.getByText('Simple meter without a grade · not official network data').first()).toBeVisible();
  await expect(card).toHaveCount(0);

  await page.getByRole('button', { name: '공개 종료' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '공개 종료' }).click();
  await expect(page.getByText('공개 페이지가 꺼져 있습니다.')).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole('heading', { name: 'There is no public page here' })).toBeVisible();
  await context.close();
});
