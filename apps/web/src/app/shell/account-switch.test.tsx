// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/api/query-client.ts';
import { beginSession, endSession, sessionStore } from '../../lib/session/session-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { sampleSession } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { AccountSwitch } from './account-switch.tsx';

const clinic = {
  ...{ id: 8, login: 'kim', name: '김하늘', authority: 'LOCAL_ADMIN', organization_name: '가온병원' },
  ...{ organization_name_en: null, organization_code: '00000021' },
};
const show = (accounts: object[]) => {
  const sent = fakeApi({
    'GET /api/v1/linked-accounts': () => ({ body: { content: accounts } }),
    'POST /api/v1/linked-accounts/8/session': () => ({
      body: { ...sampleSession({ id: 8, organization_name: '가온병원' }), access_token: 'OTHER' },
    }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <AccountSwitch />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return sent;
};

beforeEach(async () => {
  await speakInTests('ko');
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

test('continues as the account of the chosen organization', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  show([clinic]);
  fireEvent.click(await screen.findByRole('button', { name: '기관 바꾸기: 지금은 한빛초등학교' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /가온병원/ }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  expect(sessionStore.get()?.user.id).toBe(8);
  expect(sessionStorage.getItem('access_token')).toBe('OTHER');
});

test('is not there for a person with one account', async () => {
  const sent = show([]);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
});
