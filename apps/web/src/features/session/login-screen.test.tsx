// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage, forgetChosenLanguage, readChosenLanguage } from '../../lib/i18n/i18n.ts';
import { readLoginHint, writeLoginHint } from '../../lib/session/session-storage.ts';
import { endSession, sessionStore } from '../../lib/session/session-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { sampleSession } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { type LoginNote, LoginScreen } from './login-screen.tsx';

const WELCOME = { 'GET /api/v1/welcome': () => ({ body: { version: '1', demo_roles: [] } }) };
const show = (note: LoginNote | null = null) => render(<LoginScreen note={note} />);
const isLoggedIn = () => waitFor(() => expect(sessionStore.get()).not.toBeNull());
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: '로그인' }));

function fillIn(): void {
  type(/기관 코드/, ' 00000012 ');
  type(/아이디/, 'desk.kim');
  type(/^비밀번호\s\*/, ' S3cret! ');
}

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await speakInTests('ko');
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

test('a good login is stored and leads on; spaces around code and id are not sent, in the password they are', async () => {
  const sent = fakeApi({ ...WELCOME, 'POST /api/v1/login': () => ({ body: sampleSession() }) });
  show();
  fillIn();
  submit();
  await isLoggedIn();
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    code: '00000012',
    id: 'desk.kim',
    password: ' S3cret! ',
  });
  expect(sessionStorage.getItem('access_token')).toBe('TOKEN');
  expect(JSON.parse(sessionStorage.getItem('login') ?? '{}').code).toBe('00000012');
  expect(localStorage.length).toBe(0);
});

test('stored information comes back without the password, which then has the focus', async () => {
  fakeApi({ ...WELCOME, 'POST /api/v1/login': () => ({ body: sampleSession() }) });
  show();
  fillIn();
  fireEvent.click(screen.getByRole('checkbox', { name: '정보 저장' }));
  submit();
  await isLoggedIn();
  expect(JSON.stringify(localStorage)).not.toContain('S3cret');
  cleanup();
  endSession();
  show();
  expect(screen.getByLabelText<HTMLInputElement>(/기관 코드/).value).toBe('00000012');
  expect(screen.getByLabelText<HTMLInputElement>(/아이디/).value).toBe('desk.kim');
  expect(document.activeElement).toBe(screen.getByLabelText(/^비밀번호\s\*/));
});

test('organization code and id of a password that was just set are filled in until the login', async () => {
  fakeApi({ ...WELCOME, 'POST /api/v1/login': () => ({ body: sampleSession() }) });
  writeLoginHint({ code: '00000012', id: 'desk.kim' });
  show();
  expect(screen.getByLabelText<HTMLInputElement>(/기관 코드/).value).toBe('00000012');
  expect(screen.getByLabelText<HTMLInputElement>(/아이디/).value).toBe('desk.kim');
  const password = screen.getByLabelText<HTMLInputElement>(/^비밀번호\s\*/);
  expect(document.activeElement).toBe(password);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '정보 저장' }).checked).toBe(false);
  type(/^비밀번호\s\*/, 'S3cret!');
  submit();
  await isLoggedIn();
  expect(readLoginHint()).toBeNull();
});

test("the server's sentence is shown, the form is open again, and the focus is where it was", async () => {
  const answer = { code: 'INVALID_PASSWORD', message: '비밀번호가 틀립니다.', errors: {} };
  fakeApi({ ...WELCOME, 'POST /api/v1/login': () => ({ status: 400, body: answer }) });
  show();
  fillIn();
  const password = screen.getByLabelText<HTMLInputElement>(/^비밀번호\s\*/);
  password.focus();
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe('비밀번호가 틀립니다.');
  expect(document.activeElement).toBe(password);
  expect([password.value, password.readOnly]).toEqual([' S3cret! ', false]);
  expect(sessionStore.get()).toBeNull();
});

test('the code of a second factor is asked for after the password, and sent with it', async () => {
  const refuse = (code: string, message: string) => ({ status: 400, body: { code, message, errors: {} } });
  const answers = [
    refuse('SECOND_FACTOR_REQUIRED', '코드를 입력해 주세요.'),
    refuse('INVALID_SECOND_FACTOR', '코드가 틀립니다.'),
    { body: sampleSession() },
  ];
  const sent = fakeApi({ ...WELCOME, 'POST /api/v1/login': () => answers.shift() ?? refuse('INVALID_PASSWORD', '') });
  show();
  fillIn();
  submit();
  const code = await screen.findByLabelText<HTMLInputElement>(/^인증 코드/);
  expect(document.activeElement).toBe(code);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('코드를 입력해 주세요.');
  expect(screen.queryByRole('textbox', { name: /아이디/ })).toBeNull();
  submit();
  expect(await screen.findByText('필수 입력 항목입니다.')).toBeDefined();
  type(/^인증 코드/, '000000');
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe('코드가 틀립니다.');
  expect(document.activeElement).toBe(code);
  fireEvent.click(screen.getByRole('button', { name: /복구 코드로 로그인/ }));
  type(/^복구 코드/, 'abcde-01234');
  submit();
  await isLoggedIn();
  const first = { code: '00000012', id: 'desk.kim', password: ' S3cret! ' };
  expect(sent.flatMap(({ method, body }) => (method === 'POST' ? [body] : []))).toEqual([
    first,
    { ...first, otp: '000000' },
    { ...first, otp: 'abcde-01234' },
  ]);
});

