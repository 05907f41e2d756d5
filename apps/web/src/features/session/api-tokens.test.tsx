// @vitest-environment jsdom
import type { ApiToken } from '@airdeck/contract/user/api-token';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/api/query-client.ts';
import { beginSession } from '../../lib/session/session-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { sampleSession, sampleUser } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { Snackbars } from '../../ui/snackbars.tsx';
import { ApiTokens } from './api-tokens.tsx';

const aToken = (id: number, over: Partial<ApiToken> = {}): ApiToken => ({
  ...{ id, name: `Token ${id}`, access: 'READ', user_id: 5, user_login: 'desk.kim', organization_name: 'Hanbit' },
  ...{ expires_time: '2999-01-01T00:00:00Z', last_used_time: null, last_used_ip: null },
  ...over,
});

let tokens: ApiToken[];

const show = async (answers: Parameters<typeof fakeApi>[0] = {}, language: 'ko' | 'en' = 'en') => {
  await speakInTests(language);
  const sent = fakeApi({
    'GET /api/v1/api-tokens': () => ({ body: { content: tokens } }),
    'POST /api/v1/api-tokens': () => ({ body: { token: 'airdeck_SECRET' } }),
    'DELETE /api/v1/api-tokens/2': () => ({ body: {} }),
    ...answers,
  });
  const user = sampleUser({ authority: 'LOCAL_ADMIN' });
  render(
    <QueryClientProvider client={queryClient}>
      <Snackbars>
        <ApiTokens user={user} />
      </Snackbars>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: language === 'en' ? 'Manage API tokens' : 'API 토큰 관리' }));
  expect(await screen.findAllByRole('listitem')).toHaveLength(tokens.length);
  return () => sent.filter(({ method }) => method !== 'GET');
};

beforeEach(() => {
  beginSession(sampleSession({ authority: 'LOCAL_ADMIN' }));
  tokens = [
    aToken(1),
    aToken(2, { access: 'WRITE', last_used_time: '2026-03-01T00:00:00Z', last_used_ip: '10.0.0.7' }),
  ];
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a role without the right sees nothing of tokens', async () => {
  await speakInTests('en');
  const { container } = render(<ApiTokens user={sampleUser({ authority: 'LOCAL_USER' })} />);
  expect(container.textContent).toBe('');
});

test('a new token is shown once, until it is closed by a decision', async () => {
  const changes = await show();
  fireEvent.change(screen.getByRole('textbox', { name: /^Name/ }), { target: { value: 'Sync' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
  const made = await screen.findByRole('alertdialog', { name: 'New token: Sync' });
  expect(within(made).getByText('airdeck_SECRET')).toBeDefined();
  expect(changes()).toEqual([
    { method: 'POST', url: '/api/v1/api-tokens', body: { name: 'Sync', access: 'READ', days: 90 } },
  ]);
  fireEvent.keyDown(made, { key: 'Escape' });
  expect(screen.getByText('airdeck_SECRET')).toBeDefined();
  fireEvent.click(within(made).getByRole('button', { name: 'I have stored it' }));
  await waitFor(() => expect(screen.queryByText('airdeck_SECRET')).toBeNull());
});

test('a name that exists is reported at its field', async () => {
  await show({
    'POST /api/v1/api-tokens': () => ({
      status: 409,
      body: { code: 'DUPLICATION_NAME', message: 'There is one.', errors: { name: 'DUPLICATE' } },
    }),
  });
  const name = screen.getByRole('textbox', { name: /^Name/ });
  fireEvent.change(name, { target: { value: 'Token 1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
});

test('tokens show their access, last use and owner, and are revoked after a question', async () => {
  tokens = [...tokens, aToken(3, { user_id: 9, user_login: 'lee', expires_time: '2020-01-01T00:00:00Z' })];
  const changes = await show();
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Token 1Read only.*never/),
    expect.stringMatching(/Token 2Read and write.*\(10\.0\.0\.7\)/),
    expect.stringMatching(/Token 3.*lee, Hanbit.*Expired/),
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Token 2' }));
  const question = await screen.findByRole('alertdialog', { name: 'Revoke Token 2' });
  expect(changes()).toEqual([]);
  tokens = tokens.filter(({ id }) => id !== 2);
  fireEvent.click(within(question).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Token 2' })).toBeNull());
  expect(changes()).toEqual([{ method: 'DELETE', url: '/api/v1/api-tokens/2', body: undefined }]);
});

test('many tokens are searched, by the login of their owner too', async () => {
  tokens = Array.from({ length: 11 }, (_, n) => aToken(n + 1, n === 10 ? { user_id: 9, user_login: 'lee' } : {}));
  await show({}, 'ko');
  fireEvent.change(await screen.findByRole('textbox', { name: '이름, 아이디, 기관으로 찾기' }), {
    target: { value: 'LEE' },
  });
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Token 11 폐기' })).toBeDefined();
});

test('who has 20 tokens revokes one before creating another', async () => {
  tokens = Array.from({ length: 20 }, (_, n) => aToken(n + 1));
  await show();
  expect(screen.queryByRole('button', { name: 'Create token' })).toBeNull();
  expect(screen.getByText(/You have 20 tokens/)).toBeDefined();
});
