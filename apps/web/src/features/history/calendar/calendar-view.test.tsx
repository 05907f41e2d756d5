// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { stubCanvas } from '../../../testing/stub-canvas.ts';
import { sampleMeter } from '../testing/sample-meter.ts';
import { sampleAnswer, sampleLine } from '../testing/sample-series.ts';
import { showHistory } from '../testing/show-history.tsx';

vi.mock('echarts/core', () => import('../../../testing/stub-canvas.ts'));

const DAY_S = 86_400;
const [FIRST = 0] = sampleLine().times;
const line = sampleLine({ times: [FIRST, DAY_S], values: [612.4, 1210], completeness: [1, 0.5] });

const answers = (week: object = {}) =>
  fakeApi({
    'GET /api/v1/history/meter-week': () => ({ body: week }),
    'GET /api/v1/history/choices': () => ({ body: { meters: [sampleMeter({ id: 7, name: '로비' })] } }),
    'GET /api/v1/history/meter-series': () => ({ body: sampleAnswer({ step: 'day', series: [line] }) }),
    'GET /api/v1/history/place-series': () => ({ body: sampleAnswer({ step: 'day', series: [line] }) }),
  });
const address = (rest = '') =>
  `instrumenta?meter=7&view=calendar&measure=CO2&period=free&from=2025-07-14&to=2025-07-15${rest}`;
const day = (name: RegExp) => screen.findByRole('button', { name });

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

test('speaks the mean, unit, grade and completeness of each day; keys move between days', async () => {
  answers();
  showHistory(address());
  const second = await day(/^2025년 7월 15일 화요일, 1,210, ppm, 나쁨, 수신율 50 %$/);
  const first = await day(/^2025년 7월 14일 월요일, 612, ppm, 좋음, 수신율 100 %$/);
  expect([first.tabIndex, second.tabIndex]).toEqual([-1, 0]);
  second.focus();
  fireEvent.keyDown(second, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(first);
  await waitFor(() => expect([first.tabIndex, second.tabIndex]).toEqual([0, -1]));
});

test('a day leads to its graph', async () => {
  answers();
  const { router } = showHistory(address());
  fireEvent.click(await day(/^2025년 7월 15일/));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({
      ...{ view: 'graph', step: 'hour', from: '2025-07-15', to: '2025-07-15', series: '7' },
    }),
  );
});

test('shows the days of a place', async () => {
  const sent = answers();
  showHistory(address('&level=office'));
  const figure = within(await screen.findByRole('figure'));
  expect(figure.getAllByRole('button').filter((each) => each.dataset.day !== undefined)).toHaveLength(2);
  const asked = sent.find(({ url }) => url.includes('/place-series?'))?.url ?? '';
  expect(Object.fromEntries(new URLSearchParams(asked.split('?')[1]))).toMatchObject({ level: 'office', step: 'day' });
});

test('shows the share of each day beyond the limit, and names the limit with its source', async () => {
  const limit = { most: 1000, least: null, pack: 'KR_SCHOOLS', source: '별표 4의2', draft: true };
  const days = [
    { day: '2025-07-14', beyond: 0.004 },
    { day: '2025-07-15', beyond: 0.25 },
  ];
  const sent = answers({ id: 7, measure: 'CO2', limit, days });
  const { router } = showHistory(address());
  await day(/^2025년 7월 15일/);
  expect(sent.some(({ url }) => url.includes('/meter-week?'))).toBe(false);
  fireEvent.click(screen.getByRole('radio', { name: '기준을 벗어난 시간' }));
  await day(/^2025년 7월 15일 화요일, 25 %, 기준을 벗어난 시간, 평균 1,210 ppm, 수신율 50 %$/);
  await day(/^2025년 7월 14일 월요일, <1 %, 기준을 벗어난 시간, 평균 612 ppm, 수신율 100 %$/);
  expect(screen.getByText(/CO₂ ≤ 1,000 ppm.*출처 별표 4의2.*확인 필요.*법정 판정이 아닙니다/)).toBeDefined();
  expect(router.state.location.search).toMatchObject({ heat: 'beyond' });
});

test('says what to do where no single limit holds', async () => {
  answers({ id: 7, measure: 'CO2', limit: null, days: [] });
  showHistory(address('&heat=beyond'));
  expect(await screen.findByText('비교할 기준이 없습니다')).toBeDefined();
});
