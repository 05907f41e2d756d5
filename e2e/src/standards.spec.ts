import { addDays } from '@airdeck/domain/calendar';
import { en } from '@airdeck/phrases/en';
import { ko } from '@airdeck/phrases/ko';
import { expect, type Page, test } from '@playwright/test';
import { report } from './setup/device.ts';
import { siteDay } from './setup/record.ts';
import { pressSave, save } from './setup/save.ts';
import { PLACES, servers } from './setup/servers.ts';
import { askApi, openAs } from './setup/session.ts';

const SENSORS = '/management/master/asensor';
const MASTER_SENSORS = '/management/master/msensor';
const ERRORS = '/management/master/aerror';
const MASTER_ERRORS = '/management/master/merror';
const ORGANIZATIONS = '/management/organization/institutional';
const SITE = '한빛초등학교';

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const closed = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0);
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: SITE }).filter({ hasText: text });

/** The HCHO of the site: other tests do not use it. */
const openSensor = async (page: Page): Promise<void> => {
  await openAs(page, 'SUPER_ADMIN', `${SENSORS}?search=HCHO`);
  await rowOf(page, '폼알데하이드').getByRole('button').first().click();
};

test.describe.configure({ mode: 'serial' });

test('thresholds of an organization change from tomorrow on, seen as they are typed, and go back to the master', async ({
  page,
}) => {
  const tomorrow = addDays(siteDay(0), 1);
  await openSensor(page);
  const picture = page.getByRole('figure', { name: '기준 미리 보기' });
  await expect(picture.getByRole('img')).toHaveCount(1);
  await field(page, '나쁨 기준').first().fill('0.04');
  await field(page, '나쁨 기준').first().blur();
  await pressSave(page);
  await expect(page.getByText('값은 앞의 값보다 커야 합니다.')).toBeVisible();
  await expect(picture.getByText('네 값을 작은 것부터')).toBeVisible();
  await field(page, '나쁨 기준').first().fill('0.07');
  await expect(picture.getByRole('img', { name: `${tomorrow}부터: ` })).toHaveAttribute(
    'aria-label',
    /나쁨 0\.07~0\.1/,
  );
  await expect(page.getByLabel('적용 시작일').first()).toHaveValue(tomorrow);
  await expect(page.getByRole('switch', { name: '기본 기준 사용' })).not.toBeChecked();
  await save(page);
  await closed(page);
  await expect(rowOf(page, `${tomorrow} 변경 예정`)).toBeVisible();

  await rowOf(page, '폼알데하이드').getByRole('button').first().click();
  await page.getByRole('button', { name: '예정 취소' }).click();
  await save(page);
  await closed(page);
  await expect(rowOf(page, '폼알데하이드')).toBeVisible();
  await expect(page.getByText('변경 예정')).toHaveCount(0);
});

test('a narrower range of the master clears the thresholds that it leaves outside, and says so', async ({ page }) => {
  await openAs(page, 'SUPER_USER', `${MASTER_SENSORS}?search=HCHO`);
  await page.getByRole('table').locator('tbody').getByRole('button').first().click();
  await field(page, '범위 끝').fill('0.09');
  await field(page, '모델').focus();
  await expect(page.getByText('범위가 바뀌어 기준값이 범위를 벗어났으므로 비웠습니다')).toBeVisible();
  await expect(field(page, '좋음 기준').first()).toHaveValue('');
  await pressSave(page);
  await expect(page.getByText('필수 입력 항목입니다.').first()).toBeVisible();
  await page.getByRole('button', { name: '취소' }).click();
  await page.getByRole('button', { name: '저장하지 않고 닫기' }).click();
  await closed(page);
});

test('an organization says something else of an error, sees that it does, and goes back with one click', async ({
  page,
}) => {
  await openAs(page, 'LOCAL_ADMIN', `${ERRORS}?search=M013`);
  const open = () => rowOf(page, 'M013').getByRole('button').first().click();
  await open();
  await page.getByRole('combobox', { name: '심각도' }).last().click();
  await page.getByRole('option', { name: '중대' }).click();
  await expect(page.getByText('마스터 값: 주의')).toBeVisible();
  await save(page);
  await closed(page);
  await expect(rowOf(page, 'M013').getByText('따로 정함')).toBeVisible();
  await open();
  await page.getByRole('button', { name: '심각도: 마스터 값으로 되돌리기' }).click();
  await save(page);
  await closed(page);
  await expect(rowOf(page, 'M013').getByText('따로 정함')).toHaveCount(0);
});