test('from the code back to the first fields, as they were entered', async () => {
  const answer = { code: 'SECOND_FACTOR_REQUIRED', message: '코드를 입력해 주세요.', errors: {} };
  fakeApi({ ...WELCOME, 'POST /api/v1/login': () => ({ status: 400, body: answer }) });
  show();
  fillIn();
  submit();
  fireEvent.click(await screen.findByRole('button', { name: '다른 아이디로 로그인' }));
  const id = screen.getByRole<HTMLInputElement>('textbox', { name: /아이디/ });
  expect([id.value, document.activeElement]).toEqual(['desk.kim', id]);
  expect(screen.queryByLabelText(/^인증 코드/)).toBeNull();
  expect(screen.getByRole('status').textContent).toContain('로그인해 주세요');
});

test('nothing can be changed while it is being sent', async () => {
  const answers: (() => void)[] = [];
  const answer = () =>
    new Promise<{ body: unknown }>((resolve) => {
      answers.push(() => resolve({ body: sampleSession() }));
    });
  fakeApi({ ...WELCOME, 'POST /api/v1/login': answer });
  show();
  fillIn();
  submit();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/아이디/).readOnly).toBe(true));
  submit();
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await isLoggedIn();
  expect(answers).toHaveLength(1);
});

test('empty fields say so, the first has the focus, and nothing is sent', async () => {
  const sent = fakeApi(WELCOME);
  show();
  submit();
  expect(await screen.findAllByText('필수 입력 항목입니다.')).toHaveLength(3);
  expect(document.activeElement).toBe(screen.getByLabelText(/기관 코드/));
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a field complains when it is left, not before', async () => {
  fakeApi(WELCOME);
  show();
  const id = screen.getByLabelText(/아이디/);
  fireEvent.focus(id);
  expect(screen.queryByText('필수 입력 항목입니다.')).toBeNull();
  fireEvent.blur(id);
  expect(await screen.findByText('필수 입력 항목입니다.')).toBeDefined();
});

test('the demo offers a button per role; elsewhere there is none', async () => {
  const sent = fakeApi({
    'GET /api/v1/welcome': () => ({ body: { version: '1', demo_roles: ['SUPER_ADMIN', 'LOCAL_USER'] } }),
    'POST /api/v1/demo/login': () => ({ body: sampleSession() }),
  });
  show();
  fireEvent.click(await screen.findByRole('button', { name: '기관 사용자' }));
  await isLoggedIn();
  expect(sent.at(-1)).toMatchObject({ url: '/api/v1/demo/login', body: { authority: 'LOCAL_USER' } });
  cleanup();
  fakeApi(WELCOME);
  show();
  await waitFor(() => expect(screen.queryByText('데모로 둘러보기')).toBeNull());
});

test('Caps Lock is noticed', () => {
  fakeApi(WELCOME);
  show();
  fireEvent.keyUp(screen.getByLabelText(/^비밀번호\s\*/), { key: 'A', modifierCapsLock: true });
  expect(screen.getByText('Caps Lock이 켜져 있습니다')).toBeDefined();
});

test('shows a malformed code or id at its field, focuses the first, and sends nothing', async () => {
  const sent = fakeApi(WELCOME);
  show();
  fillIn();
  type(/기관 코드/, '1234');
  type(/아이디/, '한글');
  submit();
  expect(await screen.findByText('기관 코드는 숫자 8자리로 입력해 주세요.')).toBeDefined();
  expect(screen.getByText(/아이디는 영문, 숫자/)).toBeDefined();
  const code = screen.getByLabelText(/기관 코드/);
  expect(document.activeElement).toBe(code);
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  type(/기관 코드/, '00000012');
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('false'));
});

test('a field that is left for a button has time to be filled in', () => {
  fakeApi(WELCOME);
  show();
  const forgot = screen.getByRole('button', { name: /찾기/ });
  fireEvent.blur(screen.getByLabelText(/아이디/), { relatedTarget: forgot });
  expect(screen.queryByText('필수 입력 항목입니다.')).toBeNull();
});

test('shows why the session ended', () => {
  fakeApi(WELCOME);
  show('LOGGED_OUT');
  expect(screen.getByRole('status').textContent).toBe('로그아웃했습니다.');
  cleanup();
  show('EXPIRED');
  expect(screen.getByRole('status').textContent).toContain('인증이 만료');
});

test('saves a switched language for the user who logs in, but not in the demo', async () => {
  const change = 'PUT /api/v1/users/me/language';
  const sent = fakeApi({
    'GET /api/v1/welcome': () => ({ body: { version: '1', demo_roles: ['LOCAL_USER'] } }),
    'POST /api/v1/demo/login': () => ({ body: sampleSession() }),
    'POST /api/v1/login': () => ({ body: sampleSession() }),
    [change]: () => ({ body: { ...sampleSession({ language: 'en' }).user } }),
  });
  await chooseLanguage('en');
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Local user' }));
  await isLoggedIn();
  cleanup();
  endSession();
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
  show();
  type(/Organization code/, '00000012');
  type(/^ID/, 'desk.kim');
  type(/^Password\s\*/, 'S3cret!');
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(sessionStore.get()?.user.language).toBe('en'));
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ language: 'en' });
  forgetChosenLanguage();
});

test('the people of the demo speak the language in which they were chosen', async () => {
  fakeApi({
    'GET /api/v1/welcome': () => ({ body: { version: '1', demo_roles: ['LOCAL_USER'] } }),
    'POST /api/v1/demo/login': () => ({ body: sampleSession({ language: 'ko' }) }),
  });
  await speakInTests('en');
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Local user' }));
  await isLoggedIn();
  expect(readChosenLanguage()).toBe('en');
  forgetChosenLanguage();
  await speakInTests('ko');
});
