// @vitest-environment jsdom
import type { User } from '@airdeck/contract/user/schema';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/api/query-client.ts';
import { beginSession, endSession, sessionStore } from '../../lib/session/session-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { sampleSession, sampleUser } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { Snackbars } from '../../ui/snackbars.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SecureAccount } from './secure-account.tsx';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const CODES = ['00000-11111-22222-33333', 'aaaaa-bbbbb-ccccc-ddddd'];
const OFF = { set_up_time: null, recovery_codes: 0, required: false };
const ON = { set_up_time: '2026-03-01T00:00:00Z', recovery_codes: 10, required: false };

const show = async (children: React.ReactNode, state: object, user: Partial<User> = {}, answers = {}) => {
  await speakInTests('en');
  beginSession(sampleSession(user));
  const sent = fakeApi({
    'GET /api/v1/second-factor': () => ({ body: state }),
    'GET /api/v1/users/me': () => ({ body: sampleUser({ ...user, second_factor: 'ON' }) }),
    'POST /api/v1/second-factor/start': () => ({
      body: { secret: SECRET, uri: `otpauth://totp/Airdeck:kim?secret=${SECRET}&issuer=Airdeck` },
    }),
    'POST /api/v1/second-factor/confirm': () => ({ body: { recovery_codes: CODES } }),
    'POST /api/v1/second-factor/recovery-codes': () => ({ body: { recovery_codes: CODES } }),
    'POST /api/v1/second-factor/remove': () => ({ body: {} }),
    'POST /api/v1/logout': () => ({ body: {} }),
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Snackbars>{children}</Snackbars>
    </QueryClientProvider>,
  );
  return () => sent.flatMap(({ method, url, body }) => (method === 'GET' ? [] : [{ url: url.slice(7), body }]));
};
const showSection = (state: object, answers = {}) => show(<SecondFactor user={sampleUser()} />, state, {}, answers);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input' }), { target: { value } });

afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

test('is set up with the password, a code of the shown secret, and recovery codes that are closed by a decision', async () => {
  const changes = await showSection(OFF);
  await press('Set up a second factor');
  await type(/^Current password/, 'Secret-1!');
  await press('Next');
  const picture = await screen.findByRole('img', { name: 'QR code for the authenticator app' });
  // Version 6 or so, drawn as squares, with the empty border.
  expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/);
  expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeDefined();
  await type(/^6-digit code/, '123456');
  await press('Confirm');
  const shown = await screen.findByRole('alertdialog', { name: 'Recovery codes' });
  for (const code of CODES) expect(shown.textContent).toContain(code);
  fireEvent.keyDown(shown, { key: 'Escape' });
  expect(screen.getByRole('alertdialog', { name: 'Recovery codes' })).toBeDefined();
  await press('I have stored them');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sessionStore.get()?.user.second_factor).toBe('ON');
  expect(changes()).toEqual([
    { url: '/second-factor/start', body: { password: 'Secret-1!' } },
    { url: '/second-factor/confirm', body: { password: 'Secret-1!', otp: '123456' } },
  ]);
});

test('a wrong code is reported, and the secret stays', async () => {
  await showSection(OFF, {
    'POST /api/v1/second-factor/confirm': () => ({
      status: 400,
      body: { code: 'INVALID_SECOND_FACTOR', message: 'The code is wrong.', errors: {} },
    }),
  });
  await press('Set up a second factor');
  await type(/^Current password/, 'Secret-1!');
  await press('Next');
  await type(/^6-digit code/, '000000');
  await press('Confirm');
  expect(await screen.findByText(/The code is wrong/)).toBeDefined();
  expect(screen.getByRole('img', { name: 'QR code for the authenticator app' })).toBeDefined();
});

test('one that is on is changed with password and code', async () => {
  const changes = await showSection(ON);
  await press('Change authenticator app');
  await type(/^Current password/, 'Secret-1!');
  await press('Next');
  expect(await screen.findByText('This is a required field.')).toBeDefined();
  await type(/^Code or recovery code/, '111111');
  await press('Next');
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeDefined();
  expect(changes()).toEqual([{ url: '/second-factor/start', body: { password: 'Secret-1!', otp: '111111' } }]);
});

test.each([
  ['New recovery codes', '/second-factor/recovery-codes'],
  ['Switch off', '/second-factor/remove'],
])('%s takes password and code', async (name, url) => {
  const changes = await showSection(ON);
  await press(name);
  await type(/^Current password/, 'Secret-1!');
  await type(/^Code or recovery code/, '111111');
  fireEvent.click(within(screen.getByRole('dialog', { name })).getByRole('button', { name }));
  await waitFor(() => expect(changes()).toEqual([{ url, body: { password: 'Secret-1!', otp: '111111' } }]));
});

test('one that the organization requires cannot be switched off, and few codes are pointed out', async () => {
  await showSection({ ...ON, required: true, recovery_codes: 2 });
  expect(await screen.findByText(/cannot be switched off/)).toBeDefined();
  expect(screen.getByText(/Few recovery codes/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Switch off' })).toBeNull();
});

test('one that is required and missing replaces every screen until it is set up', async () => {
  await show(<SecureAccount />, OFF, { second_factor: 'REQUIRED' });
  const dialog = await screen.findByRole('dialog', { name: 'Set up a second factor' });
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(within(dialog).getByText(/Your organization requires/)).toBeDefined();
  await type(/^Current password/, 'Secret-1!');
  await press('Next');
  await type(/^6-digit code/, '123456');
  await press('Confirm');
  await press('I have stored them');
  await waitFor(() => expect(sessionStore.get()?.user.second_factor).toBe('ON'));
});

test('who gives it up is logged out', async () => {
  const changes = await show(<SecureAccount />, OFF, { second_factor: 'REQUIRED' });
  await press('Cancel');
  await waitFor(() => expect(changes()).toEqual([expect.objectContaining({ url: '/logout' })]));
  await waitFor(() => expect(sessionStore.get()).toBeNull());
});
