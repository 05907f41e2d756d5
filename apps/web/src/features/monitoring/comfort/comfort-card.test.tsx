// @vitest-environment jsdom
import type { SensorCard } from '@airdeck/contract/monitoring/schema';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { sampleSensor } from '../testing/sample-sensor.ts';
import { ComfortCard } from './comfort-card.tsx';

beforeEach(async () => {
  // A winter day.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-15T03:00:00Z') });
  await speakInTests('ko');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const room = (celsius: number, humidity: number, change: Partial<SensorCard> = {}): SensorCard[] => [
  sampleSensor({ id: 1, type: 'TEMPERATURE', value: celsius }),
  sampleSensor({ id: 2, type: 'HUMIDITY', value: humidity, ...change }),
];
const show = (sensors: readonly SensorCard[]) =>
  render(<ComfortCard sensors={sensors} timeZone="Asia/Seoul" />).container.textContent;

test('says how the room feels, and everything that is assumed', () => {
  const text = show(room(19, 40));
  expect(screen.getByRole('region', { name: '체감 쾌적도' })).toBeTruthy();
  expect(text).toContain('약간 서늘함');
  expect(text).toMatch(/PMV [-−]0\.6 · 불만족 예상 13 % \(PPD\)/);
  expect(text).toContain('이슬점 5.1 °C');
  expect(text).toContain('기류 0.1 m/s, 앉아서 하는 일 1.2 met, 겨울 옷차림 1.0 clo');
});

test('says nothing about the vote outside of the model, but still has the dew point', () => {
  const text = show(room(35, 60));
  expect(text).toContain('범위를 벗어났습니다');
  expect(text).toContain('이슬점 26');
  expect(text).not.toContain('가정');
});

test.each([
  ['a silent sensor', room(22, 50, { stale: true })],
  ['no value yet', room(22, 50, { value: null })],
  ['no such sensor', [sampleSensor({ type: 'CO2' })]],
])('is not there with %s', (_, sensors) => {
  expect(show(sensors)).toBe('');
});
