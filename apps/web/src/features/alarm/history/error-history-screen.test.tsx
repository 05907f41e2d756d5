// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { parseSearch, stringifySearch } from '../../../lib/url/search-text.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { ErrorHistoryScreen } from './error-history-screen.tsx';

configure({ defaultHidden: true });

const ADDRESS = '/current/error/history';
const LIST = 'GET /api/v1/alarms/history';

const show = (search = '') => {
  const root = createRootRoute({ component: Outlet });
  const list = createRoute({ getParentRoute: () => root, path: ADDRESS, component: ErrorHistoryScreen });
  const router = createRouter({
    routeTree: root.addChildren([list]),
    history: createMemoryHistory({ initialEntries: [`${ADDRESS}${search}`] }),
    parseSearch,
    stringifySearch,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  render(
    <QueryClientProvider client={client}>
      <SnackbarProvider>
        <RouterProvider router={router} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
};

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  await speakInTests('ko');
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

it('shows a count beyond the limit as a minimum, in the export too', async () => {
  fakeApi({ [LIST]: () => ({ body: { content: [], totalPages: 1, totalElements: 10_000 } }) });
  show();
  expect(await screen.findByText('10,000건 이상')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Excel / CSV' }));
  expect(await screen.findByText('조건에 맞는 10,000건 이상을 모두 내려받습니다.')).toBeDefined();
});

it('an order that is refused leaves the conditions, and a way back to the usual one', async () => {
  const answers = [
    { status: 422, body: { code: 'QUESTION_TOO_BIG', message: '조건을 좁혀 주세요.', errors: {} } },
    { status: 200, body: { content: [], totalPages: 0, totalElements: 0 } },
  ];
  const sent = fakeApi({ [LIST]: () => answers.shift() ?? { status: 500, body: {} } });
  show('?sort=code,ASC');
  fireEvent.click(await screen.findByRole('button', { name: '기본 순서로 보기' }));
  expect(await screen.findByText('이 기간에 발생한 장애가 없습니다.')).toBeDefined();
  expect(sent.filter(({ url }) => url.includes('/alarms/history?')).map(({ url }) => url.includes('sort='))).toEqual([
    true,
    false,
  ]);
});
