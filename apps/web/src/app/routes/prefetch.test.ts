// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ADMINISTRATION } from '../../features/administration/entities/screens.ts';
import { sampleMeter } from '../../features/history/testing/sample-meter.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { startTexts } from '../../lib/i18n/i18n.ts';
import { beginSession, endSession } from '../../lib/session/session-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { sampleSession } from '../../testing/sample-user.ts';
import { loadCardsPrefetch, loadGraphPrefetch } from './load-prefetch.ts';
import {
  ADMINISTRATION_ROUTES,
  ALARM_ROUTES,
  CONTROL_ROUTES,
  HISTORY_ROUTES,
  MONITORING_ROUTES,
} from './screen-routes.tsx';

type Sent = ReturnType<typeof fakeApi>;
const HISTORY = '/api/v1/history';

const pathsOf = (sent: Sent): string[] => sent.map(({ url }) => url.split('?')[0] ?? '');
const routeOf = <Route extends { path: string }>(routes: readonly Route[], path: string): Route => {
  const route = routes.find((each) => each.path === path);
  if (route === undefined) throw new Error(`no route ${path}`);
  return route;
};

// A busy machine needs longer to load this code than a test may wait.
beforeAll(async () => {
  await Promise.all([
    ...[loadCardsPrefetch(), loadGraphPrefetch(), ADMINISTRATION.measuring.load(), ADMINISTRATION.user.load()],
    import('../../features/administration/model/api.ts'),
    import('../../features/alarm/model/queries.ts'),
    import('../../features/auto-mode/model/queries.ts'),
    import('../../features/control/model/queries.ts'),
  ]);
}, 60_000);
beforeEach(async () => {
  beginSession(sampleSession({ authority: 'SUPER_ADMIN', language: 'en' }));
  await startTexts();
});
afterEach(() => {
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

const graph = { view: 'graph', meter: [7], sensor: [71], period: 'week' };
const openGraph = (isHovered: boolean) =>
  routeOf(HISTORY_ROUTES, '/current/current/sensorcur').prefetch(graph, isHovered);

const apiOfGraph = () => {
  const sensor = { ...sampleMeter().sensors[0], id: 71 };
  const meter = { ...sampleMeter({ id: 7 }), sensors: [sensor] };
  return fakeApi({ [`GET ${HISTORY}/choices`]: () => ({ body: { meters: [meter] } }) });
};

test('the lines of a graph are requested before it is drawn', async () => {
  const sent = apiOfGraph();
  await openGraph(false);
  await vi.waitFor(() => expect(pathsOf(sent)).toEqual([`${HISTORY}/choices`, `${HISTORY}/sensor-series`]));
  expect(new URLSearchParams(sent[1]?.url.split('?')[1]).getAll('sensorId')).toEqual(['71']);
});

test('a link to a graph that is only hovered requests no lines', async () => {
  const sent = apiOfGraph();
  await openGraph(true);
  expect(pathsOf(sent)).toEqual([`${HISTORY}/choices`]);
});

const SENSOR = { sequence: 1, value: 1, stale: false, bounds: [1, 2, 3, 4] };
const METER = {
  id: 3,
  time_zone: 'Asia/Seoul',
  sensors: ['CO2', 'TEMPERATURE', 'HUMIDITY'].map((type, i) => ({ ...SENSOR, type, id: 31 + i })),
};
const CARDS = [`${HISTORY}/ventilation`, `${HISTORY}/wall-moisture`];

test.each([
  [false, CARDS],
  [true, []],
])(
  'the cards of a meter are requested together, long questions not if a link is only hovered: %s',
  async (isHovered, long) => {
    const sent = fakeApi({
      'GET /api/v1/monitoring/sensors': () => ({ body: { path: [], meters: [METER] } }),
    });
    await routeOf(MONITORING_ROUTES, '/monitoring/sensor/{-$id}').prefetch('3', isHovered);
    await vi.waitFor(() => expect(pathsOf(sent)).toContain('/api/v1/monitoring/sensors/31/course'));
    expect(
      pathsOf(sent)
        .filter((path) => path.startsWith(HISTORY))
        .sort(),
    ).toEqual(long);
  },
);

const page = { content: [], totalElements: 0, totalPages: 0, number: 0, size: 12 };

test.each([
  ['/management/setting/measuring', '/meters'],
  ['/management/user/user', '/users'],
  ['/management/control/controlair', '/control/purifiers'],
  ['/current/control/control', '/control/commands'],
  ['/management/control/automodeair', '/control/auto-modes'],
])('the list of %s is requested before it is drawn, and not again while it is shown', async (path, list) => {
  const sent = fakeApi({ [`GET /api/v1${list}`]: () => ({ body: page }) });
  const { prefetch } = routeOf([...ADMINISTRATION_ROUTES, ...CONTROL_ROUTES], path);
  await prefetch({ search: 'west' });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.url).toContain('search=west');
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await prefetch({ search: 'west' });
  expect(sent).toHaveLength(1);
});

test('nothing is requested for days that the server would refuse', async () => {
  const sent = fakeApi({});
  await ADMINISTRATION.loginHistory.load();
  const { prefetch } = routeOf(ADMINISTRATION_ROUTES, '/current/login/history');
  await prefetch({ from: '2026-02-02', to: '2026-02-01' });
  expect(sent).toEqual([]);
});

test('the alarms of a list are requested before it is drawn, and not again while it is shown', async () => {
  const sent = fakeApi({ 'GET /api/v1/alarms': () => ({ body: page }) });
  const { prefetch } = routeOf(ALARM_ROUTES, '/current/error/liveerror');
  await prefetch({ severity: 'MAJOR' });
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.url).toContain('severity=MAJOR');
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await prefetch({ severity: 'MAJOR', open: 5 });
  await prefetch({ view: 'graph' });
  expect(sent).toHaveLength(1);
});