test('an error is added for all organizations and deleted', async ({ page }) => {
  await openAs(page, 'SUPER_USER', MASTER_ERRORS);
  await page.getByRole('button', { name: '추가' }).click();
  await field(page, '코드').fill('X777');
  for (const [name, option] of [
    ['기기', '측정기'],
    ['심각도', '경미'],
  ] as const) {
    await page.getByRole('dialog').getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option }).click();
  }
  await page.getByRole('textbox', { name: '설명', exact: true }).fill('시험용 장애');
  await save(page);
  await closed(page);
  await page.getByRole('searchbox', { name: '검색', exact: true }).fill('X777');
  await page.getByRole('button', { name: 'X777' }).click();
  await page.getByRole('button', { name: '삭제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByText('조건에 맞는 항목이 없습니다.')).toBeVisible();
});

test('an error of its own says what depends on it before it is deleted, and its open alarms end', async ({ page }, {
  retry,
}) => {
  const code = `X78${retry}`;
  const { mqttUrl, device } = servers().demo;
  const listed = async (path: string, search: string) =>
    (await askApi<{ content: Record<string, unknown>[] }>('SUPER_ADMIN', path, { query: { search } })).content;
  const described = { severity: 'INFO', description: '시험용 장애', description_en: 'Error of a test' };
  await askApi('SUPER_ADMIN', 'master-errors', { body: { code, group: 'METER', ...described } });
  const rule = { code, applies_to: 'HCHO', basis: 'VALUE', limit: 4, duration_min: 60, use: 'N' };
  await askApi('SUPER_ADMIN', 'alarm-rules', { body: rule });
  await report(mqttUrl, device, PLACES.testMeter, { code, state: 'RAISED', time: new Date().toISOString() });
  const openAlarms = async () => (await listed('master-errors', code))[0]?.open_alarm_count;
  await expect.poll(openAlarms).toBe(1);

  await openAs(page, 'SUPER_ADMIN', `${MASTER_ERRORS}?search=${code}`, 'en');
  await page.getByRole('button', { name: code }).click();
  await page.getByRole('button', { name: en.admin.remove }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText(en.admin.removal.taken);
  await expect(asked).toContainText('Alarm rules 1');
  await expect(asked).toContainText(en.admin.removal.ended);
  await expect(asked).toContainText('Open alarms 1');
  await asked.getByRole('button', { name: en.admin.remove }).click();
  await expect(asked).toHaveCount(0);
  await expect(page.getByText(en.admin.empty.noMatch)).toBeVisible();
  await expect.poll(async () => (await listed('alarms', code)).length).toBe(0);
});

test('a built-in error has no button to delete it, and says what to do instead', async ({ page }) => {
  await openAs(page, 'SUPER_ADMIN', `${MASTER_ERRORS}?search=M016`);
  await page.getByRole('button', { name: 'M016' }).click();
  const form = page.getByRole('dialog');
  await expect(form).toContainText(ko.admin.errorCode.builtIn);
  await expect(form.getByRole('button', { name: ko.admin.remove })).toHaveCount(0);
  await expect(field(page, '코드')).toBeDisabled();
  await page.getByRole('switch', { name: ko.admin.field.use }).click();
  await expect(form).toContainText(ko.admin.errorCode.ending);
  await save(page);
  await closed(page);
  await expect(page.getByRole('row').filter({ hasText: 'M016' })).toContainText('사용 안 함');
  await page.getByRole('button', { name: 'M016' }).click();
  await page.getByRole('switch', { name: ko.admin.field.use }).click();
  await save(page);
  await closed(page);
});

test('a shorter retention says what it deletes before it does', async ({ page }) => {
  await openAs(page, 'SUPER_ADMIN', `${ORGANIZATIONS}?search=${SITE}`);
  await page.getByRole('button', { name: SITE, exact: true }).click();
  await page.getByRole('button', { name: '보관 기간' }).click();
  const days = field(page, '측정값');
  await days.fill('29');
  await pressSave(page);
  await expect(page.getByText('허용된 최솟값보다 작습니다.')).toBeVisible();
  await days.fill('1800');
  await pressSave(page);
  const asked = page.getByRole('alertdialog');
  await expect(asked.getByRole('row', { name: /^측정값/ })).toBeVisible();
  await expect(asked).toContainText('→ 1,800 일');
  await expect(asked.getByText('지금 지워지는 값은 없습니다.')).toBeVisible();
  await asked.getByRole('button', { name: '취소' }).click();
  await expect(asked).toHaveCount(0);
});

test('a person of one organization does not get to the masters', async ({ page }) => {
  await openAs(page, 'LOCAL_ADMIN', MASTER_SENSORS);
  await expect(page).toHaveURL(/monitoring\/grade\/\d+/);
});
