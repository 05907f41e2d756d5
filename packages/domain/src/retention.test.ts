import { expect, test } from 'vitest';
import {
  brokenLayer,
  DEFAULT_RETENTION,
  LAYERS,
  MAX_RETENTION_DAYS,
  MIN_RETENTION_DAYS,
  minRetentionDays,
} from './retention.ts';

test.each([
  [30, 30, 30, null],
  [31, 30, 40, 'HOUR'],
  [30, 40, 39, 'DAY'],
  [50, 40, 30, 'HOUR'],
  [30, 60, 60, null],
] as const)('%i ≤ %i ≤ %i: %s', (READING, HOUR, DAY, broken) => {
  expect(brokenLayer({ READING, HOUR, DAY, PURIFIER_STATE: 30, ALARM: 30 })).toBe(broken);
});

test('the defaults are valid', () => {
  expect(brokenLayer(DEFAULT_RETENTION)).toBeNull();
  for (const layer of LAYERS) {
    expect(DEFAULT_RETENTION[layer]).toBeGreaterThanOrEqual(minRetentionDays(layer));
    expect(DEFAULT_RETENTION[layer]).toBeLessThanOrEqual(MAX_RETENTION_DAYS);
  }
});

test('layers, bounds and defaults match the specification', () => {
  expect(LAYERS).toEqual(['READING', 'HOUR', 'DAY', 'PURIFIER_STATE', 'ALARM']);
  expect(LAYERS.map(minRetentionDays)).toEqual([30, 30, 30, 30, 365]);
  expect([MIN_RETENTION_DAYS, MAX_RETENTION_DAYS]).toEqual([30, 36_500]);
  expect(DEFAULT_RETENTION).toEqual({ READING: 1825, HOUR: 3650, DAY: 36_500, PURIFIER_STATE: 1825, ALARM: 1095 });
});
