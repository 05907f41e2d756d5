// @vitest-environment jsdom
import type { Report } from '@airdeck/contract/report/report';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
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
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { sampleMeter } from '../testing/sample-meter.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { ReportsScreen } from './reports-screen.tsx';

const API = 'api/v1/reports';
const job: Report = {
  ...{
    id: 9,
    kind: 'MONTHLY',
    organization_name: '한빛초등학교',
    office_id: 3,
    office_name: '본관',
    period: '2026-10',
  },
  ...{ report_language: 'ko', state: 'RUNNING', progress: 60, reason: null, scheduled: true },
  ...{
    requested_time: '2026-11-01T00:00:00.000Z',
    ended_time: null,
    files: [],
    mails: { sent: 1, waiting: 0, failed: 2 },
  },
};
const form = {
  entries: { address: '', head: '', measured_by: '', registration: '', measured_on: null, equipment: [], results: [] },
  ...{ facility_kind: 'LIBRARY', coverage: 'COVERED', limits: [], season: { from: '2026-01-01', to: '2026-06-30' } },
  ...{ kept_until: '2036-12-31', readings_days: 1095 },
};

function show(search: string, routes: Parameters<typeof fakeApi>[0] = {}) {
  const sent = fakeApi({
    'GET /api/v1/history/choices': () => ({
      body: { meters: [sampleMeter({ id: 1, office_id: 3, office_name: '본관' })] },
    }),
    [`GET /${API}/monthly`]: () => ({ body: sampleReport() }),
    [`GET /${API}/yearly/form`]: () => ({ body: form }),
    [`GET /${API}`]: () => ({ body: { reports: [job] } }),
    [`POST /${API}/monthly`]: () => ({ body: job }),
    [`POST /${API}/yearly`]: () => ({ body: job }),
    [`POST /${API}/9/cancel`]: () => ({ body: { ...job, state: 'CANCELED' } }),
    ...routes,
  });
  const root = createRootRoute({ component: Outlet });
  const paths = ['/current/current/reports', '/current/current/instrumenta'];
  const children = paths.map((path, i) =>
    createRoute({ getParentRoute: () => root, path, component: i === 0 ? ReportsScreen : () => <p>graph</p> }),
  );
  const router = createRouter({
    routeTree: root.addChildren(children),
    history: createMemoryHistory({ initialEntries: [`${paths[0]}?${search}`] }),
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SnackbarProvider>
        <RouterProvider router={router} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return { sent, router };
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const bodyOf = (sent: readonly { url: string; method: string; body?: unknown }[], path: string) =>
  sent.find(({ method, url }) => method === 'POST' && url.endsWith(path))?.body;

beforeEach(async () => {
  await speakInTests('ko');
  beginSession(sampleSession({ authority: 'LOCAL_ADMIN' }));
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

it('offers the offices that a person reaches as wholes', async () => {
  const places = { organization_ids: [], office_ids: [3], department_ids: [40] };
  beginSession(sampleSession({ authority: 'LOCAL_ADMIN', assigned: places }));
  const meters = [sampleMeter({ id: 2, office_id: 4, office_name: '별관' }), sampleMeter({ id: 1, office_id: 3 })];
  const { sent } = show('month=2026-10', { 'GET /api/v1/history/choices': () => ({ body: { meters } }) });
  await card('본관 실내공기질 월간 보고서');
  expect(sent.filter(({ url }) => url.includes('/monthly')).map(({ url }) => url)).toEqual([
    expect.stringContaining('officeId=3'),
  ]);
});

describe('a manager who reads only the first card', () => {
  it('learns the verdict, three numbers and what to do', async () => {
    show('month=2026-10');
    const first = await card('본관 실내공기질 월간 보고서');
    expect(first.getByText('조치 필요')).toBeTruthy();
    expect(first.getByText('2026년 10월 공기는 기준을 자주 넘었습니다. 조치가 필요합니다.')).toBeTruthy();
    // A share below 1 is not rounded to 100 %.
    expect(first.getByText('99.9 %')).toBeTruthy();
    expect(first.getByText('지난달 52 (나빠짐)')).toBeTruthy();
    const toDo = within(first.getByRole('list')).getAllByRole('listitem');
    expect(toDo.map(({ textContent }) => textContent)).toEqual([
      '2학년 3반: 화요일 14시에 이산화탄소 높음. 그 시간 전부터 환기하세요.',
      '측정기 1대 방문 점검',
      '공기청정기 1대 필터 교체 준비',
    ]);
  });

  it('sees no empty tables when nothing was received', async () => {
    const nothing = { types: [], rooms: [], days: [], visits: [], verdict: 'NO_DATA' };
    show('month=2026-10', { [`GET /${API}/monthly`]: () => ({ body: { ...sampleReport(), ...nothing } }) });
    const first = await card('본관 실내공기질 월간 보고서');
    expect(first.getByText('판정 불가')).toBeTruthy();
    expect(screen.queryByRole('region', { name: '달력' })).toBeNull();
    for (const table of screen.queryAllByRole('table'))
      expect(within(table).getAllByRole('row').length).toBeGreaterThan(1);
  });

  it('has the air changes of each room, the slowest first, and why a room has none', async () => {
    show('month=2026-10');
    const rooms = await card('방별 환기 횟수');
    const texts = (role: string) => rooms.getAllByRole(role).map(({ textContent }) => textContent?.trim());
    expect(texts('row').slice(1)).toEqual(['2학년 3반0.40.3~0.614', '음악실1.10.9~1.49']);
    expect(texts('listitem')).toEqual(['퇴실 때 CO₂가 낮아 계산할 수 없음: 급식실', 'CO₂ 센서가 없음: 창고']);
  });

  it('is led from a day to the graph of the office', async () => {
    const { router } = show('month=2026-10');
    const calendar = await card('달력');
    fireEvent.click(calendar.getByRole('button', { name: /2026년 10월 2일 금요일, 88, 나쁨, 수신율 40 %/ }));
    await screen.findByText('graph');
    expect(router.state.location.search).toMatchObject({
      office: 3,
      level: 'office',
      from: '2026-10-02',
      view: 'graph',
    });
  });
});

describe('requested reports', () => {
  it('are requested in a language, show their progress and mails, and can be canceled', async () => {
    const { sent } = show('month=2026-10');
    fireEvent.click(await screen.findByRole('button', { name: 'PDF 만들기' }));
    await waitFor(() =>
      expect(bodyOf(sent, '/reports/monthly')).toEqual({ office_id: 3, month: '2026-10', report_language: 'ko' }),
    );
    const jobs = await card('요청한 보고서');
    expect(jobs.getByText(/작성 중 60 %/)).toBeTruthy();
    expect(jobs.getByText('메일 1통 보냄 · 2통 실패')).toBeTruthy();
    fireEvent.click(jobs.getByRole('button', { name: '취소' }));
    await waitFor(() => expect(sent.some(({ url }) => url.endsWith('/reports/9/cancel'))).toBe(true));
  });

  it('are not offered to who may only read', async () => {
    beginSession(sampleSession({ authority: 'LOCAL_USER' }));
    show('month=2026-10');
    const jobs = await card('요청한 보고서');
    await jobs.findByText(/작성 중/);
    expect(screen.queryByRole('button', { name: 'PDF 만들기' })).toBeNull();
    expect(jobs.queryByRole('button', { name: '취소' })).toBeNull();
  });
});

describe('the yearly sheet', () => {
  it('shows the season and the deadlines, and sends what was entered', async () => {
    const { sent } = show('kind=YEARLY&year=2026');
    const deadlines = await card('기한');
    expect(deadlines.getByText('측정 시기: 2026-01-01 ~ 2026-06-30')).toBeTruthy();
    const entries = await card('직접 입력');
    fireEvent.click(entries.getByRole('button', { name: '측정 결과 추가' }));
    fireEvent.click(entries.getByRole('button', { name: 'PDF·Excel 만들기' }));
    // The place and the mean are missing.
    expect(entries.getAllByText('필수 입력 항목입니다.').length).toBe(2);
    expect(document.activeElement).toBe(entries.getByLabelText(/^측정 지점/));
    expect(bodyOf(sent, '/reports/yearly')).toBeUndefined();
    fireEvent.change(entries.getByLabelText(/^측정 지점/), { target: { value: '1층 열람실' } });
    fireEvent.change(entries.getByLabelText(/^평균/), { target: { value: '41.5' } });
    fireEvent.click(entries.getByRole('button', { name: 'PDF·Excel 만들기' }));
    await waitFor(() =>
      expect(bodyOf(sent, '/reports/yearly')).toMatchObject({
        office_id: 3,
        year: 2026,
        entries: { results: [{ quantity: 'PM10', place: '1층 열람실', times: 1, lowest: null, mean: 41.5 }] },
      }),
    );
  });
});
