import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../duration.ts';
import type { AirSample } from '../purifier/effect.ts';
import { airChanges, closedAfter, eveningFall, fallOf, outdoorCo2, summarizeRates } from './ventilation.ts';

/** CO2 over minutes. */
const course = (co2: (minute: number) => number, minutes = 60, every = 1): AirSample[] =>
  Array.from({ length: Math.ceil(minutes / every) }, (_, i) => ({
    time: i * every * MINUTE_MS,
    value: co2(i * every),
  }));
const decay = (rate: number, start = 1000, outdoor = 420) =>
  course((minute) => outdoor + start * Math.exp((-rate * minute) / 60));

describe('airChanges', () => {
  it.each([
    [420, 2.5, 6],
    [450, 2.869, 3],
    [400, 2.315, 3],
  ])('finds the rate of a known decay with %i ppm outdoors', (outdoor, rate, digits) => {
    const samples = course((minute) => 420 + 1000 * Math.exp((-2.5 * minute) / 60), 61);
    expect(airChanges(samples, outdoor)?.rate).toBeCloseTo(rate, digits);
  });

  it('has no rate without samples above outdoor air', () => {
    expect(
      airChanges(
        course(() => 400),
        420,
      ),
    ).toBeNull();
  });
});

describe('fallOf', () => {
  it('has the rate with its interval and the band of an unsure outdoor air', () => {
    const fall = fallOf(decay(1, 800), 420);
    expect(fall).toMatchObject({ from: 1220, air: { count: 60 } });
    if (typeof fall === 'string') expect.unreachable();
    expect(fall.air.rate).toBeCloseTo(1, 6);
    expect(fall.low).toBeLessThan(1);
    expect(fall.high).toBeGreaterThan(1);
  });

  it('takes longer where the fall is slow', () => {
    const slow = course((minute) => 420 + 400 * Math.exp((-0.2 * minute) / 60), 180);
    const fall = fallOf(slow, 420);
    if (typeof fall === 'string') expect.unreachable();
    expect([fall.air.rate, fall.air.count]).toEqual([expect.closeTo(0.2, 3), 90]);
  });

  it.each([
    ['without readings', [], 'NO_READINGS'],
    ['that begins near outdoor air', decay(1, 199), 'START_LOW'],
    ['that reaches outdoor air within half an hour', decay(6, 400), 'TOO_SHORT'],
    ['of too few readings', course((minute) => 420 + 800 * Math.exp(-minute / 60), 60, 15), 'TOO_SHORT'],
    ['that hardly falls', course((minute) => 900 - minute / 3, 180), 'SMALL_FALL'],
    ['that stops half way', course((minute) => 420 + 700 * Math.exp(-Math.min(minute, 30) / 40)), 'POOR_FIT'],
    [
      'during which people come back',
      course((minute) => (minute < 25 ? 1400 - 30 * minute : 650 + 14 * (minute - 25))),
      'POOR_FIT',
    ],
  ])('refuses a fall %s', (_, samples, reason) => {
    expect(fallOf(samples, 420)).toBe(reason);
  });
});

describe('eveningFall', () => {
  it('begins at the highest value after closing, when people leave', () => {
    const staying = course((minute) => (minute < 40 ? 1000 + minute : 1040 * Math.exp(-(minute - 40) / 90)), 240);
    const fall = eveningFall(staying, 10 * MINUTE_MS, 420);
    expect(fall).toMatchObject({ start: 40 * MINUTE_MS });
  });

  it('does not look before closing', () => {
    const early = course((minute) => 420 + 900 * Math.exp(-minute / 40), 240);
    expect(eveningFall(early, 90 * MINUTE_MS, 420)).toBe('START_LOW');
    expect(eveningFall(early, 400 * MINUTE_MS, 420)).toBe('NO_READINGS');
  });
});

describe('outdoorCo2', () => {
  const hours = (value: number, count = 168) => Array.from({ length: count }, (_, i) => value + (i % 10));
  it.each([
    ['the lowest hours of a week', hours(430), { ppm: 430, source: 'ROOM' }],
    ['at least 400', hours(380), { ppm: 400, source: 'ROOM' }],
    ['the default for a room that is never aired', hours(620), { ppm: 420, source: 'DEFAULT' }],
    ['the default for too few hours', hours(430, 47), { ppm: 420, source: 'DEFAULT' }],
    ['the default without readings', [], { ppm: 420, source: 'DEFAULT' }],
  ])('is %s', (_, lowest, expected) => {
    expect(outdoorCo2(lowest)).toEqual(expected);
  });

  it('leaves a few faulty low values out', () => {
    expect(outdoorCo2([0, 10, 20, ...hours(440)]).ppm).toBeGreaterThanOrEqual(440);
  });
});

it('summarizeRates has the median and the range', () => {
  expect(summarizeRates([0.59, 0.52, 0.44, 0.95, 1, 0.48, 0.36])).toEqual({
    ...{ median: 0.52, lowest: 0.36, highest: 1, count: 7 },
  });
  expect(summarizeRates([])).toBeNull();
});

describe('closedAfter', () => {
  const [hours, day] = [60 * MINUTE_MS, 24];
  const open = (...times: readonly (readonly [number, number])[]) =>
    times.map(([start, end]) => ({ start: start * hours, end: end * hours }));

  it.each([
    ['the evening until the next morning', open([9, 18]), open([day + 9, day + 18]), [18, day + 9]],
    ['the last of two times, not the lunch break', open([9, 12], [13, 18]), open([day + 9, day + 18]), [18, day + 9]],
    ['before a closed day without an end', open([9, 18]), [], [18, Number.POSITIVE_INFINITY]],
    ['the morning of a place that is open at night', open([0, 6], [18, 24]), open([day, day + 6]), [6, 18]],
  ])('is %s', (_, today, next, [start = 0, end = 0]) => {
    expect(closedAfter(today, next)).toEqual({ start: start * hours, end: end * hours });
  });

  it.each([
    ['on a closed day', [], open([day + 9, day + 18])],
    ['where it never closes', open([0, 24]), open([day, day + 24])],
    ['where it closes for less than half an hour', open([0, 23.75]), open([day, day + 24])],
  ])('has no time %s', (_, today, next) => {
    expect(closedAfter(today, next)).toBeNull();
  });
});
