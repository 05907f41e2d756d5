import { describe, expect, it } from 'vitest';
import { compareBeforeAfter, type RoomHour } from './before-after.ts';
import { normal, seeded } from './testing/seeded-random.ts';

interface Room {
  seed: number;
  days: number;
  /** Factor of the air after the change. */
  factor: number;
  knowsOutdoor: boolean;
}

/**
 * PM2.5 of a room before and after: outdoor air that resembles the day before (correlation 0.6), of which a share comes
 * in, and what people stir up in working hours.
 */
const roomOf = ({ seed, days, factor, knowsOutdoor }: Room): [RoomHour[], RoomHour[]] => {
  const random = seeded(seed);
  const chance = (): number => normal(random);
  let weather = chance();
  const periodOf = (first: number, change: number): RoomHour[] =>
    Array.from({ length: days }, (_, i) => first + i).flatMap((day) => {
      weather = 0.6 * weather + 0.8 * chance();
      const room = 0.15 * chance();
      const isWeekend = day % 7 >= 5;
      return Array.from({ length: 24 }, (_, hour) => {
        const outdoor = 20 * Math.exp(0.45 * weather + 0.1 * chance());
        const people = !isWeekend && hour >= 9 && hour < 18 ? 1.3 : 1;
        const value = change * 0.6 * outdoor * people * Math.exp(room + 0.1 * chance());
        const text = new Date(Date.UTC(2026, 2, 2 + day)).toISOString().slice(0, 10);
        return { day: text, isWeekend, hour, value, outdoor: knowsOutdoor ? outdoor : null };
      });
    });
  const before = periodOf(0, 1);
  return [before, periodOf(days, factor)];
};

const ROOMS = 200;
const verdictsOf = (room: Omit<Room, 'seed'>) => {
  const counts = { LOWER: 0, HIGHER: 0, UNCHANGED: 0, CANNOT_TELL: 0 };
  for (let seed = 0; seed < ROOMS; seed++) counts[compareBeforeAfter(...roomOf({ ...room, seed })).verdict]++;
  return counts;
};

describe('compareBeforeAfter', () => {
  it.each([
    { days: 7, knowsOutdoor: true },
    { days: 14, knowsOutdoor: true },
    { days: 14, knowsOutdoor: false },
  ])(
    'says "lower" of at most 5 %% of rooms without an effect: $days days, outdoor air known: $knowsOutdoor',
    (room) => {
      const { LOWER, HIGHER } = verdictsOf({ ...room, factor: 1 });
      expect(LOWER / ROOMS).toBeLessThanOrEqual(0.05);
      expect(HIGHER / ROOMS).toBeLessThanOrEqual(0.05);
    },
  );

  it('finds a purifier that halves the dust in nearly all rooms, and holds the true effect in its interval', () => {
    const room = { days: 14, knowsOutdoor: true, factor: 0.5 };
    expect(verdictsOf(room).LOWER / ROOMS).toBeGreaterThan(0.95);
    const held = Array.from({ length: ROOMS }, (_, seed) => compareBeforeAfter(...roomOf({ ...room, seed }))).filter(
      ({ low, high }) => low <= -0.5 && high >= -0.5,
    );
    expect(held.length / ROOMS).toBeGreaterThanOrEqual(0.92);
  });

  it('can tell more where outdoor air is known', () => {
    const room = { days: 14, factor: 0.7 };
    const known = verdictsOf({ ...room, knowsOutdoor: true }).LOWER;
    expect(known).toBeGreaterThan(2 * verdictsOf({ ...room, knowsOutdoor: false }).LOWER);
  });

  const [before, after] = roomOf({ seed: 1, days: 10, factor: 0.5, knowsOutdoor: true });
  it('names the days and whether outdoor air counted', () => {
    expect(compareBeforeAfter(before, after)).toMatchObject({ daysBefore: 10, daysAfter: 10, usesOutdoor: true });
    const [first, ...rest] = after;
    if (!first) expect.unreachable();
    expect(compareBeforeAfter(before, [{ ...first, outdoor: null }, ...rest]).usesOutdoor).toBe(false);
  });

  const onDays = (hours: readonly RoomHour[], count: number) => {
    const days = [...new Set(hours.map(({ day }) => day))].slice(0, count);
    return hours.filter(({ day }) => days.includes(day));
  };
  it.each([
    ['too few days', onDays(before, 4), after],
    ['too few hours of each day', before.filter(({ hour }) => hour < 5), after],
    ['no hours in common', before.filter(({ hour }) => hour < 12), after.filter(({ hour }) => hour >= 12)],
    ['nothing after', before, []],
    ['nothing at all', [], []],
  ])('cannot tell from %s', (_, first, second) => {
    expect(compareBeforeAfter(first, second).verdict).toBe('CANNOT_TELL');
  });

  it('compares the same hours only: a period without its worst hours is no improvement', () => {
    const quiet = before.filter(({ hour }) => hour < 9 || hour >= 18);
    const { change } = compareBeforeAfter(
      before,
      quiet.map((hour) => ({ ...hour, day: `2027${hour.day.slice(4)}` })),
    );
    expect(change).toBeCloseTo(0, 6);
  });
});
