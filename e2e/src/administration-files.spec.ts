import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { pickOrganization } from './setup/pick-organization.ts';
import { pressSave, save } from './setup/save.ts';
import { servers } from './setup/servers.ts';
import { openAs } from './setup/session.ts';

const ORGANIZATIONS = '/management/organization/institutional';
const OFFICES = '/management/organization/group';
const NOTICES = '/management/notice/notice';
const LOCAL_SERVERS = '/management/master/local';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a filled-in template is looked at, corrected, and added at once; the list is downloaded again', async ({
  page,
}) => {
  await openAs(page, 'LOCAL_ADMIN', OFFICES);
  await button(page, '가져오기').click();
  const [template] = await Promise.all([page.waitForEvent('download'), button(page, 'CSV 양식').click()]);
  const headings = (await readFile(await template.path(), 'utf8')).trim();
  const input = page.locator('input[type=file]');

  await input.setInputFiles(file('본부.csv', `${headings}\n,새 동 1,\n,=1+1,\n,새 동 1,`));
  await expect(page.getByText('본부.csv: 3행에서 오류 2건을 찾았습니다.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '3행 · 이름' })).toContainText('수식은 가져올 수 없습니다');
  await expect(page.getByRole('row', { name: /^4/ })).toContainText('파일 안에 같은 값이 또 있습니다.');
  await expect(page.getByRole('dialog').getByRole('button', { name: '가져오기' })).toBeDisabled();

  await input.setInputFiles(file('본부.csv', `${headings}\n,새 동 1,\n,새 동 2,Block 2`));
  await button(page, '2건 추가').click();
  await expect(page.getByText('2건을 추가하고 0건을 변경했습니다.')).toBeVisible();
  await button(page, '닫기').last().click();

  await page.getByRole('searchbox', { name: '검색', exact: true }).fill('새 동');
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(2);
  await button(page, 'Excel / CSV').click();
  await page.getByText('CSV', { exact: true }).click();
  const [list] = await Promise.all([page.waitForEvent('download'), button(page, '내려받기').click()]);
  expect(list.suggestedFilename()).toBe('본부.csv');
  const lines = (await readFile(await list.path(), 'utf8'))
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const at = lines[0]?.indexOf('이름') ?? 0;
  expect(lines.map((cells) => cells[at])).toEqual(['이름', '새 동 1', '새 동 2']);
});

test('organizations of a file, and one of the form, get the settings of a template', async ({ page }) => {
  const [template, imported, entered] = ['96600001', '96600002', '96600003'];
  const TIMETABLES = '/management/control/timetable';
  await openAs(page, 'SUPER_ADMIN', ORGANIZATIONS);
  await button(page, '추가').first().click();
  await page.getByRole('textbox', { name: '코드' }).fill(template);
  await page.getByRole('textbox', { name: '이름', exact: true }).fill('본보기 학교');
  await save(page);

  await page.goto(servers().demo.url + TIMETABLES);
  await button(page, '추가').first().click();
  await pickOrganization(page, '본보기 학교');
  await page.getByRole('textbox', { name: '이름' }).fill('수업 시간표');
  await save(page);

  await page.goto(servers().demo.url + ORGANIZATIONS);
  await button(page, '가져오기').click();
  const input = page.locator('input[type=file]');
  await input.setInputFiles(file('기관.csv', `코드,이름,본보기 기관 코드\n${imported},새 학교,96699999`));
  await expect(page.getByRole('listitem').filter({ hasText: '2행 · 본보기 기관 코드' })).toBeVisible();
  await input.setInputFiles(file('기관.csv', `코드,이름,본보기 기관 코드\n${imported},새 학교,${template}`));
  await button(page, '1건 추가').click();
  await expect(page.getByText('1건을 추가하고 0건을 변경했습니다.')).toBeVisible();
  await button(page, '닫기').last().click();

  await button(page, '추가').first().click();
  await page.getByRole('textbox', { name: '코드' }).fill(entered);
  await page.getByRole('textbox', { name: '이름', exact: true }).fill('입력한 학교');
  await page.getByRole('combobox', { name: '본보기 기관' }).fill('본보기');
  await page.getByRole('option', { name: '본보기 학교' }).first().click();
  await save(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto(`${servers().demo.url}${TIMETABLES}?search=${encodeURIComponent('수업 시간표')}`);
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(3);
  await expect(page.getByRole('row', { name: /새 학교/ })).toContainText('수업 시간표');
  await expect(page.getByRole('row', { name: /입력한 학교/ })).toContainText('수업 시간표');
});

test('people of a file get a link each, with which they set their password', async ({ page }) => {
  await openAs(page, 'LOCAL_ADMIN', '/management/user/user');
  await button(page, '가져오기').click();
  const input = page.locator('input[type=file]');
  await input.setInputFiles(file('사용자.csv', '아이디,이름\nfile.kim,김가져\nfile.lee,이가져'));
  await expect(page.getByText('사람마다 한 번만 쓸 수 있는 비밀번호 설정 링크가')).toBeVisible();
  const [links] = await Promise.all([page.waitForEvent('download'), button(page, '2건 추가').click()]);
  await expect(page.getByText('각자에게 자신의 링크만 전달하고')).toBeVisible();
  const [, kim = ''] = (await readFile(await links.path(), 'utf8')).trim().split('\r\n');
  const [, login = '', , link = ''] = kim.split(',');
  expect([login, new URL(link).origin]).toEqual(['file.kim', new URL(page.url()).origin]);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: '비밀번호 설정' })).toBeVisible();
});

