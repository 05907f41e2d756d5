import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { choose } from './setup/history.ts';
import { fillLogin, START } from './setup/login.ts';
import { pressSave, save } from './setup/save.ts';
import { servers } from './setup/servers.ts';
import { openAs } from './setup/session.ts';

const USERS = '/management/user/user';
const PASSWORD = 'Fresh-Air-77!';
const NEXT = 'Other-Air-88!';
const LOGIN = { code: '10000001', id: 'kim.su' };

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const textbox = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const setPassword = async (page: Page, password: string): Promise<void> => {
  await textbox(page, /^새 비밀번호( \*)?$/).fill(password);
  await textbox(page, /^새 비밀번호 확인/).fill(password);
};
const openProfile = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '전체 메뉴 열기' }).click();
  await page.getByRole('button', { name: '내 정보', exact: true }).click();
  await expect(dialog(page, '내 정보')).toBeVisible();
};
const logIn = async (page: Page, password: string): Promise<void> => {
  await page.goto(servers().demo.url);
  await fillLogin(page, { ...LOGIN, password });
};

test.describe.configure({ mode: 'serial' });

let link = '';

test('an administrator adds a user and gets a link, which is shown once', async ({ page }) => {
  await openAs(page, 'LOCAL_ADMIN', USERS);
  await page.getByRole('button', { name: '추가' }).click();
  await expect(page.getByRole('combobox', { name: '기관' })).toHaveValue('한빛초등학교');
  await textbox(page, '아이디').fill(LOGIN.id);
  await textbox(page, '이름').fill('김수');
  await textbox(page, '이메일').fill('kim.su@');
  await pressSave(page);
  await expect(page.getByText('올바른 이메일 주소를 입력해 주세요.')).toBeVisible();
  await textbox(page, '이메일').fill('kim.su@naver.com');
  await save(page);
  const shown = dialog(page, '비밀번호 설정 링크');
  link = await shown.getByRole('textbox', { name: '링크' }).inputValue();
  expect(link).toContain(`${servers().demo.url}/reset?token=`);
  await shown.getByRole('button', { name: '닫기' }).last().click();
  await expect(page.getByRole('row', { name: /김수/ })).toContainText('비밀번호 설정 전');
});

test('the link sets the first password, by its rules, once', async ({ page }) => {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: '비밀번호 설정' })).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText([LOGIN.code, LOGIN.id]);
  await setPassword(page, 'weak');
  await expect(page.getByRole('listitem').filter({ hasText: '8자 이상' })).toContainText('미충족');
  await page.getByRole('button', { name: '비밀번호 설정' }).click();
  await expect(page.getByText('비밀번호는 8자 이상이며')).toBeVisible();
  await setPassword(page, PASSWORD);
  await page.getByRole('button', { name: '비밀번호 설정' }).click();
  await expect(page.getByRole('alert')).toContainText('비밀번호를 정했습니다.');
  await page.getByRole('button', { name: '로그인으로 가기' }).click();
  await expect(textbox(page, '기관 코드')).toHaveValue(LOGIN.code);
  await expect(textbox(page, '아이디')).toHaveValue(LOGIN.id);
  await fillLogin(page, { ...LOGIN, password: PASSWORD });
  await page.waitForURL(START);

  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('이미 사용되었거나');
  await expect(page.getByRole('button', { name: '비밀번호 설정' })).toBeHidden();
});

const confirmChange = (page: Page, name: string) =>
  page.getByRole('alertdialog', { name }).getByRole('button', { name: '변경' }).click();

test('the profile opens with the password, and the e-mail in two parts is saved', async ({ page }) => {
  await logIn(page, PASSWORD);
  await openProfile(page);
  await page.getByRole('button', { name: '내 정보 수정' }).click();
  await textbox(page, '현재 비밀번호').fill('wrong');
  await page.getByRole('button', { name: '확인' }).click();
  await expect(page.getByRole('alert')).toContainText('현재 비밀번호와 일치하지 않습니다');
  await textbox(page, '현재 비밀번호').fill(PASSWORD);
  await page.getByRole('button', { name: '확인' }).click();
  await expect(textbox(page, '이메일 아이디')).toHaveValue('kim.su');
  await expect(textbox(page, '이메일 도메인')).toHaveValue('naver.com');
  await page.getByRole('combobox', { name: '도메인 선택' }).click();
  await page.getByRole('option', { name: '직접 입력' }).click();
  await textbox(page, '이메일 도메인').fill('example.com');
  await textbox(page, '전화번호').fill('010-1234-5678');
  await page.getByRole('button', { name: '취소' }).click();
  await page.getByRole('button', { name: '계속 입력' }).click();
  await page.getByRole('button', { name: '변경', exact: true }).click();
  await confirmChange(page, '변경하시겠습니까?');
  await expect(dialog(page, '내 정보')).toContainText('kim.su@example.com');
  await expect(dialog(page, '내 정보')).toContainText('010-1234-5678');
});

