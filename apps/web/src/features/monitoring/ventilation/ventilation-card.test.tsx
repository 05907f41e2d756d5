// @vitest-environment jsdom
import type { Ventilation } from '@airdeck/contract/history/ventilation';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { showAt } from '../testing/show-at.tsx';
import { VentilationCard } from './ventilation-card.tsx';

const PATH = 'GET /api/v1/history/ventilation';

const answer: Ventilation = {
  ...{ meter_id: 7, time_zone: 'Asia/Seoul', closing: '18:00', closing_from: 'OPENING_HOURS' },
  rates: { median: 0.52, lowest: 0.36, highest: 1, count: 7 },
  evenings: [
    {
      ...{ day: '2026-11-20', closing: '18:00', outdoor: 430, outdoor_from: 'METER' },
      ...{ refused: 'POOR_FIT', fall: null },
    },
    {
      ...{ day: '2026-11-19', closing: '13:00', outdoor: 420, outdoor_from: 'DEFAULT', refused: null },
      fall: {
        ...{ start: '2026-11-19T09:05:00.000Z', end: '2026-11-19T10:04:00.000Z', from: 1785, to: 1276 },
        ...{ rate: 0.478, margin: 0.008, r2: 0.995, low: 0.47, high: 0.49 },
      },
    },
  ],
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T03:00:00Z') });
  vi.stubGlobal('scrollTo', () => undefined);
  await speakInTests('ko');
});
afterEach(() => {
  cleanup();
  endSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = () => showAt('/monitoring/sensor/7', <VentilationCard meterId={7} timeZone="Asia/Seoul" />);

test('shows the median, its range, each evening, and why one has no rate', async () => {
  fakeApi({ [PATH]: () => ({ body: answer }) });
  show();
  await screen.findByText('시간당 0.5회');
  expect(screen.getByText('저녁 7일의 중앙값 · 0.4~1.0회')).toBeTruthy();
  const [refused, fall] = screen.getAllByRole('listitem', { hidden: true });
  expect(refused?.textContent).toContain('CO₂가 고르게 줄지 않음');
  expect(fall?.textContent).toMatch(/0\.48 ± 0\.01 CO₂ 1,785 → 1,276 ppm.*외기 420 ppm \(가정\).*0\.47~0\.49회/);
});

test('says so where no evening allows an estimate', async () => {
  fakeApi({ [PATH]: () => ({ body: { ...answer, rates: null } }) });
  show();
  await screen.findByText(/계산할 수 있는 저녁이 없습니다/);
});

test('says that the time comes from the opening hours, and that days differ', async () => {
  fakeApi({ [PATH]: () => ({ body: answer }) });
  show();
  await screen.findByText('시설 정보의 운영 시간으로 정한 퇴실 시각 · 요일에 따라 다름');
  expect(screen.getByLabelText('퇴실 시각')).toHaveProperty('value', '18:00');
});

test('says what to register where the closing time is unknown', async () => {
  beginSession(sampleSession({ authority: 'LOCAL_ADMIN' }));
  fakeApi({
    [PATH]: () => ({ body: { ...answer, closing: null, closing_from: 'UNKNOWN', rates: null, evenings: [] } }),
  });
  show();
  await screen.findByText(/운영 시간을 등록하거나 퇴실 시각을 입력/);
  expect(screen.getByRole('link', { name: '시설 정보 입력' })).toBeTruthy();
  expect(screen.queryByText(/끝나지 않아/)).toBeNull();
});

test('asks again for another closing time, but not for half a one, and returns to the opening hours', async () => {
  const answers = [answer, { ...answer, closing: '17:30', closing_from: 'ENTERED' }].values();
  const sent = fakeApi({ [PATH]: () => ({ body: answers.next().value }) });
  show();
  await screen.findByText('시간당 0.5회');
  const field = screen.getByLabelText('퇴실 시각');
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.change(field, { target: { value: '17:30' } });
  const asked = () => sent.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('closing'));
  await vi.waitFor(() => expect(asked()).toEqual([null, '17:30']));
  await screen.findByText('직접 입력한 퇴실 시각');
  fireEvent.click(screen.getByRole('button', { name: '운영 시간으로 되돌리기' }));
  await vi.waitFor(() => expect(field).toHaveProperty('value', '18:00'));
});
