// @vitest-environment jsdom
import type { AppliedRule, ComplianceAnswer, CompliancePlace, RuleVerdict } from '@airdeck/contract/limit/compliance';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { parseSearch, stringifySearch } from '../../../lib/url/search-text.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { ComplianceScreen } from './compliance-screen.tsx';
import { daysOfPeriod, wrongDays } from './periods.ts';

configure({ defaultHidden: true });

const ADDRESS = '/current/current/compliance';
const COMPLIANCE = 'GET /api/v1/history/compliance';

const RULE: AppliedRule = {
  ...{ code: 'R', type: 'PM2.5', value: 40, unit: 'µg/m³', direction: 'AT_MOST', basis: 'ABSOLUTE', averaging: 'DAY' },
  ...{ statistic: { kind: 'EACH' }, hours: 'ALL', min_completeness: 0.75, level: null, recommended: false },
  ...{ valid_from: '2026-01-01', valid_to: null, draft: true, certainty: 'SECONDARY' },
  ...{ averaging_certainty: 'SECONDARY', source: 'press', checked_on: '2026-11-26' },
};

const verdictOf = (given: Partial<RuleVerdict>): RuleVerdict => ({
  ...{ rule: 'R', verdict: 'MET', expected: 30, valid: 30, complied: 30, completeness: 1, share_of_valid: 1 },
  ...{ share_of_all: 1, worst: null, outdoors_assumed: false },
  meters: { MET: 1, EXCEEDED: 0, NOT_ENOUGH_DATA: 0, NOT_APPLICABLE: 0 },
  ...given,
});

const placeOf = (id: number, name: string, verdict: RuleVerdict): CompliancePlace => ({
  ...{ level: 'department', place_id: id, organization_name: '시립도서관', office_name: '본관', department_name: name },
  ...{ meter_name: null, time_zone: 'Asia/Seoul', facility_kind: 'LIBRARY', hours_known: true },
  ...{ verdict: verdict.verdict, verdicts: [verdict] },
});

const ANSWER: ComplianceAnswer = {
  pack: { code: 'KR_INDOOR_AIR', name: null, kind: 'LAW', authority: '별표 2', rules: 9, drafts: 1 },
  rules: [RULE],
  places: [
    placeOf(1, '로비', verdictOf({})),
    placeOf(
      2,
      '열람실',
      verdictOf({
        ...{ verdict: 'EXCEEDED', complied: 27, share_of_valid: 0.9, share_of_all: 0.9 },
        worst: {
          ...{ start: '2026-03-01T15:00:00Z', end: '2026-03-02T15:00:00Z', value: 45, limit: 40, reading: false },
          ...{ meter_id: 7, meter_name: '창가' },
        },
      }),
    ),
  ],
};

const show = (search = '') => {
  const root = createRootRoute({ component: Outlet });
  const route = createRoute({ getParentRoute: () => root, path: ADDRESS, component: ComplianceScreen });
  const router = createRouter({
    routeTree: root.addChildren([route]),
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

const answering = (compliance: { status?: number; body: unknown }) =>
  fakeApi({
    [COMPLIANCE]: () => compliance,
    'GET /api/v1/history/limit-packs': () => ({ body: { packs: [ANSWER.pack] } }),
    'GET /api/v1/history/choices': () => ({ body: { meters: [] } }),
    'GET /api/v1/saved-views': () => ({ body: { views: [] } }),
  });

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

it('shows the worst place first, its verdict, and a link to the graph of the worst day', async () => {
  answering({ body: ANSWER });
  show();
  const [first, second] = await screen.findAllByRole('article');
  expect([first, second].map((each) => within(each as HTMLElement).getByRole('heading').textContent)).toEqual([
    '열람실',
    '로비',
  ]);
  expect(within(first as HTMLElement).getByText('PM2.5 ≤ 40 µg/m³ 지킨 비율 90.0 %')).toBeDefined();
  const row = within(within(first as HTMLElement).getAllByRole('row')[1] as HTMLElement);
  expect(row.getByRole('rowheader').textContent).toContain('PM2.5 ≤ 40 µg/m³');
  expect(row.getByText('확인 필요')).toBeDefined();
  expect(row.getByText('초과')).toBeDefined();
  expect(row.getAllByText('90.0 %')).toHaveLength(2);
  const link = row.getByRole('link', { name: '열람실, PM2.5 ≤ 40 µg/m³: 그때의 그래프' });
  expect(link.getAttribute('href')).toContain('/current/current/instrument?');
  expect(link.getAttribute('href')).toMatch(/from=2026-03-02.*to=2026-03-02|to=2026-03-02.*from=2026-03-02/);
  expect(screen.getByText(/규칙 1개는 아직 확인하지 못했습니다/)).toBeDefined();
});

it('says that there is no place to judge', async () => {
  answering({ body: { ...ANSWER, rules: [], places: [] } });
  show();
  expect(await screen.findByText('판정할 장소가 없습니다')).toBeDefined();
});

it('says what to do when the limits are for facilities of other kinds', async () => {
  const none = { verdict: 'NOT_APPLICABLE', verdicts: [] } as const;
  answering({ body: { ...ANSWER, places: ANSWER.places.map((place) => ({ ...place, ...none })) } });
  show();
  expect(await screen.findByText(/다른 종류의 시설에 적용되는 기준이거나/)).toBeDefined();
});

it('shows a failure with a button that asks again', async () => {
  const sent = answering({ status: 500, body: { code: 'INTERNAL_SERVER_ERROR', message: '문제', errors: {} } });
  show();
  const asked = () => sent.filter(({ url }) => url.startsWith('/api/v1/history/compliance')).length;
  fireEvent.click(await screen.findByRole('button', { name: '다시 시도' }));
  await vi.waitFor(() => expect(asked()).toBe(2));
});

it('does not ask about days that are wrong, and says so', async () => {
  const sent = answering({ body: ANSWER });
  show('?period=free&from=2026-03-02&to=2026-03-01');
  expect(await screen.findByText('종료일이 시작일보다 빠릅니다.')).toBeDefined();
  expect(sent.some(({ url }) => url.startsWith('/api/v1/history/compliance'))).toBe(false);
});

describe('periods', () => {
  it.each([
    ['days30', '2026-02-02', '2026-03-03'],
    ['month', '2026-03-01', '2026-03-03'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
    ['year', '2025-03-04', '2026-03-03'],
    ['lastYear', '2025-01-01', '2025-12-31'],
    ['free', '2026-01-05', '2026-03-03'],
  ] as const)('%s is %s to %s', (period, from, to) => {
    expect(daysOfPeriod(period, '2026-03-03', { from: '2026-01-05' })).toEqual({ from, to });
  });

  it('are asked up to 400 days, and not in the future', () => {
    const today = '2026-03-03';
    expect(wrongDays({ from: '2025-01-28', to: today }, today)).toBe(null);
    expect(wrongDays({ from: '2025-01-27', to: today }, today)).toBe('tooLong');
    expect(wrongDays({ from: '2026-03-04', to: '2026-03-05' }, today)).toBe('future');
    expect(wrongDays({ from: '2026-03-02', to: '2026-03-01' }, today)).toBe('reversed');
    expect(wrongDays({ from: '', to: today }, today)).toBe('unreadable');
  });
});
