// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/api/query-client.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { ResetScreen } from './reset-screen.tsx';

const PASSWORD = 'Fresh-Air-77!';
const OWNER = { organization_code: '00000012', login: 'desk.kim' };
const ENDED = { code: 'BAD_CREDENTIALS', message: '링크가 올바르지 않거나 이미 사용되었습니다.', errors: {} };
const onLogin = vi.fn();
const show = (token = 'TOKEN') =>
  render(
    <QueryClientProvider client={queryClient}>
      <ResetScreen token={token} onLogin={onLogin} />
    </QueryClientProvider>,
  );
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(async () => {
  onLogin.mockReset();
  await speakInTests('ko');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('shows whose password is set, and hands organization code and id to Login afterwards', async () => {
  const sent = fakeApi({
    'POST /api/v1/reset/check': () => ({ body: OWNER }),
    'POST /api/v1/reset': () => ({ body: {} }),
  });
  show();
  expect((await screen.findByText('00000012')).tagName).toBe('DD');
  expect(screen.getByText('desk.kim').tagName).toBe('DD');
  type(/^새 비밀번호\s\*/, PASSWORD);
  type(/^새 비밀번호 확인/, PASSWORD);
  press('비밀번호 설정');
  expect((await screen.findByRole('alert')).textContent).toContain('비밀번호를 정했습니다.');
  expect(screen.getByText('desk.kim')).toBeDefined();
  press('로그인으로 가기');
  expect(onLogin.mock.calls).toEqual([[{ code: '00000012', id: 'desk.kim' }]]);
  expect(sent.map(({ url, body }) => [url, body])).toEqual([
    ['/api/v1/reset/check', { token: 'TOKEN' }],
    ['/api/v1/reset', { token: 'TOKEN', new_password: PASSWORD }],
  ]);
});

test('a link that has ended says so when it is opened, without a form', async () => {
  fakeApi({ 'POST /api/v1/reset/check': () => ({ status: 400, body: ENDED }) });
  show();
  expect((await screen.findByRole('alert')).textContent).toContain(ENDED.message);
  expect(screen.queryByLabelText(/새 비밀번호/)).toBeNull();
  press('로그인으로 가기');
  expect(onLogin.mock.calls).toEqual([[null]]);
});

test('a check that fails for another reason can be repeated', async () => {
  const answers = [
    { status: 500, body: { code: 'INTERNAL_SERVER_ERROR', message: '잠시 뒤', errors: {} } },
    { body: OWNER },
  ];
  fakeApi({ 'POST /api/v1/reset/check': () => answers.shift() ?? { body: OWNER } });
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('잠시 뒤');
  press('다시 시도');
  expect(await screen.findByText('desk.kim')).toBeDefined();
});

test('a link without a token sends nothing', () => {
  const sent = fakeApi({});
  show('');
  expect(screen.getByRole('alert').textContent).toContain('링크가 완전하지 않습니다.');
  expect(sent).toEqual([]);
});
