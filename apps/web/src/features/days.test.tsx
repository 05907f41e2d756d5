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
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../lib/session/session-store.ts';
import { parseSearch, stringifySearch } from '../lib/url/search-text.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { sampleSession } from '../testing/sample-user.ts';
import { speakInTests } from '../testing/screen-setup.ts';
import { anyDefinition } from './administration/model/definition.ts';
import { AUDIT_TRAIL, LOGIN_HISTORY } from './administration/records/records.ts';
import { ResourceScreen } from './administration/screen/resource-screen.tsx';
import { ErrorHistoryScreen } from './alarm/history/error-history-screen.tsx';
import { ControlHistoryScreen } from './control/history/control-history-screen.tsx';

configure({ defaultHidden: true });

const LOGINS = anyDefinition(LOGIN_HISTORY);
const CHANGES = anyDefinition(AUDIT_TRAIL);

const SCREENS = [
  [
    'login history',
    () => <ResourceScreen definition={LOGINS} />,
    '/login-history',
    ['from', 'to'],
    ['시작일', '종료일'],
  ],
  ['change history', () => <ResourceScreen definition={CHANGES} />, '/audit', ['from', 'to'], ['시작일', '종료일']],
  ['alarm history', ErrorHistoryScreen, '/alarms/history', ['startTime', 'endTime'], ['발생일부터', '발생일까지']],
  ['control history', ControlHistoryScreen, '/control/commands', ['startTime', 'endTime'], ['시작일', '종료일']],
] as const;

const show = (component: () => React.ReactNode, search: string) => {
  const root = createRootRoute({ component: Outlet });
  const list = createRoute({ getParentRoute: () => root, path: '/list', component });
  const router = createRouter({
    routeTree: root.addChildren([list]),
    history: createMemoryHistory({ initialEntries: [`/list${search}`] }),
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

describe.each(SCREENS)('%s', (_, component, path, [from, to], [fromLabel, toLabel]) => {
  const page = { content: [], totalPages: 0, totalElements: 0 };

  it('asks for nothing while a day is wrong; the field says so, and the filters stay', async () => {
    const sent = fakeApi({ [`GET /api/v1${path}`]: () => ({ body: page }) });
    const asked = () => sent.filter(({ url }) => url.includes(`${path}?`)).map(({ url }) => url);
    show(component, `?${from}=2099-01-01&${to}=2026-01-01`);
    expect(await screen.findByText('시작 날짜는 오늘이거나 그 전이어야 합니다.')).toBeDefined();
    expect(screen.getByText('끝 날짜는 시작 날짜와 같거나 뒤여야 합니다.')).toBeDefined();
    expect(screen.getByText('날짜를 고치면 목록이 나타납니다.')).toBeDefined();
    const first = screen.getByLabelText(fromLabel, { exact: true });
    fireEvent.change(first, { target: { value: '2025-12-31' } });
    fireEvent.blur(first);
    await vi.waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]).toContain('2025-12-31');
    expect(await screen.findByLabelText(toLabel, { exact: true })).toHaveProperty('value', '2026-01-01');
    expect(screen.queryByText('날짜를 고치면 목록이 나타납니다.')).toBeNull();
  });

  it('keeps its filters when the server refuses', async () => {
    fakeApi({
      [`GET /api/v1${path}`]: () => ({ status: 400, body: { code: 'INVALID_PARAMETER', message: '거부', errors: {} } }),
    });
    show(component, `?${from}=2026-01-01&${to}=2026-01-02`);
    expect(await screen.findByText('거부')).toBeDefined();
    expect(screen.getByLabelText(fromLabel, { exact: true })).toHaveProperty('value', '2026-01-01');
  });
});
