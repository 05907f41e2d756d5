// @vitest-environment jsdom
import type { ChangeEffectAnswer } from '@airdeck/contract/history/change-effect';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { showAt } from '../testing/show-at.tsx';
import { ChangeEffectCard } from './change-effect-card.tsx';

const PATH = 'GET /api/v1/history/change-effect';
const CANDIDATES = 'GET /api/v1/history/change-effect/candidates';
const TREE = 'GET /api/v1/monitoring/tree';

const answer = (change: Partial<ChangeEffectAnswer> = {}): ChangeEffectAnswer => ({
  ...{ meter_id: 7, type: 'PM2.5', verdict: 'LOWER', uses_outdoor: true, days_before: 14, days_after: 12 },
  before: { from: '2026-02-24', to: '2026-03-09' },
  after: { from: '2026-03-11', to: '2026-03-22' },
  effect: { change: -0.42, low: -0.55, high: -0.25 },
  ...change,
});

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  await speakInTests('ko');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const HOURS = [{ day: '2026-03-05', before: '월-금 09:00-18:00', after: '월-금 08:00-18:00\n토 09:00-13:00' }];

const show = async (given: ChangeEffectAnswer) => {
  const sent = fakeApi({
    [PATH]: () => ({ body: given }),
    [TREE]: () => ({ body: { nodes: [] } }),
    [CANDIDATES]: () => ({ body: { meter_id: 7, opening_hours: HOURS } }),
  });
  showAt('/monitoring/sensor/7', <ChangeEffectCard meterId={7} type="PM2.5" />);
  await screen.findByText(/조치한 날을 고르면/);
  expect(sent.filter(({ url }) => url.includes('change-effect?day') || url.includes('type='))).toEqual([]);
  fireEvent.change(screen.getByLabelText('조치한 날'), { target: { value: '2026-03-10' } });
  fireEvent.blur(screen.getByLabelText('조치한 날'));
  return sent;
};

test('asks for the chosen day, and shows the effect with its interval', async () => {
  const sent = await show(answer());
  await screen.findByText('낮아졌습니다');
  expect(screen.getByText(/PM2\.5 [-−]42 % \(95 % 구간 [-−]55 %에서 [-−]25 %\)/)).toBeTruthy();
  expect(screen.getByText(/조치 전 14일, 조치 후 12일 비교.*바깥 공기를 함께 고려했습니다/)).toBeTruthy();
  expect(sent.at(-1)?.url).toContain('meterId=7&type=PM2.5&day=2026-03-10&days=14');
});

test('says that the data do not suffice, and why', async () => {
  await show(answer({ verdict: 'CANNOT_TELL', effect: null, uses_outdoor: false }));
  await screen.findByText('아직 알 수 없습니다');
  expect(screen.getByText(/5일씩은 있어야/)).toBeTruthy();
  expect(screen.getByText(/바깥 공기를 고려하지 못했습니다/)).toBeTruthy();
});

test('offers the days on which opening hours changed', async () => {
  const sent = await show(answer());
  const button = await screen.findByRole('button', { name: '2026-03-05 운영 시간 변경' });
  expect(button.title).toBe('월-금 09:00-18:00 → 월-금 08:00-18:00 · 토 09:00-13:00');
  fireEvent.click(button);
  await vi.waitFor(() => expect(sent.at(-1)?.url).toContain('day=2026-03-05'));
});

test('an interval that allows for no change is not clear, however many days there are', async () => {
  await show(answer({ verdict: 'CANNOT_TELL' }));
  await screen.findByText('뚜렷하지 않습니다');
});

test('a day to come is refused at its field', async () => {
  const sent = await show(answer());
  await screen.findByText('낮아졌습니다');
  const count = sent.length;
  fireEvent.change(screen.getByLabelText('조치한 날'), { target: { value: '2999-01-01' } });
  fireEvent.blur(screen.getByLabelText('조치한 날'));
  await screen.findByText('아직 오지 않은 날입니다.');
  expect(sent).toHaveLength(count);
});
