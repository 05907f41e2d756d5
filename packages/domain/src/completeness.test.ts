import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { completenessOf, expectedFrames, isComparable, type MeterPeriod, receivedFrames } from './completeness.ts';
import { HOUR_MS, MINUTE_MS } from './duration.ts';

const always = (intervalS: number) => ({ periods: [{ from: 0, intervalS, use: 'Y' as const }] });
const share = (frames: number, periodMs: number, intervalS: number) =>
  completenessOf([receivedFrames(frames, always(intervalS), 0, periodMs)]);

it.each([
  [60, HOUR_MS, 60, 1],
  [45, HOUR_MS, 60, 0.75],
  [44, HOUR_MS, 60, 0.733],
  [0, HOUR_MS, 60, 0],
  [61, HOUR_MS, 60, 1],
  [12, HOUR_MS, 300, 1],
  [15, HOUR_MS / 2, 60, 0.5],
  [1440, 25 * HOUR_MS, 60, 0.96],
  [514, HOUR_MS, 7, 1],
  [86_399, 24 * HOUR_MS, 1, 0.999],
  [0, 10_000, 60, 0],
  [1, 10_000, 60, 1],
])('%i frames in %i ms at %i s are %d', (frames, periodMs, intervalS, expected) => {
  expect(share(frames, periodMs, intervalS)).toBe(expected);
});

it('expects one frame in a period shorter than the interval', () => {
  expect(expectedFrames(10_000, 60)).toBe(1);
});

it('counts as comparable from 75 %', () => {
  expect(isComparable(share(45, HOUR_MS, 60) ?? 0)).toBe(true);
  expect(isComparable(share(44, HOUR_MS, 60) ?? 0)).toBe(false);
});

describe('a meter with a history', () => {
  // Registered at 10:00, every ten minutes from 12:00, out of use from 14:00 to 16:00.
  const periods: MeterPeriod[] = [
    { from: 10 * HOUR_MS, intervalS: 60, use: 'Y' },
    { from: 12 * HOUR_MS, intervalS: 600, use: 'Y' },
    { from: 14 * HOUR_MS, intervalS: 600, use: 'N' },
    { from: 16 * HOUR_MS, intervalS: 60, use: 'Y' },
  ];
  test.each([
    ['before its registration', 8, 10, 0],
    ['around its registration', 9, 11, 60],
    ['at its first interval', 10, 12, 120],
    ['around the change of the interval', 11, 13, 66],
    ['while it is out of use', 14, 16, 0],
    ['around that time', 13, 17, 66],
    ['in all', 0, 24, 120 + 12 + 8 * 60],
    ['in no time', 11, 11, 0],
  ])('%s expects what was expected then', (_, from, to, expected) => {
    expect(receivedFrames(1e6, { periods }, from * HOUR_MS, to * HOUR_MS)).toEqual({ frames: expected, expected });
  });

  it('changes nothing of a place before its registration, and no complete meter makes up for another', () => {
    const others = [receivedFrames(100, always(60), 0, HOUR_MS), receivedFrames(30, always(60), 0, HOUR_MS)];
    expect(completenessOf(others)).toBe(0.75);
    expect(completenessOf([...others, receivedFrames(0, { periods }, 0, HOUR_MS)])).toBe(0.75);
    expect(completenessOf([receivedFrames(9, { periods }, 0, HOUR_MS)])).toBeNull();
    expect(completenessOf([])).toBeNull();
  });
});

it('adds up: a period expects as much as its parts, but for a frame at each cut', () => {
  const period = fc.record({
    gap: fc.integer({ min: 1, max: 5 * HOUR_MS }),
    intervalS: fc.constantFrom(1, 60, 600),
    use: fc.constantFrom('Y' as const, 'N' as const),
  });
  fc.assert(
    fc.property(
      fc.array(period, { maxLength: 5 }),
      fc.nat(20 * 60),
      fc.nat(20 * 60),
      fc.nat(99_999),
      (gaps, a, b, n) => {
        const froms = gaps.map((_, i) => gaps.slice(0, i + 1).reduce((sum, { gap }) => sum + gap, 0));
        const periods = gaps.map(({ intervalS, use }, i) => ({ from: froms[i] ?? 0, intervalS, use }));
        const [cut, end] = [Math.min(a, b) * MINUTE_MS, Math.max(a, b) * MINUTE_MS];
        const expected = (start: number, until: number) => receivedFrames(n, { periods }, start, until).expected;
        expect(Math.abs(expected(0, end) - expected(0, cut) - expected(cut, end))).toBeLessThanOrEqual(2);
        const all = completenessOf([receivedFrames(n, { periods }, 0, end)]);
        expect(all === null || (all >= 0 && all <= 1)).toBe(true);
      },
    ),
  );
});
