// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { stubCanvas } from '../../../testing/stub-canvas.ts';
import { sampleMeter } from '../testing/sample-meter.ts';
import { sampleAnswer, sampleLine, sampleMinutes } from '../testing/sample-series.ts';
import { MinutesGraph } from './minutes-graph.tsx';
import { SeriesGraph } from './series-graph.tsx';

vi.mock('echarts/core', () => import('../../../testing/stub-canvas.ts'));

const API = 'GET /api/v1/history';
const IDS = [1, 2, 3, 4];
const METERS = IDS.map((id) => sampleMeter({ id, name: `${id}반` }));
const DAY = { range: { from: '2025-07-14', to: '2025-07-14' } };
const LINES = IDS.map((id) => sampleLine({ id }));

const show = (element: React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SnackbarProvider>{element}</SnackbarProvider>
    </QueryClientProvider>,
  );

function answer(path: string, body: unknown, status = 200) {
  return fakeApi({
    [`${API}/choices`]: () => ({ body: { meters: METERS } }),
    [`${API}/${path}`]: () => ({ body, status }),
  });
}
const asked = (sent: readonly { url: string }[], path: string) =>
  sent.filter(({ url }) => url.includes(`/${path}?`)).map(({ url }) => new URLSearchParams(url.split('?')[1]));
const check = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

beforeEach(async () => {
  stubCanvas();
  await speakInTests('ko');
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('requests and shows the first three of many; explains why a fourth is not possible', async () => {
  const sent = answer('meter-series', sampleAnswer({ series: LINES.slice(0, 3) }));
  show(<SeriesGraph kind="meter" ids={IDS} measure="CO2" step="each" {...DAY} weeksAgo={[]} />);
  const fourth = await check('4반');
  expect(asked(sent, 'meter-series')[0]?.getAll('meterId')).toEqual(['1', '2', '3']);
  expect(fourth.getAttribute('aria-disabled')).toBe('true');
  const reason = document.getElementById(fourth.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('한 번에 3개까지 그릴 수 있습니다. 다른 하나를 먼저 끄세요.');
  fireEvent.click(fourth);
  expect(fourth.checked).toBe(false);

  fireEvent.click(await check('2반'));
  fireEvent.click(await check('4반'));
  await waitFor(() => expect(asked(sent, 'meter-series').at(-1)?.getAll('meterId')).toEqual(['1', '3', '4']));
  expect((await check('4반')).checked).toBe(true);
  expect((await check('2반')).getAttribute('aria-disabled')).toBe('true');
});

test('shows the state of the address and writes changes to it', async () => {
  const onShown = vi.fn();
  answer('meter-series', sampleAnswer({ series: [sampleLine({ id: 4 })] }));
  show(
    <SeriesGraph
      {...{ kind: 'meter', ids: IDS, measure: 'CO2', step: 'each', ...DAY, weeksAgo: [], shown: [4], onShown }}
    />,
  );
  const only = await check('4반');
  expect(only.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(await check('1반'));
  expect(onShown).toHaveBeenCalledWith([4, 1]);
});

test('earlier weeks are lines of their own, in the description and the table', async () => {
  const earlier = sampleLine({ id: 1, weeks_ago: 2, values: [500, null, 510] });
  const sent = answer('sensor-series', sampleAnswer({ series: [sampleLine({ id: 1 }), earlier] }));
  show(<SeriesGraph kind="sensor" ids={[1]} measure="CO2" step="each" {...DAY} weeksAgo={[2]} />);
  await screen.findByText(/^이 기간: 2025-07-14 00:00부터 2025-07-14 00:02까지, 최저 812 ppm, 최고 820 ppm/);
  expect(asked(sent, 'sensor-series')[0]?.getAll('weeksAgo')).toEqual(['2']);
  // The days of that week, not those that it is drawn over.
  expect(screen.getByText(/^2주 전 \(2025-06-30\): 2025-06-30 00:00부터 2025-06-30 00:02까지/)).toBeDefined();
  expect(screen.queryByText('1주 전')).toBeNull();

  fireEvent(screen.getByText('표로 보기'), new MouseEvent('click', { bubbles: true }));
  const table = await screen.findByRole('table');
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ['시각', '이 기간 (ppm)', '2주 전 (2025-06-30) (ppm)'],
    ['2025-07-14 00:00', '812', '500'],
    ['2025-07-14 00:01', '820', '–'],
    ['2025-07-14 00:02', '815', '510'],
  ]);
});

test('several weeks are a band with its median, and the table lists each week', async () => {
  const lines = [0, 1, 2, 3].map((weeks_ago) =>
    sampleLine({ id: 1, weeks_ago, values: [812 - weeks_ago * 100, 820, 815] }),
  );
  answer('sensor-series', sampleAnswer({ series: lines }));
  show(<SeriesGraph kind="sensor" ids={[1]} measure="CO2" step="each" {...DAY} weeksAgo={[1, 2, 3]} />);
  const figure = await screen.findByRole('figure');
  const legend = within(figure).getAllByRole('listitem');
  expect(legend.map(({ textContent }) => textContent)).toEqual(['이 기간', '지난 주들의 범위', '평소 (중앙값)']);
  expect(screen.getByText(/^3주 전 \(2025-06-23\): /)).toBeDefined();
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'Home' });
  await waitFor(() =>
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(
      '2025-07-14 00:00: 이 기간 812 ppm, 1주 전 · 2025-07-07 712 ppm, 2주 전 · 2025-06-30 612 ppm, ' +
        // Three readings of a minute are not much of ten.
        '3주 전 · 2025-06-23 512 ppm, 평소 (중앙값) ≈ 749 ppm (≈ +9 %)',
    ),
  );
});

