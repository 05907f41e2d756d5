import { readFile } from 'node:fs/promises';
import { addDays } from '@airdeck/domain/calendar';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './setup/accessible.ts';
import { choose, historyAt, meterNamed, recordQuery, rowsOf, waitForRows } from './setup/history.ts';
import { RECORD } from './setup/record.ts';
import { servers } from './setup/servers.ts';
import { openAs } from './setup/session.ts';

const canvas = (page: Page) => page.getByRole('figure').locator('canvas').first();

/** How many colours a canvas shows: one that is empty has one. */
const coloursOf = (page: Page): Promise<number> =>
  canvas(page).evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? { data: [] };
    const colours = new Set<string>();
    for (let i = 0; i + 3 < data.length; i += 4) colours.add(`${data[i]} ${data[i + 1]} ${data[i + 2]} ${data[i + 3]}`);
    return colours.size;
  });

const tableBehind = async (page: Page) => {
  await page.getByText('표로 보기').click();
  const table = page.getByRole('figure').getByRole('table');
  await expect(table).toBeVisible();
  return rowsOf(table);
};

/** `1:05`, `65`, or `–` for none. */
const minutesOf = (text = ''): number =>
  text === '–' ? 0 : text.split(':').reduce((hours, part) => hours * 60 + Number(part), 0);

test('a graph of known readings beside those of a week before: drawn, as a table, as a picture', async ({ page }) => {
  const { recordDay } = servers().demo;
  await openAs(page, 'LOCAL_USER', historyAt('instrumenta', { ...(await recordQuery()), measure: 'CO2' }));
  await choose(page, '보기', '그래프');
  await page.getByRole('checkbox', { name: '1주 전' }).check();
  await expect(page.getByRole('figure', { name: 'CO₂ · 시간 평균' })).toBeVisible();
  await expect.poll(() => coloursOf(page)).toBeGreaterThan(5);
  await expect(page.getByRole('figure').getByRole('listitem').filter({ hasText: '1주 전' })).toBeVisible();
  expect(await tableBehind(page)).toEqual(
    RECORD.hours.map(({ start, mean, weekAgo }) => ({
      시각: `${recordDay} ${start}`,
      '이 기간 (ppm)': `${mean}`,
      [`1주 전 (${addDays(recordDay, -7)}) (ppm)`]: weekAgo.toLocaleString('ko'),
    })),
  );
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PNG 그림으로 저장' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(new RegExp(`^한빛초등학교 · .* CO₂ · 시간 평균 ${recordDay}.*\\.png$`));
  const picture = await readFile(await file.path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.readUInt32BE(16)).toBeGreaterThan(800);
  expect(picture.readUInt32BE(20)).toBeGreaterThan(300);
  expect(picture.length).toBeGreaterThan(10_000);

  // Readings themselves, and months, which weeks do not divide.
  await page.getByRole('link', { name: '측정값 보기' }).click();
  await expect(page.getByRole('figure', { name: 'CO₂', exact: true })).toBeVisible();
  await choose(page, '간격', '월별');
  await expect(page.getByRole('checkbox', { name: '1주 전' })).toBeDisabled();
  await expect(page.getByText('월별과 연별에서는 지난 주와 비교할 수 없습니다.')).toBeVisible();
});

test('dragging over a part of a graph zooms in, and it zooms out again', async ({ page }) => {
  await openAs(page, 'LOCAL_USER', historyAt('sensorcur', { ...(await recordQuery()), view: 'graph', measure: 'CO2' }));
  const plot = page.getByRole('figure').getByRole('slider');
  await expect.poll(() => coloursOf(page)).toBeGreaterThan(5);
  const span = async () =>
    Number(await plot.getAttribute('aria-valuemax')) - Number(await plot.getAttribute('aria-valuemin'));
  const whole = await span();
  const { x, y, width, height } = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width * 0.4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(span).toBeLessThan(whole * 0.25);
  await expect(page.getByRole('scrollbar', { name: '보이는 구간' })).toBeVisible();
  await page.getByRole('button', { name: '확대 취소' }).click();
  await expect.poll(span).toBe(whole);
  await plot.press('+');
  await expect.poll(span).toBe(whole / 2);
  await plot.press('0');
  await expect.poll(span).toBe(whole);
});

test('three at most are drawn, a fourth says why not; what is chosen stays in the address', async ({ page }) => {
  const { organization_id, office_id } = await meterNamed('도서관');
  const query = { organization: organization_id, office: office_id, meter: 'all', period: 'week', view: 'graph' };
  await openAs(page, 'SUPER_USER', historyAt('instrument', query));
  const legend = page.getByRole('group', { name: '그릴 항목' });
  await expect(legend.getByRole('checkbox')).toHaveCount(7);
  await expect(legend.getByRole('checkbox', { checked: true })).toHaveCount(3);
  // The legend of the loading state is replaced by that of the graph.
  await expect(page.getByRole('figure').getByText(/최저/).first()).toBeAttached();
  const fourth = legend.getByRole('checkbox', { checked: false }).first();
  const name = await fourth.evaluate((element) => element.closest('label')?.innerText.trim().split('\n')[0] ?? '');
  const item = legend.locator('label').filter({ hasText: name });
  await item.hover();
  await expect(page.getByRole('tooltip')).toContainText('한 번에 3개까지 그릴 수 있습니다.');
  // A refused button is announced as disabled, but can be pressed.
  await item.click({ force: true });
  await expect(legend.getByRole('checkbox', { checked: true })).toHaveCount(3);

  await legend
    .locator('label')
    .filter({ has: page.getByRole('checkbox', { checked: true }) })
    .first()
    .click();
  await item.click();
  await expect(item.getByRole('checkbox')).toBeChecked();
  await expect(page.getByRole('figure').getByText(new RegExp(`^${name}: .*최저`))).toBeAttached();
  await page.reload();
  await expect(legend.locator('label').filter({ hasText: name }).getByRole('checkbox')).toBeChecked();
  await expectAccessible(page, 'graph with its legend');
});

test('purifiers as a graph: minutes in each state, hour by hour, as in the list', async ({ page }) => {
  const meter = await meterNamed('도서관');
  await openAs(page, 'LOCAL_ADMIN', historyAt('currentair', { meter: meter.id, period: 'yesterday', view: 'graph' }));
  await expect(page.getByRole('figure', { name: '공기청정기 가동 상태' })).toBeVisible();
  await expect.poll(() => coloursOf(page)).toBeGreaterThan(5);
  const behind = await tableBehind(page);
  expect(behind.length).toBeGreaterThan(0);
  await choose(page, '보기', '목록');
  await choose(page, '간격', '시간별');
  await page.getByLabel('한 페이지에').selectOption('50');
  const listed = await waitForRows(page, behind.length);
  const parts = Object.keys(behind[0] ?? {}).slice(2);
  expect(parts).toContain('기기 자동');
  const ofGraph = behind.map((row) => [row.시각, ...parts.map((part) => minutesOf(row[part]))]);
  const ofList = listed.map((row) => [row.시작, ...parts.map((part) => minutesOf(row[`${part} (분)`]))]);
  expect(ofList.toReversed()).toEqual(ofGraph);
});