test('a notice is written, shown by its beginning, and deleted', async ({ page }) => {
  await openAs(page, 'LOCAL_ADMIN', NOTICES);
  await button(page, '추가').first().click();
  await pressSave(page);
  await expect(page.getByText('필수 입력 항목입니다.').first()).toBeVisible();
  await page.getByRole('textbox', { name: '내용' }).fill('내일 점검합니다.\n두 번째 줄');
  await page.getByRole('switch', { name: '하단 표시' }).check();
  await save(page);
  const row = page.getByRole('row', { name: /내일 점검합니다/ });
  await expect(row).toContainText('모니터링에 표시');
  await row.getByRole('button').click();
  await button(page, '삭제').click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(row).toHaveCount(0);
});

test('a notice to all organizations is read in another one, which cannot change it', async ({ page, browser }) => {
  const NOTE = '서버를 새 장비로 옮깁니다';
  await openAs(page, 'SUPER_ADMIN', NOTICES);
  await button(page, '추가').first().click();
  // Without an organization it is to all.
  await page.getByRole('textbox', { name: '내용' }).fill(NOTE);
  await save(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: NOTE });
  await expect(row).toContainText('모든 기관');

  const other = await (await browser.newContext()).newPage();
  await openAs(other, 'LOCAL_ADMIN', NOTICES);
  const theirs = other.getByRole('row').filter({ hasText: NOTE });
  await expect(theirs).toContainText('모든 기관');
  await theirs.getByRole('button').click();
  await expect(other.getByRole('dialog')).toContainText('최고 관리자만 바꿀 수 있습니다.');
  await expect(button(other, '삭제')).toHaveCount(0);
  await other.close();

  // Other tests read these lists.
  await row.getByRole('button').click();
  await button(page, '삭제').click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(row).toHaveCount(0);
});

test('a local server is honest about its connection, and never shows its password', async ({ page }) => {
  await openAs(page, 'SUPER_ADMIN', LOCAL_SERVERS);
  await button(page, '추가').first().click();
  await pickOrganization(page, '한빛초등학교');
  await page.getByRole('textbox', { name: '이름', exact: true }).fill('별관 서버');
  await page.getByRole('textbox', { name: 'IP 주소' }).fill('10.9.8.7');
  await page.getByRole('textbox', { name: '접속 계정' }).fill('site');
  await page.locator('input[type=password]').fill('very secret');
  await save(page);
  const row = page.getByRole('row', { name: /별관 서버/ });
  // There are no people, and the column says so.
  await expect(row).toContainText(/연결 중|연결 끊김/);
  await row.getByRole('button').click();
  await expect(page.getByRole('textbox', { name: '접속 계정' })).toHaveValue('site');
  await expect(page.locator('input[type=password]')).toHaveValue('');
  // It would be an alarm in a minute.
  await button(page, '삭제').click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(row).toHaveCount(0);
});

test('the API can be browsed, with nothing from elsewhere', async ({ page }) => {
  test.slow();
  const { url } = servers().demo;
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.goto(`${url}/api/v1/docs`);
  await expect(page.getByRole('heading', { name: /Airdeck/ })).toBeVisible({ timeout: 90_000 });
  await page.getByRole('link', { name: 'offices', exact: true }).click();
  await expect(page.getByText('Lists offices', { exact: true })).toBeVisible();
  expect([elsewhere, refused]).toEqual([[], []]);
});
