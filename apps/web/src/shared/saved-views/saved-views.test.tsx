// @vitest-environment jsdom
import type { SavedView } from '@airdeck/contract/saved-view/routes';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/api/query-client.ts';
import { beginSession } from '../../lib/session/session-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { sampleSession } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { Snackbars } from '../../ui/snackbars.tsx';
import { SavedViews } from './saved-views.tsx';

const HERE = '/current/error/liveerror?severity=CRITICAL';
const aView = (id: number, name: string, address: string): SavedView => ({
  ...{ id, name, address },
  created_time: '2026-03-01T00:00:00Z',
});

let views: SavedView[];

const show = async (answers: Parameters<typeof fakeApi>[0] = {}) => {
  const sent = fakeApi({
    'GET /api/v1/saved-views': () => ({ body: { views } }),
    'POST /api/v1/saved-views': () => ({ body: views[0] }),
    'DELETE /api/v1/saved-views/1': () => ({ body: {} }),
    'PUT /api/v1/saved-views/1/name': () => ({ body: views[0] }),
    ...answers,
  });
  const history = createMemoryHistory({ initialEntries: [HERE] });
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <SavedViews title="실시간 장애" />, notFoundComponent: () => null }),
    history,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Snackbars>
        <RouterProvider router={router as never} />
      </Snackbars>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: '저장한 보기' }));
  return { history, changes: () => sent.filter(({ method }) => method !== 'GET') };
};

beforeAll(() => speakInTests('ko'));
beforeEach(() => {
  beginSession(sampleSession());
  views = [aView(1, '치명 장애', HERE), aView(2, '급식실 주간', '/current/current/instrument?from=2026-03-01')];
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('those of this screen come first, and one click opens one', async () => {
  const { history } = await show();
  const here = await screen.findByRole('region', { name: '이 화면' });
  expect(within(here).getByRole('button', { name: '치명 장애' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '급식실 주간' }));
  expect(history.location.href).toBe('/current/current/instrument?from=2026-03-01');
});

test('saves the present view under a name, which the server may refuse', async () => {
  const { changes } = await show({
    'POST /api/v1/saved-views': () => ({
      status: 409,
      body: { code: 'DUPLICATION_NAME', message: '이름이 중복됩니다.', errors: { name: 'DUPLICATE' } },
    }),
  });
  const field = await screen.findByLabelText(/지금 화면 저장/);
  fireEvent.change(field, { target: { value: '  ' } });
  fireEvent.submit(field);
  expect(changes()).toEqual([]);
  fireEvent.change(field, { target: { value: '치명 장애' } });
  fireEvent.submit(field);
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(changes()).toMatchObject([{ method: 'POST', body: { name: '치명 장애', address: HERE } }]);
});

test('one that was deleted is made again by Ctrl+Z', async () => {
  const { changes } = await show();
  fireEvent.click(await screen.findByRole('button', { name: '“치명 장애” 지우기' }));
  await screen.findByRole('button', { name: '되돌리기', hidden: true });
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await screen.findByText('“치명 장애” 보기를 되살렸습니다.');
  expect(changes()).toMatchObject([
    { method: 'DELETE' },
    { method: 'POST', body: { name: '치명 장애', address: HERE } },
  ]);
});

test('another name is given in its place', async () => {
  const { changes } = await show();
  fireEvent.click(await screen.findByRole('button', { name: '“치명 장애” 이름 바꾸기' }));
  const field = screen.getByLabelText(/“치명 장애” 이름 바꾸기/);
  fireEvent.change(field, { target: { value: '아침 점검' } });
  fireEvent.submit(field);
  await screen.findByRole('button', { name: '“치명 장애” 지우기' });
  expect(changes()).toMatchObject([{ method: 'PUT', body: { name: '아침 점검' } }]);
});

test('fifty are as many as there can be', async () => {
  views = Array.from({ length: 50 }, (_, i) => aView(i + 1, `보기 ${i}`, HERE));
  await show();
  expect(await screen.findByText(/50개까지/)).toBeDefined();
});
