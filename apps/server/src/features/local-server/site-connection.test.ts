import { expect, it } from 'vitest';
import { pauseAfter } from './site-connection.ts';

it.each([
  ['a site that is gone', 'LOST', 5_000],
  ['a wrong password', 'LOGIN', 60_000],
] as const)(
  '%s is tried again soon, then more rarely, with chance, and never more rarely than that',
  (_, error, most) => {
    for (const chance of [0, 0.3, 0.999]) {
      const pauses = Array.from({ length: 2_000 }, (_, failures) => pauseAfter(failures, error, () => chance));
      expect(pauses[0]).toBeLessThanOrEqual(500);
      expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(250);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(most);
      expect(Math.max(...pauses)).toBeGreaterThanOrEqual(most / 2);
    }
    expect(pauseAfter(9, error, () => 0)).not.toBe(pauseAfter(9, error, () => 0.5));
  },
);