const MAINTENANCE = [{ start: '2025-07-13T15:05:00.000Z', end: '2025-07-13T15:10:00.000Z' }];
const readAt = async (keys: readonly string[]) => {
  for (const key of keys) fireEvent.keyDown(screen.getByRole('slider'), { key });
  const text = () => screen.getByRole('slider').getAttribute('aria-valuetext') ?? '';
  await waitFor(() => expect(text()).toContain(' ppm'));
  return text();
};

test('maintenance is in the legend, under the cursor and in the description; its summaries are marked', async () => {
  const summary = { mean: 815, min: 812, max: 820, completeness: 1, maintenance: true as const };
  answer('meter-series', sampleAnswer({ series: [sampleLine({ id: 1, summary })], maintenance: MAINTENANCE }));
  show(<SeriesGraph kind="meter" ids={[1]} measure="CO2" step="each" {...DAY} weeksAgo={[]} />);
  const figure = await screen.findByRole('figure');
  expect(within(figure).getAllByRole('listitem').at(-1)?.textContent).toBe('점검 시간');
  expect(screen.getByText('점검 시간: 2025-07-14 00:05 ~ 2025-07-14 00:10')).toBeDefined();
  expect(screen.getByRole('rowheader').textContent).toBe('1반 점검');
  expect(await readAt(['Home'])).toBe('2025-07-14 00:00: 1반 812 ppm');
  expect(await readAt(['ArrowRight'])).toBe('2025-07-14 00:07: 1반 – ppm, 점검 시간');
  expect(within(figure).getByRole('rowheader', { name: '점검 시간' })).toBeDefined();
});

test('several lines have it beside their choice, and a day that it touches is marked', async () => {
  const line = { times: [1_752_418_800], values: [812], min: [800], max: [900], completeness: [1] };
  const series = [1, 2].map((id) => sampleLine({ id, ...line }));
  answer('meter-series', sampleAnswer({ step: 'day', series, maintenance: MAINTENANCE }));
  show(<SeriesGraph kind="meter" ids={[1, 2]} measure="CO2" step="day" {...DAY} weeksAgo={[]} />);
  const figure = await screen.findByRole('figure');
  expect(within(figure).getAllByText('점검 시간')).toHaveLength(1);
  expect(await readAt(['Home'])).toBe('2025-07-14: 1반 812 ppm (800~900), 2반 812 ppm (800~900), 점검 시간');
});

test('months are not compared with weeks', async () => {
  const sent = answer('meter-series', sampleAnswer({ step: 'month' }));
  show(<SeriesGraph kind="meter" ids={[7]} measure="CO2" step="month" {...DAY} weeksAgo={[1]} />);
  await waitFor(() => expect(asked(sent, 'meter-series')).toHaveLength(1));
  expect(asked(sent, 'meter-series')[0]?.has('weeksAgo')).toBe(false);
});

test('shows a message with the period when there are no readings', async () => {
  answer('meter-series', sampleAnswer({ series: [sampleLine({ id: 1, times: [], values: [] })] }));
  show(<SeriesGraph kind="meter" ids={[1]} measure="CO2" step="each" {...DAY} weeksAgo={[]} />);
  await screen.findByText('2025-07-14에 수신한 값이 없습니다. 다른 기간을 골라 보세요.');
});

test('a question that is too big says so, and the shownSeries stays to make it smaller', async () => {
  answer('meter-series', { code: 'QUESTION_TOO_BIG', message: '질문이 너무 큽니다.', errors: {} }, 400);
  show(<SeriesGraph kind="meter" ids={IDS} measure="CO2" step="each" {...DAY} weeksAgo={[]} />);
  await screen.findByText('질문이 너무 큽니다.');
  expect((await check('1반')).checked).toBe(true);
});

test('purifiers: hours and minutes in each state, in words and in the table', async () => {
  const rows = [sampleMinutes({ purifier_id: 100 }), sampleMinutes({ purifier_id: 200, unknown: 60 })];
  const sent = answer('purifier-minutes', { content: rows, totalPages: 1, totalElements: 2 });
  show(<MinutesGraph ids={[100, 200]} unit="hour" {...DAY} />);
  await screen.findByText('1반 · 청정기 1: 기기 자동 0:45, 꺼짐 0:15');
  expect(Object.fromEntries(asked(sent, 'purifier-minutes')[0] ?? [])).toMatchObject({
    unit: 'hour',
    sort: 'start,ASC',
  });
  fireEvent(screen.getByText('표로 보기'), new MouseEvent('click', { bubbles: true }));
  const table = await screen.findByRole('table');
  expect(within(table).getAllByRole('row')).toHaveLength(3);
  expect(within(table).getAllByText('0:45')).toHaveLength(2);
});