test('a new password ends the login elsewhere', async ({ page, browser }) => {
  const elsewhere = await browser.newPage();
  await logIn(page, PASSWORD);
  await logIn(elsewhere, PASSWORD);
  await elsewhere.waitForURL(START);
  await openProfile(page);
  await page.getByRole('button', { name: '비밀번호 변경' }).click();
  await textbox(page, '현재 비밀번호').fill(PASSWORD);
  await setPassword(page, PASSWORD);
  await page.getByRole('button', { name: '변경', exact: true }).click();
  await expect(page.getByText('현재 비밀번호와 다른 비밀번호')).toBeVisible();
  await setPassword(page, NEXT);
  await page.getByRole('button', { name: '변경', exact: true }).click();
  await confirmChange(page, '비밀번호를 변경하시겠습니까?');
  await expect(elsewhere.getByRole('heading', { name: '로그인' })).toBeVisible();
  await elsewhere.close();
});

test('one ends what one has open elsewhere', async ({ page, browser }) => {
  const elsewhere = await browser.newPage();
  await logIn(elsewhere, NEXT);
  await elsewhere.waitForURL(START);
  await logIn(page, NEXT);
  await openProfile(page);
  await page.getByRole('button', { name: '다른 로그인 모두 종료' }).click();
  await expect(elsewhere.getByRole('heading', { name: '로그인' })).toBeVisible();
  await expect(page.getByText('다른 곳에서 열려 있는 로그인이 없습니다.')).toBeVisible();
  await elsewhere.close();
});

test('a reset ends the open page of the user', async ({ page, browser }) => {
  const user = await browser.newPage();
  await logIn(user, NEXT);
  await user.waitForURL(START);
  await openAs(page, 'LOCAL_ADMIN', USERS);
  await page.getByRole('button', { name: '김수' }).click();
  await page.getByRole('button', { name: '비밀번호 초기화' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '초기화', exact: true }).click();
  await expect(dialog(page, '비밀번호 설정 링크')).toBeVisible();
  await expect(user.getByRole('heading', { name: '로그인' })).toBeVisible();
  await fillLogin(user, { ...LOGIN, password: NEXT });
  await expect(user.getByRole('alert')).toContainText('비활성화된 사용자');
  await user.close();
});

test('a user is deleted, but not oneself', async ({ page }) => {
  await openAs(page, 'LOCAL_ADMIN', USERS);
  await page.getByRole('button', { name: '김수' }).click();
  await page.getByRole('button', { name: '삭제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByRole('button', { name: '김수' })).toHaveCount(0);
  await page.getByRole('button', { name: '박새별' }).click();
  await expect(page.getByRole('button', { name: '저장', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: '삭제' })).toHaveCount(0);
});

test('a user who forgot an id sees its beginning, in both languages', async ({ page }) => {
  await page.goto(servers().demo.url);
  await page.getByRole('button', { name: '아이디·비밀번호 찾기' }).click();
  await textbox(page, '이메일').fill('local.user@example.com');
  await page.getByRole('button', { name: '찾기', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('lo********');
  await textbox(page, '이메일').fill('nobody@example.com');
  await page.getByRole('button', { name: '찾기', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('등록되지 않은 이메일입니다.');
  await page.getByRole('button', { name: '닫기' }).click();
  await choose(page, '언어', 'English');
  await page.getByRole('button', { name: 'Forgot ID or password' }).click();
  await page.getByRole('radiogroup', { name: 'What to find' }).getByText('Password').click();
  await textbox(page, 'ID').last().fill('local.user');
  await textbox(page, 'E-mail').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('do not match');
});

test('a password from the command line is changed before anything else; cancelling logs out', async ({ page }) => {
  const { demo } = servers();
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, '../../apps/server/dist/user.js'),
    ...['add', '00000000', 'second.user', '--role', 'SUPER_USER', '--data', demo.dataDir],
  ]);
  const [, password = ''] = /password=(\S+)/.exec(stdout) ?? [];
  const form = { code: '00000000', id: 'second.user', password };
  await page.goto(demo.url);
  await fillLogin(page, form);
  await expect(dialog(page, '비밀번호를 설정해 주세요.')).toBeVisible();
  await page.getByRole('button', { name: '취소' }).click();
  await expect(page.getByRole('heading', { name: '로그인' })).toBeVisible();
  await fillLogin(page, form);
  await textbox(page, '현재 비밀번호').fill(password);
  await setPassword(page, PASSWORD);
  await page.getByRole('button', { name: '변경', exact: true }).click();
  await expect(page.getByRole('heading', { name: '기관', level: 1 })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('on a phone a press on cancel counts, though the field that is left begins to complain', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, 'LOCAL_USER', '/monitoring/agency');
  await openProfile(page);
  await page.getByRole('button', { name: '비밀번호 변경' }).click();
  await textbox(page, '현재 비밀번호').focus();
  await page.getByRole('button', { name: '취소' }).click();
  await expect(dialog(page, '비밀번호 변경')).toHaveCount(0);
});
