// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeSignOn, writeSignOn } from '../../lib/session/session-storage.ts';
import { endSession, sessionStore } from '../../lib/session/session-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { sampleSession } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { LoginScreen } from './login-screen.tsx';

const PROVIDER = { id: 7, name: '교육청 계정으로 로그인', name_en: 'School account', password_login: 'Y' };
const offers = (provider: object | null) => ({
  'GET /api/v1/welcome': () => ({ body: { version: '1', demo_roles: [] } }),
  'GET /api/v1/sign-on': () => ({ body: { provider } }),
});

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

test('without a provider there is no button', async () => {
  const sent = fakeApi(offers(null));
  render(<LoginScreen note={null} />);
  await waitFor(() => expect(sent.some(({ url }) => url.startsWith('/api/v1/sign-on'))).toBe(true));
  expect(screen.queryByText('또는')).toBeNull();
});

test('the button asks for the address at the provider, and keeps the secret for the way back', async () => {
  const url = 'https://login.school.example/auth?state=s';
  const started = { 'POST /api/v1/sign-on/start': () => ({ body: { url, secret: 'SECRET' } }) };
  const sent = fakeApi({ ...offers({ ...PROVIDER, password_login: 'N' }), ...started });
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, search: '?next=%2Fcurrent', assign });
  render(<LoginScreen note={null} />);
  fireEvent.click(await screen.findByRole('button', { name: PROVIDER.name }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(url));
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ id: 7 });
  expect(takeSignOn()).toBe('SECRET');
  expect(takeSignOn()).toBeNull();
  expect(screen.getByText(/비밀번호는 최고 관리자만/)).not.toBeNull();
});

test('the provider is that of a complete organization code', async () => {
  const sent = fakeApi(offers(PROVIDER));
  render(<LoginScreen note={null} />);
  await screen.findByRole('button', { name: PROVIDER.name });
  for (const value of ['1234', '12345678']) {
    fireEvent.change(screen.getByLabelText(/기관 코드/), { target: { value } });
  }
  const asked = () => sent.map(({ url }) => url).filter((url) => url.startsWith('/api/v1/sign-on'));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()[1]).toContain('code=12345678');
});

test('an answer of the provider opens the session', async () => {
  writeSignOn('SECRET', '');
  const sent = fakeApi({ ...offers(PROVIDER), 'POST /api/v1/sign-on/finish': () => ({ body: sampleSession() }) });
  render(<LoginScreen note={null} answer="?code=c&state=s" />);
  await waitFor(() => expect(sessionStore.get()).not.toBeNull());
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ answer: '?code=c&state=s', secret: 'SECRET' });
});

test('a refused one leaves Login open, with the sentence of the server', async () => {
  const refused = { code: 'SSO_STATE', message: '통합 로그인이 만료되었습니다.', errors: {} };
  fakeApi({ ...offers(PROVIDER), 'POST /api/v1/sign-on/finish': () => ({ status: 400, body: refused }) });
  render(<LoginScreen note={null} answer="?code=c&state=s" />);
  expect((await screen.findByRole('alert')).textContent).toBe(refused.message);
  expect(screen.getByRole('button', { name: '로그인' }).getAttribute('aria-disabled')).toBe('false');
  expect(sessionStore.get()).toBeNull();
});
