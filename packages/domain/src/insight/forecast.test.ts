import { describe, expect, it } from 'vitest';
import { DAY_SLOTS, type ForecastBasis, predict, type SlotDay, usualDay } from './forecast.ts';
import { forecastCurve, minutesUntil, movedBy } from './forecast-curve.ts';
import { BAND_CELLS, type ForecastModel, makeModel } from './forecast-model.ts';

const flatDay = (value: number, isWeekend = false): SlotDay => ({
  isWeekend,
  values: new Float64Array(DAY_SLOTS).fill(value),
});

/** A day with a meeting from 10:00 to 12:00 that raises CO2 step by step, at `size` of its usual height. */
const meetingDay = (size: number): SlotDay => {
  const { values } = flatDay(450);
  for (let slot = 60; slot < 72; slot++) values[slot] = 450 + size * 60 * (slot - 59);
  for (let slot = 72; slot < DAY_SLOTS; slot++) values[slot] = 450 + size * 720 * 0.9 ** (slot - 71);
  return { isWeekend: false, values };
};

describe('usualDay', () => {
  it('is the mean of the last five days of the same kind', () => {
    const days = [flatDay(9000), ...[1, 2, 3, 4].map((value) => flatDay(value)), flatDay(700, true), null, flatDay(5)];
    expect(usualDay(days, days.length, false)[0]).toBe(3);
    expect(usualDay(days, days.length, true)[100]).toBe(700);
  });

  it('has no value where no such day was measured', () => {
    expect(usualDay([null, flatDay(500)], 2, true)[0]).toBeNaN();
  });
});

describe('predict', () => {
  const usual = new Float64Array(DAY_SLOTS).fill(500);
  usual[66] = 700;
  const basis: ForecastBasis = { level: 800, before: 780, slot: 60, usual };
  // 0.7 per 15 minutes: the sum of 0.7^(i·2/3), i = 1 to 6, is 2.8308.
  it.each([
    ['HALF_USUAL', 900],
    ['TREND', 800 + 20 * 2.8308],
    ['BOTH', (900 + 800 + 20 * 2.8308) / 2],
  ] as const)('%s of an hour ahead', (method, expected) => {
    expect(predict(method, basis, 6)).toBeCloseTo(expected, 1);
  });

  it('is never negative', () => {
    expect(predict('TREND', { ...basis, level: 5, before: 50 }, 6)).toBe(0);
  });
});

describe('makeModel', () => {
  const options = { isWeekend: false, leastChange: 10 };

  it('finds the change that comes back each day, and the method that predicts it best', () => {
    const days = Array.from({ length: 20 }, (_, i) => meetingDay(1 + 0.2 * ((i % 3) - 1)));
    expect(makeModel(days, options)).toMatchObject({ method: 'HALF_USUAL' });
  });

  it('makes none where nothing changes, where a day is unlike the others, and from two days', () => {
    expect(
      makeModel(
        Array.from({ length: 20 }, () => flatDay(600)),
        options,
      ),
    ).toBeNull();
    expect(makeModel([...Array.from({ length: 15 }, () => flatDay(600)), meetingDay(1)], options)).toBeNull();
    expect(makeModel([meetingDay(1), meetingDay(1)], options)).toBeNull();
  });

  it('makes none where the changes are smaller than a sensor can tell', () => {
    const days = Array.from({ length: 20 }, () => meetingDay(0.02));
    expect(makeModel(days, options)).toBeNull();
  });
});

const model = (low: number, high: number): ForecastModel => ({
  method: 'TREND',
  skill: 0.4,
  usual: new Float64Array(DAY_SLOTS),
  low: new Float64Array(BAND_CELLS).fill(low),
  high: new Float64Array(BAND_CELLS).fill(high),
});

describe('forecastCurve and minutesUntil', () => {
  const end = Date.UTC(2026, 2, 2, 3);
  const basis = { level: 900, before: 860, slot: 60 };
  const points = forecastCurve(model(-50, 80), basis, end);

  it('predicts seven slots with their band, from the middle of each', () => {
    expect(points).toHaveLength(7);
    const [first] = points;
    expect(first).toMatchObject({ time: end + 300_000 });
    expect(first?.value).toBeCloseTo(931.5, 1);
    expect([(first?.low ?? 0) - (first?.value ?? 0), (first?.high ?? 0) - (first?.value ?? 0)]).toEqual([-50, 80]);
  });

  it.each([
    ['passes it between two slots', 950, 910, 10],
    ['passes it at once', 920, 919, 5],
    ['passes it late', 1000, 910, 40],
    ['does not pass it', 1100, 910, null],
    ['is above it already', 900, 910, null],
  ])('%s', (_, limit, value, minutes) => {
    expect(minutesUntil(limit, points, { time: end, value })).toBe(minutes);
  });

  it('is moved by what the open slot shows, as far as that has passed', () => {
    const last = { time: end - 300_000, value: 900 };
    // The curve expects 915.8 half way to its first point.
    const open = { time: end, value: 955.8, share: 0.5 };
    const moved = movedBy(points, last, open).map(({ value }) => value);
    expect(moved[6]).toBeCloseTo((points[6]?.value ?? 0) + 20, 1);
    expect(movedBy(points, last, { ...open, share: 0 })).toEqual(points);
    expect(movedBy([], last, open)).toEqual([]);
  });

  it('is empty without a band for that hour', () => {
    expect(forecastCurve(model(Number.NaN, 80), basis, end)).toEqual([]);
  });
});
