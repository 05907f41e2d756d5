import { expect, type Page, test } from '@playwright/test';
import { pressSave, save, saveQuestion } from './setup/save.ts';
import { openAs } from './setup/session.ts';

const OFFICES = '/management/organization/group';
const DEPARTMENTS = '/management/organization/department';

/** Picks a row of another list like a person: types a part of its name and selects it. */
const pickRow = (page: Page, field: string, text: string): Promise<void> =>
  // A dialog takes the focus once it is open, and a field that loses it forgets what was typed: faster than people are.
  expect(async () => {
    await page.getByRole('combobox', { name: field }).fill(text);
    await page.getByRole('option', { name: text }).first().click({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });

test.describe.configure({ mode: 'serial' });

test('an office is added, found, renamed, deleted and brought back', async ({ page }, { retry }) => {
  // A second try finds the office of the first one.
  const gym = retry === 0 ? '체육관동' : '강당동';
  await openAs(page, 'SUPER_ADMIN', OFFICES);
  await page.getByRole('button', { name: '추가' }).click();
  await pressSave(page);
  await expect(page.getByText('필수 입력 항목입니다.').first()).toBeVisible();
  await pickRow(page, '기관', '한빛초등학교');
  await page.getByRole('textbox', { name: '이름', exact: true }).fill(gym);
  await save(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: '추가' }).click();
  await pickRow(page, '기관', '한빛초등학교');
  const name = page.getByRole('textbox', { name: '이름', exact: true });
  await name.fill(gym);
  await save(page);
  await expect(name).toHaveAccessibleDescription('이미 등록되어 있습니다.');
  await expect(name).toBeFocused();
  await page.getByRole('button', { name: '취소' }).click();
  await page.getByRole('button', { name: '저장하지 않고 닫기' }).click();

  await page.getByRole('searchbox', { name: '검색', exact: true }).fill(gym);
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1);
  await page.getByRole('button', { name: gym }).click();
  await page.getByRole('textbox', { name: '영문 이름' }).fill('Gym');
  // Changes need confirmation; Cancel and Escape change nothing, and the form keeps the input.
  await pressSave(page);
  await expect(saveQuestion(page)).toContainText('영문 이름없음 → Gym');
  await saveQuestion(page).getByRole('button', { name: '취소' }).click();
  await expect(page.getByRole('textbox', { name: '영문 이름' })).toHaveValue('Gym');
  await pressSave(page);
  await expect(saveQuestion(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(saveQuestion(page)).toHaveCount(0);
  await save(page);
  await expect(page.getByText(`${gym} 저장했습니다.`).first()).toBeVisible();

  await page.getByRole('button', { name: gym }).click();
  await page.getByRole('button', { name: '삭제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByText('조건에 맞는 항목이 없습니다.')).toBeVisible();
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect(page.getByRole('button', { name: gym })).toBeVisible();
});

test('a deleted department is listed and restored, under another name if its own is taken', async ({ page }) => {
  await openAs(page, 'LOCAL_ADMIN', DEPARTMENTS);
  const add = async () => {
    await page.getByRole('button', { name: '추가' }).click();
    await pickRow(page, '본부', '본관');
    await page.getByRole('textbox', { name: '이름', exact: true }).fill('옛 교무실');
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await add();
  await page.getByRole('searchbox', { name: '검색', exact: true }).fill('옛 교무실');
  await page.getByRole('button', { name: '옛 교무실' }).click();
  await page.getByRole('button', { name: '삭제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByText('조건에 맞는 항목이 없습니다.')).toBeVisible();
  await add();

  await page.getByRole('button', { name: '삭제됨' }).click();
  const list = page.getByRole('dialog', { name: '최근 30일 동안 삭제된 항목' });
  await list
    .getByRole('row', { name: /옛 교무실/ })
    .getByRole('button', { name: '복원' })
    .click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: '복원' }).click();
  await question.getByRole('textbox', { name: '이름' }).fill('옛 교무실 2');
  await question.getByRole('button', { name: '복원' }).click();
  await expect(question).toHaveCount(0);
  await list.getByRole('button', { name: '닫기' }).last().click();
  await expect(page.getByRole('button', { name: '옛 교무실 2' })).toBeVisible();
});

test('unsaved input is lost by a decision only, and the address names the open row', async ({ page }) => {
  await openAs(page, 'LOCAL_ADMIN', DEPARTMENTS);
  await page.getByRole('table').locator('tbody').getByRole('button').first().click();
  await expect(page).toHaveURL(/open=\d+/);
  const name = page.getByRole('textbox', { name: '이름', exact: true });
  await name.fill('바뀐 이름');
  await page.getByRole('button', { name: '취소' }).click();
  await page.getByRole('button', { name: '계속 입력' }).click();
  await expect(name).toHaveValue('바뀐 이름');
  await page.getByRole('button', { name: '취소' }).click();
  await page.getByRole('button', { name: '저장하지 않고 닫기' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);
});

test('neither another screen nor the back button takes away unsaved input unasked', async ({ page }) => {
  await openAs(page, 'LOCAL_ADMIN', DEPARTMENTS);
  await page.getByRole('table').locator('tbody').getByRole('button').first().click();
  const name = page.getByRole('textbox', { name: '이름', exact: true });
  await name.fill('바뀐 이름');
  const leave = page.getByRole('alertdialog', { name: '저장하지 않은 내용이 있습니다' });
  // Back leads to the list without the form.
  await page.evaluate(() => history.back());
  await leave.getByRole('button', { name: '계속 입력' }).click();
  await expect(page).toHaveURL(/open=\d+/);
  await expect(name).toHaveValue('바뀐 이름');
  await page.evaluate(() => history.back());
  await leave.getByRole('button', { name: '저장하지 않고 닫기' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);
});

test('the browser asks before it closes a page with unsaved input, and not otherwise', async ({ page }) => {
  await openAs(page, 'LOCAL_ADMIN', DEPARTMENTS);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.getByRole('table').locator('tbody').getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  const name = page.getByRole('textbox', { name: '이름', exact: true });
  await name.fill('바뀐 이름');
  expect(asked).toEqual([]);
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(name).not.toHaveValue('바뀐 이름');
});

test('two people edit one row: the second sees both versions, and nothing is overwritten silently', async ({
  page,
  browser,
}) => {
  const other = await browser.newPage();
  for (const each of [page, other]) {
    await openAs(each, 'SUPER_ADMIN', `${OFFICES}?search=체육관`);
    await each.getByRole('button', { name: '체육관동' }).click();
  }
  await page.getByRole('textbox', { name: '영문 이름' }).fill('Sports hall');
  await save(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await other.getByRole('textbox', { name: '영문 이름' }).fill('Arena');
  await save(other);
  await expect(other.getByText('다른 사람이 먼저 바꾸었습니다')).toBeVisible();
  await expect(other.getByRole('cell', { name: 'Arena' })).toBeVisible();
  await expect(other.getByRole('cell', { name: 'Sports hall' })).toBeVisible();
  await other.getByRole('button', { name: '내 값으로 저장' }).click();
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await other.getByRole('button', { name: '체육관동' }).click();
  await expect(other.getByRole('textbox', { name: '영문 이름' })).toHaveValue('Arena');
  await other.close();
});

test('a role without changes sees the form read-only, with the reason', async ({ page }) => {
  await openAs(page, 'LOCAL_USER', OFFICES);
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('button', { name: '추가' })).toHaveCount(0);
  await page.getByRole('table').locator('tbody').getByRole('button').first().click();
  await expect(page.getByText('조회만 할 수 있습니다')).toBeVisible();
  await expect(page.getByRole('textbox', { name: '이름', exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: '저장', exact: true })).toHaveCount(0);
});
