// @vitest-environment jsdom
import type { Door } from '@airdeck/contract/door/schema';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { AddedDoor, RenewDoorSecret } from './door-dialogs.tsx';
import { CREDENTIAL, door } from './testing/show-screen.tsx';

const DOOR: Door = door();
const onClose = vi.fn();
const show = (children: React.ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>{children}</SnackbarProvider>
    </QueryClientProvider>,
  );

beforeEach(async () => {
  await speakInTests('en');
  beginSession(sampleSession({ authority: 'LOCAL_ADMIN' }));
  onClose.mockReset();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

test('a new data source shows its settings once, and is closed by its button only', () => {
  show(<AddedDoor item={{ ...DOOR, credential: CREDENTIAL }} onClose={onClose} />);
  const dialog = screen.getByRole('alertdialog', { name: DOOR.name });
  const settings = [...dialog.querySelectorAll('dd')].map(({ textContent }) => textContent);
  expect(settings).toEqual(['localhost', '1883', 'No', 'door-4', 'very-secret', 'application/#']);
  expect(dialog.textContent).toContain('shown only now');
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(within(dialog).getByRole('button', { name: 'I have stored it' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('an HTTP data source shows the whole address with its token', () => {
  const credential = { ...CREDENTIAL, account: null, path: '/api/v1/doors/very-secret' };
  show(<AddedDoor item={{ ...DOOR, kind: 'HTTP', credential }} onClose={onClose} />);
  expect(screen.getByText('http://localhost:3000/api/v1/doors/very-secret')).toBeDefined();
  expect(screen.getByRole('button', { name: /Address \(URL\)/ })).toBeDefined();
});

test('a data source without a secret asks nothing', () => {
  show(<AddedDoor item={{ ...DOOR, kind: 'SITE', credential: null }} onClose={onClose} />);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a secret is renewed after a question, and then shown once', async () => {
  const answers = [
    { status: 429, body: { code: 'TOO_MANY_REQUESTS', message: 'Too many requests.', errors: {}, request_id: 'r-1' } },
    { status: 200, body: { credential: { ...CREDENTIAL, secret: 'another-secret' } } },
  ];
  const sent = fakeApi({
    'POST /api/v1/device-doors/4/secret': () => answers.shift() ?? { status: 404, body: {} },
  });
  show(<RenewDoorSecret item={DOOR} onClose={onClose} />);
  expect(sent).toEqual([]);
  const renew = () => fireEvent.click(screen.getByRole('button', { name: 'Make a new one' }));
  renew();
  expect((await screen.findByRole('alert')).textContent).toContain('r-1');
  renew();
  expect(await screen.findByText('another-secret')).toBeDefined();
  expect(sent).toHaveLength(2);
});
