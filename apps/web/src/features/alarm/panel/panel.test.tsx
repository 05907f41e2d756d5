// @vitest-environment jsdom
import type { AlarmEvidence } from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import { HOUR_MS } from '@airdeck/domain/duration';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { sampleAlarm } from '../testing/sample-alarm.ts';
import { Evidence } from './evidence.tsx';
import { Now } from './now.tsx';
import { drawnRange } from './timeline.tsx';

const NOW = Date.UTC(2026, 2, 2, 3);
const iso = (agoH: number): string => new Date(NOW - agoH * HOUR_MS).toISOString();
const ofValue = (over: Partial<Alarm> = {}): Alarm =>
  sampleAlarm({
    id: 9,
    category: 'SENSOR',
    source: 'VALUE',
    sensor_id: 40,
    sensor_type: 'CO2',
    value: 1_720,
    bound: 1_500,
    since_time: iso(3),
    occured_time: iso(1),
    ...over,
  });
const nothing: AlarmEvidence = { rule: null, heard_time: null, local_server: null, meters_behind: 0 };
const rule = {
  applies_to: 'ALL',
  basis: 'VERY_BAD',
  direction: 'ABOVE',
  limit: null,
  release: null,
  duration_min: 120,
  average: 'NONE',
  use: 'Y',
} as const;
const sensor = (over: object = {}) => ({
  id: 40,
  type: 'CO2',
  value: 1_810,
  rating: 'VERY_BAD',
  stale: false,
  ...over,
});
const meter = (sensors: object[]) => ({
  body: { time: iso(0), path: [], meters: [{ id: 4, last_time: iso(0), time_zone: 'Asia/Seoul', sensors }] },
});

const show = async (part: React.ReactNode, evidence: AlarmEvidence, language: 'ko' | 'en', sensors: object[] = []) => {
  await speakInTests(language);
  fakeApi({
    'GET /api/v1/alarms/9/evidence': () => ({ body: evidence }),
    'GET /api/v1/monitoring/sensors': () => meter(sensors),
  });
  render(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>);
};
const texts = async () => {
  await screen.findAllByRole('term');
  return screen.getAllByRole('definition').map(({ textContent }) => textContent);
};

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe('how its subject is now', () => {
  it.each([
    ['ko', false, '1,810 ppm 매우 나쁨'],
    ['ko', true, '1,810 ppm 수신 없음'],
    ['en', false, '1,810 ppm Very bad'],
  ] as const)('has the value with its grade, unless that is old: %s %s', async (language, stale, value) => {
    await show(<Now alarm={ofValue()} />, nothing, language, [sensor({ stale })]);
    expect(await screen.findByText(/1,810/)).toBeDefined();
    expect((await texts())[0]).toBe(value);
  });

  it.each([
    ['ko', '기계실 · 2026-03-02', '2대의 상태를 알 수 없음'],
    ['en', '기계실 · disconnected since', '2, state unknown'],
  ] as const)('has the local server of an alarm without a meter, and what is behind it: %s', async (...given) => {
    const [language, server, behind] = given;
    const local_server = { name: '기계실', connected: false, connected_time: null, down_time: iso(1) };
    const alarm = sampleAlarm({ id: 9, meter_id: null, source: 'LOCAL_SERVER' });
    await show(<Now alarm={alarm} />, { ...nothing, local_server, meters_behind: 2, heard_time: null }, language);
    const [heard, connection, meters] = await texts();
    expect(heard).toBe(language === 'ko' ? '수신한 적 없음' : 'Never');
    expect(connection).toContain(server);
    expect(meters).toBe(behind);
  });

  it('is not said of the server itself', async () => {
    const alarm = sampleAlarm({ id: 9, meter_id: null, source: 'SERVER', category: 'SERVER' });
    await show(<Now alarm={alarm} />, nothing, 'ko');
    expect(screen.queryByRole('heading')).toBeNull();
  });
});

it.each([
  ['ko', rule, 'CO₂ 1,500 ppm 이상 상태가 2시간 이어지면 발생 (지금 적용되는 규칙)'],
  ['en', rule, 'CO₂ at least 1,500 ppm for 2 hours (the present rule)'],
  [
    'ko',
    { ...rule, average: 'DAY', basis: 'VALUE', limit: 900, duration_min: 0 },
    'CO₂ 24시간 평균 900 ppm 이상이면 바로 발생 (지금 적용되는 규칙)',
  ],
  ['ko', { ...rule, use: 'N' }, '지금은 사용하지 않는 규칙'],
] as const)('the evidence has the value and the rule: %s', async (language, held, sentence) => {
  await show(<Evidence alarm={ofValue({ corrected_time: iso(0) })} />, { ...nothing, rule: held }, language);
  expect(await screen.findByText(sentence)).toBeDefined();
  expect((await texts())[0]).toContain('1,720 ppm');
  expect(screen.getByText(language === 'ko' ? /늦게 받은 측정값/ : /arrived late/)).toBeDefined();
});

describe('the drawn time', () => {
  const hours = (alarm: Alarm) => {
    const { from, to, step } = drawnRange(alarm, NOW);
    return [(from - NOW) / HOUR_MS, (to - NOW) / HOUR_MS, step];
  };
  it.each([
    ['lasts', {}, [-4, 0, 'each']],
    ['has ended and is open', { ended_time: iso(0.5) }, [-4, 0, 'each']],
    ['is cleared', { since_time: iso(30), ended_time: iso(20), cleared_time: iso(10) }, [-31, -19, 'each']],
    ['lasts for days', { since_time: iso(100) }, [-101, 0, 'hour']],
    ['lasts for a year', { since_time: iso(24 * 365) }, [-90 * 24, 0, 'hour']],
  ] as const)('of an alarm that %s', (_, over, range) => {
    expect(hours(ofValue(over))).toEqual(range);
  });
});
