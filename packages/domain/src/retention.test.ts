import { expect, test } from 'vitest';
import { brokenLayer, DEFAULT_RETENTION, LAYERS, MAX_RETENTION_DAYS, MIN_RETENTION_DAYS } from './retention.ts';

test.each([
  [30, 30, 30, null],
  [31, 30, 40, 'HOUR'],
  [30, 40, 39, 'DAY'],
  [50, 40, 30, 'HOUR'],
  [30, 60, 60, null],
] as const)('%i ≤ %i ≤ %i: %s', (READING, HOUR, DAY, broken) => {
  expect(brokenLayer({ READING, HOUR, DAY, PURIFIER_STATE: 30 })).toBe(broken);
});

test('the defaults are allowed', () => {
  expect(brokenLayer(DEFAULT_RETENTION)).toBeNull();
  for (const layer of LAYERS) {
    expect(DEFAULT_RETENTION[layer]).toBeGreaterThanOrEqual(MIN_RETENTION_DAYS);
    expect(DEFAULT_RETENTION[layer]).toBeLessThanOrEqual(MAX_RETENTION_DAYS);
  }
});
