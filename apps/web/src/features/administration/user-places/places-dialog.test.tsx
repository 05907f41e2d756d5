// @vitest-environment jsdom
import type { ManagedUser } from '@airdeck/contract/user/schema';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession, sampleUser } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { PlacesDialog } from './places-dialog.tsx';

const TIME = '2026-03-02T00:00:00.000Z';
const user: ManagedUser = {
  ...sampleUser({ id: 9, name: '박서준' }),
  ...{ account_state: 'ACTIVE', last_login_time: null, created_time: TIME, updated_time: TIME, version: 4 },
};
const office = { kind: 'office', id: 30, name: '본관', above: ['한빛초등학교'] };
const department = { id: 300, name: '1학년', organization_name: '한빛초등학교', office_name: '본관' };

const show = (given: object) => {
  const sent = fakeApi({
    'GET /api/v1/users/9/places': () => ({ body: given }),
    'GET /api/v1/departments': () => ({ body: { content: [department], totalElements: 1, totalPages: 1 } }),
    'GET /api/v1/offices': () => ({ body: { content: [], totalElements: 0, totalPages: 0 } }),
    'PUT /api/v1/users/9/places': () => ({ body: {} }),
  });
  const may = { add: true, edit: true, remove: true };
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <PlacesDialog item={user} may={may} onClose={() => undefined} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return sent;
};
const bodyOf = async (sent: ReturnType<typeof show>) => {
  await waitFor(() => expect(sent.some(({ method }) => method === 'PUT')).toBe(true));
  return sent.find(({ method }) => method === 'PUT')?.body;
};
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: '저장' });

beforeEach(async () => {
  await speakInTests('ko');
  beginSession(sampleSession({ authority: 'LOCAL_ADMIN' }));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

test('a user is limited to a department that was searched for; without any place it cannot be saved', async () => {
  const sent = show({ limited: 'N', version: 4, places: [] });
  fireEvent.click(await screen.findByRole('radio', { name: '고른 구역만' }));
  screen.getByText('아직 고른 구역이 없습니다. 아래에서 추가해 주세요.');
  expect(save().disabled).toBe(true);
  const picker = screen.getByRole('combobox', { name: '부서 추가' });
  fireEvent.mouseDown(picker);
  fireEvent.click(await screen.findByRole('option', { name: /1학년/ }));
  screen.getByRole('button', { name: '1학년 빼기' });
  fireEvent.click(save());
  expect(await bodyOf(sent)).toEqual({
    ...{ limited: 'Y', version: 4, organization_ids: [], office_ids: [], department_ids: [300] },
  });
});

test('a place is removed, and a limit is ended', async () => {
  const sent = show({ limited: 'Y', version: 4, places: [office] });
  fireEvent.click(await screen.findByRole('button', { name: '본관 빼기' }));
  expect(save().disabled).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: '기관 전체' }));
  fireEvent.click(save());
  expect(await bodyOf(sent)).toMatchObject({ limited: 'N', office_ids: [] });
});
