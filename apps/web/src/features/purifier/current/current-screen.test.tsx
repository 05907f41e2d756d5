// @vitest-environment jsdom
import type { CurrentPurifier } from '@airdeck/contract/purifier/current';
import type { FilterLifeView, PurifierFilters } from '@airdeck/contract/purifier/filter';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { parseSearch, stringifySearch } from '../../../lib/url/search-text.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { CurrentScreen } from './current-screen.tsx';

configure({ defaultHidden: true });

const NOW = '2026-11-21T14:30:00+09:00';
const API = '/api/v1/purifiers';

const purifier = (changed: Partial<CurrentPurifier> = {}): CurrentPurifier => ({
  ...{ id: 7, name: '공기청정기 1', model: 'Clair 45', meter_id: 3, meter_name: '2반', time_zone: 'Asia/Seoul' },
  ...{ organization_name: '한빛초등학교', office_name: '본관', department_name: '3학년' },
  state: {
    ...{ power: 'ON', control: 'AUTO', run: 'TROUBLE', source: 'REMOTE', fan_speed: 'STOP', fan_direction: null },
    ...{ ventilation: null, uv: true, anion: null, light: null, fans: [false], reserved_start: '0800' },
    ...{ reserved_end: '1830', filter_period_h: 4380, filter_use_h: [4500] },
  },
  ...{
    work_mode: 'TROUBLE',
    since: '2026-11-21T14:10:00+09:00',
    since_longer: false,
    collected_time: NOW,
    stale: false,
  },
  controlled_by: { by: 'DEVICE', name: null, until: null },
  ...{ filter_level: 'EXPIRED', filter_days_left: -10.4 },
  ...changed,
});
const answer = (content: CurrentPurifier[]) => ({
  body: {
    ...{ content, totalElements: content.length, totalPages: 1 },
    activities: { BLOWING: 1, IDLE: 0, OFF: 0, TROUBLE: 1, SILENT: 0 },
    controllers: { AUTO_MODE: 0, DEVICE: 1, TIMETABLE: 0, PERSON: 1, ON_SITE: 0, UNKNOWN: 0 },
  },
});
const life: FilterLifeView = {
  ...{ number: 1, used_h: 4500, period_h: 4380, level: 'EXPIRED', hours_per_day: 11.5, days_left: -10.4 },
  ...{ due_day: '2026-11-11', replaced: null },
};
const filters: PurifierFilters = { purifier_id: 7, time_zone: 'Asia/Seoul', filters: [life] };
const noEffect = { purifier_id: 7, time_zone: 'Asia/Seoul', changes: 0, estimates: 0, air_changes: null };

const show = (query = '') => {
  const root = createRootRoute();
  const path = '/current/current/currentair';
  const route = createRoute({ getParentRoute: () => root, path, component: CurrentScreen });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [`${path}${query}`] }),
    ...{ parseSearch, stringifySearch },
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

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] });
  await speakInTests('ko');
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows at once which purifiers are in trouble, for how long, and whose filters are old', async () => {
  fakeApi({ [`GET ${API}/current`]: () => answer([purifier(), purifier({ id: 8, name: '공기청정기 2' })]) });
  show();
  await screen.findByText('2대 가운데 1대 송풍 중');
  expect(screen.getAllByText('20분')).toHaveLength(2);
  expect(screen.getAllByText('교체 시기 10일 지남')).toHaveLength(2);
  expect(screen.getByRole('button', { name: '고장 1' })).toBeDefined();
});

it('narrows to a state by one press, and says that nothing matches', async () => {
  const answers = [answer([purifier()])];
  const sent = fakeApi({ [`GET ${API}/current`]: () => answers.pop() ?? answer([]) });
  const router = show();
  fireEvent.click(await screen.findByRole('button', { name: '고장 1' }));
  await screen.findByText('조건에 맞는 공기청정기가 없습니다');
  expect(router.state.location.searchStr).toBe('?state=TROUBLE');
  expect(sent.some(({ url }) => url.includes('activity=TROUBLE'))).toBe(true);
});

it('says what each purifier does and what controls it, and narrows to one controller', async () => {
  const kim = { by: 'PERSON', name: 'kim', until: '2026-11-21T15:30:00+09:00' } as const;
  const state = purifier().state && { ...purifier().state, run: 'WORK', fan_speed: 'WEAK', fans: [true] };
  const sent = fakeApi({
    [`GET ${API}/current`]: () =>
      answer([purifier({ controlled_by: kim, state: state as CurrentPurifier['state'] }), purifier({ id: 8 })]),
  });
  const router = show();
  await screen.findByText('kim 님이 조작 · 15:30까지');
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => /송풍 중|고장/.exec(row.textContent)?.[0])).toEqual(['송풍 중', '고장']);
  const counts = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(counts('동작')).toEqual(['전체 2', '고장 1', '송풍 중 1']);
  expect(counts('제어 주체')).toEqual(['전체 2', '기기 자동 1', '사람 1']);
  fireEvent.click(screen.getByRole('button', { name: '사람 1' }));
  await waitFor(() => expect(router.state.location.searchStr).toBe('?by=PERSON'));
  await waitFor(() => expect(sent.some(({ url }) => url.includes('controller=PERSON'))).toBe(true));
});

it('records a replacement for the filter that the viewer saw', async () => {
  const sent = fakeApi({
    [`GET ${API}/current`]: () => answer([purifier()]),
    [`GET ${API}/filters`]: () => ({ body: { purifiers: [filters] } }),
    [`GET ${API}/7/filters/replacements`]: () => ({ body: { content: [], totalElements: 0, totalPages: 0 } }),
    [`GET ${API}/7/effect`]: () => ({ body: { ...noEffect, measured: true, effects: [] } }),
    [`POST ${API}/7/filters/1/replacements`]: () => ({ body: filters }),
  });
  show('?open=7');
  await screen.findByText('이 기간에 팬이 켜지거나 세진 적이 없습니다.');
  fireEvent.click(await screen.findByRole('button', { name: '필터 교체함' }));
  await screen.findByText('필터 1 교체 기록');
  fireEvent.click(screen.getAllByRole('button', { name: '필터 교체함' }).at(-1) as HTMLElement);
  await screen.findByText('필터 교체를 기록했습니다.');
  await waitFor(() => expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1));
});

it('shows an error and retries', async () => {
  const failed = { status: 500, body: { code: 'INTERNAL_SERVER_ERROR', message: '문제', errors: {} } };
  const answers = [failed];
  fakeApi({ [`GET ${API}/current`]: () => answers.pop() ?? answer([purifier()]) });
  show();
  fireEvent.click(await screen.findByRole('button', { name: '다시 시도' }));
  await screen.findByText('2대 가운데 1대 송풍 중');
});
