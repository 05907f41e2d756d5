import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { expect, it } from 'vitest';
import { testClock } from '../../testing/test-clock.ts';
import { createClockOffsets } from './clock-offsets.ts';

const NOW = Date.UTC(2027, 0, 10);

it('takes the smallest delay of each device: stored frames say nothing about a clock', () => {
  const clock = testClock(NOW);
  const offsets = createClockOffsets(clock);
  expect(offsets.read()).toBeUndefined();
  offsets.note(1, NOW - 3 * HOUR_MS, NOW);
  offsets.note(1, NOW - 400, NOW);
  offsets.note(2, NOW - 600, NOW);
  offsets.note(3, NOW + 4 * MINUTE_MS, NOW);
  offsets.note(3, NOW + 3 * MINUTE_MS, NOW);
  clock.advance(MINUTE_MS);
  expect(offsets.read()).toEqual({ devices: 3, deviating: 1, offsetMs: 400 });
});

it('forgets what is older than an hour', () => {
  const clock = testClock(NOW);
  const offsets = createClockOffsets(clock);
  offsets.note(1, NOW, NOW);
  for (const [minutes, devices] of [
    [31, 1],
    [31, undefined],
  ]) {
    clock.advance((minutes ?? 0) * MINUTE_MS);
    expect(offsets.read()?.devices).toBe(devices);
  }
});
