// @vitest-environment jsdom
import type { WallMoisture } from '@airdeck/contract/history/wall-moisture';
import type { SensorCard } from '@airdeck/contract/monitoring/schema';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { sampleSensor } from '../testing/sample-sensor.ts';
import { showAt } from '../testing/show-at.tsx';
import { ComfortCard } from './comfort-card.tsx';

beforeEach(async () => {
  // A winter day.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-15T03:00:00Z') });
  vi.stubGlobal('scrollTo', () => undefined);
  await speakInTests('ko');
  answerWith(moisture);
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const room = (celsius: number, humidity: number, change: Partial<SensorCard> = {}): SensorCard[] => [
  sampleSensor({ id: 1, type: 'TEMPERATURE', value: celsius }),
  sampleSensor({ id: 2, type: 'HUMIDITY', value: humidity, ...change }),
];
const moisture: WallMoisture = {
  ...{ meter_id: 7, time_zone: 'Asia/Seoul', outdoor_meter_name: '옥상', refused: null, mould: true },
  latest: { start: '2026-01-15T02:00:00.000Z', outdoor: -5, surface: 12.5, humidity: 64 },
  humid: { start: '2026-01-13T12:00:00.000Z', end: '2026-01-13T21:00:00.000Z' },
};
const answerWith = (body: WallMoisture) => fakeApi({ 'GET /api/v1/history/wall-moisture': () => ({ body }) });
const show = (sensors: readonly SensorCard[]) => {
  showAt('/monitoring/sensor/7', <ComfortCard meterId={7} sensors={sensors} timeZone="Asia/Seoul" />);
};
const textOf = async () => (await screen.findByRole('region', { name: '체감 쾌적도' })).textContent;

test('says how the room feels, and everything that is assumed', async () => {
  show(room(19, 40));
  const text = await textOf();
  expect(text).toContain('약간 서늘함');
  expect(text).toMatch(/PMV [-−]0\.6 · 불만족 예상 13 % \(PPD\)/);
  expect(text).toContain('이슬점 5.1 °C');
  expect(text).toContain('기류 0.1 m/s, 앉아서 하는 일 1.2 met, 겨울 옷차림 1.0 clo');
});

test('says nothing about the vote outside of the model, but still has the dew point', async () => {
  show(room(35, 60));
  const text = await textOf();
  expect(text).toContain('범위를 벗어났습니다');
  expect(text).toContain('이슬점 26');
  expect(text).not.toContain('가정');
});

test.each([
  ['a silent sensor', room(22, 50, { stale: true })],
  ['no value yet', room(22, 50, { value: null })],
  ['no such sensor', [sampleSensor({ type: 'CO2' })]],
])('is not there with %s', async (_, sensors) => {
  const sent = answerWith(moisture);
  showAt(
    '/monitoring/sensor/7',
    <>
      <p>after</p>
      <ComfortCard meterId={7} sensors={sensors} timeZone="Asia/Seoul" />
    </>,
  );
  await screen.findByText('after');
  expect(screen.queryByRole('region', { name: '체감 쾌적도' })).toBeNull();
  expect(sent).toEqual([]);
});

test('says that mould can grow at the walls, since when, and what is assumed', async () => {
  show(room(20, 50));
  await screen.findByText('곰팡이 위험');
  const text = (await screen.findByRole('region', { name: '외벽 결로와 곰팡이' })).textContent;
  expect(text).toContain('9시간');
  expect(text).toContain('실외 -5.0 °C, 벽 표면 12.5 °C · 습도 64 %');
  expect(text).toContain('fRsi 0.7, 실외 온도는 옥상');
});

test('says what to register where the outdoor temperature is unknown', async () => {
  beginSession(sampleSession({ authority: 'LOCAL_ADMIN' }));
  const none = { outdoor_meter_name: null, latest: null, humid: null, mould: false };
  answerWith({ ...moisture, ...none, refused: 'NO_OUTDOOR_METER' });
  show(room(20, 50));
  await screen.findByText(/온도를 재는 실외 측정기를 등록해 주세요/);
  expect(screen.getByRole('link', { name: '시설 정보 입력' })).toBeTruthy();
  expect(screen.queryByText('곰팡이 위험 없음')).toBeNull();
});
