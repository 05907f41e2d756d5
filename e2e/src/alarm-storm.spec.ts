import { DEFAULT_PAGE_SIZE } from '@airdeck/contract/paging';
import { BUILT_IN_ERRORS } from '@airdeck/contract/standard/built-in';
import { ko } from '@airdeck/phrases/ko';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { report } from './setup/device.ts';
import { PLACES, servers } from './setup/servers.ts';
import { askApi, openAs } from './setup/session.ts';

const METER = PLACES.stormMeter;
const LIVE_ERROR = `/current/error/liveerror?startTime=any&meterName=${encodeURIComponent(METER.name)}`;
const PRESSES = 20;
/** More than one a second, however slowly a busy server raises them one after the other. */
const BURST = 8;

const SENSORS = ['PM10', 'PM2.5', 'PM1.0', 'CO2', 'TEMPERATURE', 'HUMIDITY', 'HCHO'];
/** In order of increasing severity, so that later ones are listed above. */
const CODES = ['M016', 'M015', 'M014', 'M013', 'M012', 'M011', 'M010', 'M009', 'M008', 'M007', 'M006', 'M005'] as const;
const ERRORS = CODES.flatMap((code) => SENSORS.map((sensor) => ({ code, sensor })));
let raised = 0;

const countOpen = async (): Promise<number> => {
  const query = { meterName: METER.name, size: '1' };
  return (await askApi<{ totalElements: number }>('SUPER_ADMIN', 'alarms', { query })).totalElements;
};

/** Raises the next alarms, and waits until the server has them. */
const raise = async (count: number): Promise<void> => {
  const { mqttUrl, storm } = servers().demo;
  for (const error of ERRORS.slice(raised, raised + count)) {
    await report(mqttUrl, storm, METER, { ...error, state: 'RAISED', time: new Date().toISOString() });
  }
  raised += count;
  await expect.poll(countOpen).toBe(raised);
};

/** The list shows its first page: a second attempt of a test has more alarms than that. */
const shownCount = (): number => Math.min(raised, DEFAULT_PAGE_SIZE);
const rows = (page: Page): Locator => page.getByRole('table').locator('tbody tr[data-reorder-key]');
const idsOf = (page: Page): Promise<(string | null)[]> =>
  rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-reorder-key')));
/** Resolves when the page has applied the events so far. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
const news = (page: Page): Locator => page.getByRole('button', { name: /^새 장애 [\d,]+건/ });
const waitingCount = async (page: Page): Promise<number> => Number(/\d+/.exec(await news(page).innerText())?.[0]);
const placeOf = async (row: Locator) => {
  const box = await row.boundingBox();
  if (box === null) throw new Error('the row is not drawn');
  return { x: box.x + 24, y: box.y + box.height / 2 };
};
/** Writes down which rows are pressed; answers a way to read it. */
const notePresses = async (page: Page) => {
  const pressed = await page.evaluateHandle(() => {
    const ids: (string | null)[] = [];
    const note = ({ target }: MouseEvent) =>
      ids.push(target instanceof Element ? (target.closest('tr')?.getAttribute('data-reorder-key') ?? null) : null);
    document.addEventListener('click', note, { capture: true });
    return ids;
  });
  return () => pressed.jsonValue();
};
/** Resolves when the page has read a list with all that were raised. */
const seesAll = (page: Page, before: number) =>
  page.waitForResponse(async (answer) => {
    if (!/\/api\/v1\/alarms\?/.test(answer.url()) || !answer.ok()) return false;
    const { totalElements } = await answer.json().catch(() => ({ totalElements: 0 }));
    return totalElements > before;
  });

test.describe.configure({ mode: 'serial' });
// A second attempt continues with the alarms that the first one raised.
test.beforeAll(async () => {
  raised = await countOpen();
  await raise(3);
});

test('a row under the pointer stays there; what is new waits above, and is shown when the pointer leaves', async ({
  page,
}) => {
  await openAs(page, 'SUPER_ADMIN', LIVE_ERROR);
  await expect(rows(page)).toHaveCount(shownCount());
  const before = await idsOf(page);
  const first = await placeOf(rows(page).first());
  await page.mouse.move(first.x, first.y);
  await raise(1);
  await expect(news(page)).toContainText('1건');
  expect(await idsOf(page)).toEqual(before);
  expect(await placeOf(rows(page).first())).toEqual(first);
  await page.mouse.move(5, 5);
  await expect(rows(page)).toHaveCount(shownCount());
  await expect(news(page)).toHaveCount(0);
});

test("with the keyboard's focus in a row no row moves until the focus leaves the rows", async ({ page }) => {
  await openAs(page, 'SUPER_ADMIN', LIVE_ERROR);
  await expect(rows(page)).toHaveCount(shownCount());
  const before = await idsOf(page);
  const button = rows(page).first().getByRole('button').first();
  await page.getByRole('searchbox', { name: '검색', exact: true }).focus();
  while (!(await button.evaluate((each) => each === document.activeElement))) await page.keyboard.press('Tab');
  await raise(1);
  await expect(news(page)).toContainText('1건');
  expect(await idsOf(page)).toEqual(before);
  await page.getByRole('searchbox', { name: '검색', exact: true }).focus();
  await expect(rows(page)).toHaveCount(shownCount());
});

test('in a storm each press reaches the row that was aimed at, and the rest waits until it is wanted', async ({
  page,
}) => {
  await openAs(page, 'SUPER_ADMIN', LIVE_ERROR);
  await expect(rows(page)).toHaveCount(shownCount());
  const pressed = await notePresses(page);
  const aimed: (string | null)[] = [];
  let before = raised;
  for (let i = 0; i < PRESSES && raised + BURST < ERRORS.length; i++) {
    await page.mouse.move(5, 5);
    await nextFrame(page);
    // On a slow machine alarms may come too slowly for a storm; then the list has followed when the pointer left.
    if (!(await news(page).isVisible())) {
      const isAllSeen = seesAll(page, raised + BURST - 1);
      await raise(BURST);
      await isAllSeen;
      await expect(news(page)).toBeVisible();
      await nextFrame(page);
      before = raised - (await waitingCount(page));
    }
    const target = rows(page).nth(i % 3);
    const place = await placeOf(target);
    aimed.push(await target.getAttribute('data-reorder-key'));
    // Others arrive while the pointer is moving.
    const isSeen = seesAll(page, raised);
    await raise(1);
    await isSeen;
    await page.mouse.move(place.x, place.y);
    await page.mouse.down();
    await page.mouse.up();
  }
  expect(aimed.length).toBeGreaterThan(3);
  expect(await pressed()).toEqual(aimed);
  await expect(news(page)).toContainText(`${raised - before}건`);
  const worst = ERRORS[raised - 1];
  if (worst === undefined) throw new Error('no alarm was raised');
  await expect(news(page)).toContainText(ko.admin.choice.severity[BUILT_IN_ERRORS[worst.code].severity]);
  await news(page).click();
  await expect(news(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(shownCount());
});
