// @vitest-environment jsdom
import type { AlarmsAnswer } from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { parseSearch, stringifySearch } from '../../../lib/url/search-text.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { at, sampleAlarm } from '../testing/sample-alarm.ts';
import { LiveErrorScreen } from './live-error-screen.tsx';

const ADDRESS = '/current/error/liveerror';
const TIME = new Date(Date.now() - 600_000).toISOString();
const anAlarm = (id: number, over: Partial<Alarm> = {}) => sampleAlarm({ id, ...at(TIME), ...over });

const members = Array.from({ length: 12 }, (_, i) => anAlarm(100 + i, { meter_name: `3${i + 10}호` }));
const air = anAlarm(7, {
  category: 'SENSOR',
  code: 'A001',
  source: 'VALUE',
  severity: 'MAJOR',
  description: '공기질 매우 나쁨',
  description_en: 'Air very bad',
  meter_id: 8,
  sensor_id: 80,
  meter_name: '접수',
  sensor_name: 'CO2 1',
  department_name: '원무과',
  sensor_type: 'CO2',
  value: 1_720,
  bound: 1_500,
  occurrences: 3,
});
const first = members[0] ?? air;
const page = (content: Alarm[], more: Partial<AlarmsAnswer> = {}): AlarmsAnswer => ({
  ...{ content, totalPages: 1, totalElements: content.length, ...more },
});
const pending = (silent = members): AlarmsAnswer =>
  page([first, air], {
    alarms: silent.length + 1,
    groups: [
      { key: -70_000_000_001, count: silent.length, severity: 'CRITICAL', first_time: TIME },
      { key: 5_555, count: 1, severity: 'MAJOR', first_time: TIME },
    ],
  });
const ended = page([anAlarm(50, { ended_time: TIME }), anAlarm(51, { ended_time: TIME, meter_name: '999호' })], {
  alarms: 2,
  groups: [50, 51].map((key) => ({ key, count: 1, severity: 'CRITICAL' as const, first_time: TIME })),
});
const before = page([anAlarm(5, { occurrence_of: 7, cleared_time: TIME, meter_name: '예전 기록' })]);

let silent = members;
let sent: ReturnType<typeof fakeApi>;
const asked = (): URLSearchParams => new URLSearchParams(sent.at(-1)?.url.split('?')[1]);

const show = async ({ language = 'ko', wide = true }: { language?: Language; wide?: boolean } = {}) => {
  await speakInTests(language);
  const ignore = () => undefined;
  vi.stubGlobal('matchMedia', (query: string) => {
    const isPhone = /max-width/.test(query) && !/height/.test(query);
    const matches = wide ? /min-width/.test(query) : isPhone;
    return { matches, addEventListener: ignore, removeEventListener: ignore };
  });
  sent = fakeApi({
    'GET /api/v1/alarms': () => {
      const query = asked();
      if (query.has('groupOf')) return { body: page(query.get('groupOf') === '7' ? [air] : silent) };
      return { body: query.get('state') === 'ENDED' ? ended : pending(silent) };
    },
    'GET /api/v1/alarms/history': () => ({ body: before }),
    'GET /api/v1/alarms/counts': () => ({ body: { open: 13, unknown: 0, counts: {}, places: [] } }),
    'GET /api/v1/alarms/7': () => ({ body: air }),
    'PUT /api/v1/alarms': () => ({ body: { results: members.map(({ id }) => ({ id, code: null })) } }),
  });
  const root = createRootRoute({ component: Outlet });
  const list = createRoute({ getParentRoute: () => root, path: ADDRESS, component: LiveErrorScreen });
  const router = createRouter({
    routeTree: root.addChildren([list]),
    history: createMemoryHistory({ initialEntries: [`${ADDRESS}?startTime=any`] }),
    parseSearch,
    stringifySearch,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterProvider router={router} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return router;
};

const names = (rows: HTMLElement[]) => rows.map((row) => row.textContent);
const tableRows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  silent = members;
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

it('a group is one row, its number and that of the list are the alarms, and it shows them below it', async () => {
  await show();
  expect(await screen.findByText('장애 13건 · 2줄')).toBeDefined();
  expect(names(tableRows())[0]).toContain('측정기 12대');
  const expander = screen.getByRole('button', { name: '3병동 · 측정기 12대: 아래에 12건 보기' });
  expect(expander.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(expander);
  await waitFor(() => expect(tableRows()).toHaveLength(14));
  expect(names(tableRows())[1]).toContain('310호');
  fireEvent.click(screen.getByRole('button', { name: '3병동 · 측정기 12대: 아래에 12건 보기' }));
  expect(tableRows()).toHaveLength(2);
});

it('an alarm that came back says so, and shows its earlier occurrences below it', async () => {
  await show();
  fireEvent.click(await screen.findByRole('button', { name: /^원무과 · 접수 · CO₂.1: 아래에 2건 보기$/ }));
  expect(names(tableRows())[1]).toContain('3번째 발생');
  expect(await screen.findByText('예전 기록')).toBeDefined();
  expect(sent.find(({ url }) => url.includes('occurrenceOf=7'))?.url).toContain('code=A001');
});

it('below an opened group nothing moves while the pointer rests on the list', async () => {
  await show();
  fireEvent.click(await screen.findByRole('button', { name: /아래에 12건 보기/ }));
  await waitFor(() => expect(tableRows()).toHaveLength(14));
  fireEvent.pointerEnter(screen.getByRole('table'), { pointerType: 'mouse' });
  fireEvent.pointerMove(screen.getByRole('table'), { pointerType: 'mouse' });
  silent = [anAlarm(200, { meter_name: '새로 끊긴 방' }), ...members.slice(1)];
  await queryClient.invalidateQueries();
  await waitFor(() => expect(names(tableRows())[1]).toContain('종료되었거나 처리되었습니다'));
  expect(screen.queryByText('새로 끊긴 방')).toBeNull();
  fireEvent.pointerLeave(screen.getByRole('table').closest('section')?.parentElement?.parentElement ?? document.body);
  fireEvent.pointerOut(screen.getByRole('table'), { pointerType: 'mouse', relatedTarget: document.body });
  expect(await screen.findByText('새로 끊긴 방')).toBeDefined();
});

it('a group that is acknowledged is all its alarms', async () => {
  await show();
  fireEvent.click(await screen.findByRole('checkbox', { name: /통신 없음 · 3병동 · 측정기 12대/ }));
  fireEvent.click(screen.getByRole('button', { name: '확인' }));
  const dialog = await screen.findByRole('dialog', { name: '장애 확인' });
  expect(dialog.textContent).toContain('고른 장애 12건');
  fireEvent.click(within(dialog).getByRole('button', { name: '확인' }));
  await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')).toBeDefined());
  expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    action: 'ACKNOWLEDGE',
    ids: members.map(({ id }) => id),
  });
});

it('ended alarms are folded below, and open', async () => {
  await show();
  const fold = await screen.findByRole('button', { name: '종료됨 2건 (해제 전)' });
  expect(screen.queryByText(/999호/)).toBeNull();
  fireEvent.click(fold);
  expect(await screen.findByText(/999호/)).toBeDefined();
});

it.each([
  ['ko', /^공기질 매우 나쁨,\s?3번째 발생,\s?1,720 ppm \(기준 1,500 ppm\)$/, '장애 상세'],
  ['en', /^Air very bad,\s?3rd time,\s?1,720 ppm \(threshold 1,500 ppm\)$/, 'Alarm details'],
] as const)(
  'a row opens its panel and the focus moves there; Escape brings it back: %s',
  async (language, name, panel) => {
    const router = await show({ language });
    const row = await screen.findByRole('button', { name });
    row.focus();
    fireEvent.click(row);
    const aside = await screen.findByRole('complementary', { name: panel });
    await waitFor(() => expect(document.activeElement).toBe(aside));
    expect(router.state.location.search).toMatchObject({ open: '7' });
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('complementary', { name: panel })).toBeNull());
    expect(document.activeElement?.textContent).toMatch(language === 'ko' ? /공기질 매우 나쁨/ : /Air very bad/);
  },
);

