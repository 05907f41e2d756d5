import { expect, test } from '@playwright/test';
import { pressSave, save } from './setup/save.ts';
import { openAs } from './setup/session.ts';

const TIMETABLES = '/management/control/timetable';

test.describe.configure({ mode: 'serial' });

test('a timetable is made for some rooms, and its coming weeks are seen before it is saved', async ({ page }) => {
  await openAs(page, 'LOCAL_ADMIN', TIMETABLES);
  await page.getByRole('button', { name: '추가', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '이름', exact: true }).fill('교실');
  await dialog
    .getByRole('group', { name: /공기청정기/ })
    .getByRole('checkbox')
    .first()
    .check();

  await dialog.getByRole('button', { name: '토요일: 시간 추가' }).click();
  await dialog.getByLabel('토요일 시작').fill('10:00');
  await dialog.getByLabel('토요일 끝').fill('09:00');
  await pressSave(page);
  await expect(dialog.getByText('끝 시각은 시작 시각보다 늦어야 합니다.')).toBeVisible();
  await dialog.getByLabel('토요일 끝').fill('11:30');
  const pictures = dialog.getByRole('img');
  await expect(pictures).toHaveCount(14);
  await expect(dialog.getByRole('img', { name: /토: 10:00~11:30 기기 자동/ })).toHaveCount(2);

  await dialog.getByRole('button', { name: '토요일의 시간을 다른 요일에 복사' }).click();
  await page.getByRole('menuitem', { name: '모든 요일에 복사' }).click();
  await expect(dialog.getByRole('img', { name: /: 10:00~11:30 기기 자동/ })).toHaveCount(14);

  // Today is off: the exception is in the picture before it has a name, and is not saved without one.
  await dialog.getByRole('button', { name: '예외 추가' }).click();
  await expect(pictures.first()).toHaveAccessibleName(/: 꺼짐$/);
  await pressSave(page);
  await expect(dialog.getByText('필수 입력 항목입니다.')).toBeVisible();
  await dialog.getByRole('group', { name: /예외/ }).getByRole('textbox', { name: '이름' }).fill('재량 휴업일');
  await expect(dialog.getByText('재량 휴업일')).toBeVisible();
  await save(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row', { name: /교실.*10:00 기기 자동/ })).toBeVisible();
});

test('a user who may not change a timetable sees it, and it is deleted', async ({ page, browser }) => {
  const viewer = await browser.newPage();
  await openAs(viewer, 'LOCAL_USER', TIMETABLES);
  await expect(viewer.getByRole('button', { name: '추가' })).toHaveCount(0);
  await viewer.getByRole('button', { name: '교실' }).click();
  await expect(viewer.getByText('조회만 할 수 있습니다')).toBeVisible();
  await expect(viewer.getByLabel('토요일 시작')).toBeDisabled();
  await expect(viewer.getByText('아직 실행한 적이 없습니다.')).toBeVisible();
  await viewer.close();

  await openAs(page, 'LOCAL_ADMIN', TIMETABLES);
  await page.getByRole('button', { name: '교실' }).click();
  await page.getByRole('button', { name: '삭제', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByText('아직 예약 운전이 없습니다.')).toBeVisible();
});
