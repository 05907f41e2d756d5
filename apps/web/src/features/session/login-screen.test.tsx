// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession } from '../../lib/session/session-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { sampleSession } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { LoginScreen } from './login-screen.tsx';

const WELCOME = { 'GET /api/v1/welcome': () => ({ body: { version: '1', demo_roles: [] } }) };
const onLoggedIn = vi.fn();

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LoginScreen onLoggedIn={onLoggedIn} />
    </QueryClientProvider>,
  );
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
  onLoggedIn.mockReset();
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
  await waitFor(() => expect(onLoggedIn).toHaveBeenCalledOnce());
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
  await waitFor(() => expect(onLoggedIn).toHaveBeenCalledOnce());
  expect(JSON.stringify(localStorage)).not.toContain('S3cret');
  cleanup();
  endSession();
  show();
  expect(screen.getByLabelText<HTMLInputElement>(/기관 코드/).value).toBe('00000012');
  expect(screen.getByLabelText<HTMLInputElement>(/아이디/).value).toBe('desk.kim');
  expect(document.activeElement).toBe(screen.getByLabelText(/^비밀번호\s\*/));
});

test("the server's sentence is shown, and the form is open again", async () => {
  const answer = { code: 'INVALID_PASSWORD', message: '비밀번호가 틀립니다.', errors: {} };
  fakeApi({ ...WELCOME, 'POST /api/v1/login': () => ({ status: 400, body: answer }) });
  show();
  fillIn();
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe('비밀번호가 틀립니다.');
  expect(screen.getByLabelText<HTMLInputElement>(/아이디/).disabled).toBe(false);
  expect(onLoggedIn).not.toHaveBeenCalled();
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
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/아이디/).disabled).toBe(true));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /로그인/ }).disabled).toBe(true);
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await waitFor(() => expect(onLoggedIn).toHaveBeenCalledOnce());
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
  await waitFor(() => expect(onLoggedIn).toHaveBeenCalledOnce());
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