it.each([
  [
    'ko',
    [
      /^치명,\s?통신 없음,\s?3병동 · 측정기 12대,\s?1\d분/,
      /^중대,\s?공기질 매우 나쁨,\s?1,720 ppm,\s?원무과 · 접수 · CO₂.1,\s?3번째 · 1\d분/,
    ],
  ],
  [
    'en',
    [
      /^Critical,\s?No communication,\s?3병동 · 12 meters,\s?1\dm/,
      /^Major,\s?Air very bad,\s?1,720 ppm,\s?원무과 · 접수 · CO₂.1,\s?3rd time · 1\dm/,
    ],
  ],
] as const)('a row of a phone says how severe, what, where and since when: %s', async (language, texts) => {
  await show({ language, wide: false });
  const list = await screen.findByRole('list', { name: language === 'ko' ? '실시간 장애' : 'Live alarms' });
  const lines = within(list).getAllByRole('listitem');
  for (const [i, name] of texts.entries()) {
    expect(within(lines[i] ?? list).getByRole('button', { name })).toBeDefined();
  }
  expect(screen.queryByRole('searchbox')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: language === 'ko' ? '조건과 정렬' : 'Filters and order' }));
  expect(screen.getAllByRole('searchbox').length).toBeGreaterThan(0);
});

it('a swipe on a phone asks what its button asks, and a vertical movement nothing', async () => {
  await show({ wide: false });
  const row = await screen.findByText('공기질 매우 나쁨');
  const drag = (to: { clientX: number; clientY: number }) => {
    const finger = { pointerType: 'touch', isPrimary: true, pointerId: 1 };
    fireEvent.pointerDown(row, { ...finger, clientX: 300, clientY: 200 });
    fireEvent.pointerMove(row, { ...finger, ...to });
    fireEvent.pointerMove(row, { ...finger, ...to });
    fireEvent.pointerUp(row, { ...finger, ...to });
  };
  drag({ clientX: 280, clientY: 20 });
  drag({ clientX: 260, clientY: 200 });
  expect(screen.queryByRole('dialog')).toBeNull();
  drag({ clientX: 180, clientY: 205 });
  expect(await screen.findByRole('dialog', { name: '장애 확인' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '취소' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: /^확인: 원무과 · 접수 · CO₂.1$/ }));
  expect(await screen.findByRole('dialog', { name: '장애 확인' })).toBeDefined();
});
