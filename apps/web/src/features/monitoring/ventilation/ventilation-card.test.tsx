// @vitest-environment jsdom
import type { Ventilation } from '@airdeck/contract/history/ventilation';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { showAt } from '../testing/show-at.tsx';
import { VentilationCard } from './ventilation-card.tsx';

const PATH = 'GET /api/v1/history/ventilation';

const answer: Ventilation = {
  ...{ meter_id: 7, time_zone: 'Asia/Seoul', closing: '18:00' },
  rates: { median: 0.52, lowest: 0.36, highest: 1, count: 7 },
  evenings: [
    { day: '2026-11-20', outdoor: 430, outdoor_seen: true, refused: 'POOR_FIT', fall: null },
    {
      ...{ day: '2026-11-19', outdoor: 420, outdoor_seen: false, refused: null },
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

test('asks again for another closing time, but not for half a one', async () => {
  const sent = fakeApi({ [PATH]: () => ({ body: answer }) });
  show();
  await screen.findByText('시간당 0.5회');
  const field = screen.getByLabelText('퇴실 시각');
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.change(field, { target: { value: '17:30' } });
  const asked = () => sent.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('closing'));
  await vi.waitFor(() => expect(asked()).toEqual(['18:00', '17:30']));
});
