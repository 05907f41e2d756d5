import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../duration.ts';
import type { AirSample } from '../purifier/effect.ts';
import { airChanges, eveningFall, fallOf, outdoorCo2, summarizeRates } from './ventilation.ts';

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
    ['the lowest hours of a week', hours(430), { ppm: 430, isSeen: true }],
    ['at least 400', hours(380), { ppm: 400, isSeen: true }],
    ['the default for a room that is never aired', hours(620), { ppm: 420, isSeen: false }],
    ['the default for too few hours', hours(430, 47), { ppm: 420, isSeen: false }],
    ['the default without readings', [], { ppm: 420, isSeen: false }],
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
