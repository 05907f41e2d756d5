import { FAN_SPEEDS } from '@airdeck/domain/purifier-state';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { autoSpeed } from './purifier.ts';

it.each([
  [15, 'STOP', 'STOP'],
  [15.1, 'STOP', 'WEAK'],
  [35.1, 'WEAK', 'MEDIUM'],
  [80, 'STOP', 'STRONG'],
  [68, 'STRONG', 'STRONG'],
  [67, 'STRONG', 'MEDIUM'],
  [31, 'STRONG', 'WEAK'],
  [14, 'WEAK', 'WEAK'],
  [13.5, 'WEAK', 'STOP'],
  [14, 'STOP', 'STOP'],
] as const)('at PM2.5 of %d from %s takes %s', (pm25, now, next) => {
  expect(autoSpeed(pm25, now)).toBe(next);
});

it('settles: a second look at the same air changes nothing', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 300, noNaN: true }), fc.constantFrom(...FAN_SPEEDS), (pm25, now) => {
      const next = autoSpeed(pm25, now);
      expect(autoSpeed(pm25, next)).toBe(next);
    }),
  );
});
