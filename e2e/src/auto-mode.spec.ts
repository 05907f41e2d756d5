import { expect, type Page, test } from '@playwright/test';
import { save } from './setup/save.ts';
import { openAs } from './setup/session.ts';

const ADDRESS = '/management/control/automodeair';

test.describe.configure({ mode: 'serial' });

const openFirst = async (page: Page): Promise<void> => {
  await openAs(page, 'LOCAL_USER', ADDRESS);
  await page.getByRole('table').locator('tbody').getByRole('button').first().click();
  await expect(page).toHaveURL(/open=\d+/);
};

test('bounds are tried on the past, saved, paused and sent to the device', async ({ page }) => {
  await openFirst(page);
  const panel = page.getByRole('complementary', { name: '자동 운전 설정' });
  await panel.getByRole('switch', { name: '자동 운전 사용' }).click();
  const weak = panel.getByRole('textbox', { name: /약 시작/ }).first();
  await weak.fill('500');
  await expect(page.getByRole('button', { name: '저장', exact: true })).toBeDisabled();
  await panel.getByRole('button', { name: '기관 기준값 넣기' }).click();
  await panel.getByRole('button', { name: '지난 7일로 시험하기' }).click();
  await expect(panel.getByText('지난 7일이었다면').or(panel.getByText('측정값이 없어'))).toBeVisible();
  await save(page);
  await expect(page.getByText('자동 운전을 저장했습니다.')).toBeVisible();

  await panel.getByRole('button', { name: '잠시 멈추기' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '잠시 멈추기' }).click();
  await expect(panel.getByText('수동 우선')).toBeVisible();
  await panel.getByRole('button', { name: '자동 운전으로 되돌리기' }).click();
  await expect(panel.getByRole('button', { name: '잠시 멈추기' })).toBeVisible();

  await expect(panel.getByText('보낸 적 없음')).toBeVisible();
  await panel.getByRole('button', { name: '기기에 동기화' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '동기화', exact: true }).click();
  await expect(panel.getByText(/응답 기다리는 중|기기에 적용됨|기기가 거부함/)).toBeVisible();
});

test('the list is narrowed to those that run by themselves, and what is typed is not lost', async ({ page }) => {
  await openFirst(page);
  await page.getByRole('switch', { name: '자동 운전 사용' }).click();
  await page.getByRole('button', { name: '닫기', exact: true }).click();
  await page.getByRole('button', { name: '계속 입력' }).click();
  await expect(page.getByRole('switch', { name: '자동 운전 사용' })).toBeVisible();
  await page.getByRole('button', { name: '닫기', exact: true }).click();
  await page.getByRole('button', { name: '저장하지 않고 닫기' }).click();
  await page.getByRole('radio', { name: '작동 중', exact: true }).check({ force: true });
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1);
});
