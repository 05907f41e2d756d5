import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../duration.ts';
import type { FanSpeed } from '../purifier-state.ts';
import { type AirSample, effectsOf, type FanSpan, fitDecay, isIneffective } from './effect.ts';

const T0 = Date.UTC(2026, 10, 22);
const at = (minute: number): number => T0 + minute * MINUTE_MS;
/** One value per minute, starting at minute `from`. */
const minutes = (from: number, values: readonly number[]): AirSample[] =>
  values.map((value, i) => ({ time: at(from + i), value }));
/** A concentration that decays by `rate` per hour. */
const falling = (from: number, count: number, start: number, rate: number): AirSample[] =>
  minutes(
    from,
    Array.from({ length: count }, (_, i) => start * Math.exp((-rate * i) / 60)),
  );
const span = (from: number, to: number, speed: FanSpeed): FanSpan => ({ start: at(from), end: at(to), speed });

/** CO2 of an office after its last person left: Candanedo & Feldheim 2016, UCI data set 357, CC BY 4.0, 2015-02-06 18:07. */
const OFFICE = [
  778.5, 781.2, 780.5, 775.5, 763.3, 758, 750.5, 746, 750, 740, 738.5, 730.7, 725.5, 724, 722.5, 719, 711, 703.7, 703,
  704.3, 689, 686.5, 674.5, 672, 666.5, 664.8, 664.5, 661, 649.5, 647, 645.5, 644, 636.5, 630.5, 626, 625, 625.5, 624,
  614, 616.5, 609.7, 607.5, 602, 598, 595.5, 593, 592, 582, 581.7, 576.5, 572.5, 575.5, 578.5, 578, 572.5, 574.3, 570,
  569, 562, 562,
];

describe('fitDecay', () => {
  it('gives the air change rate of recorded CO2 above outdoor air', () => {
    const fit = fitDecay(minutes(0, OFFICE), 420);
    expect(fit?.rate).toBeCloseTo(1.004, 2);
    expect(fit?.r2).toBeGreaterThan(0.99);
  });

  it('finds no decay in constant air', () => {
    const fit = fitDecay(minutes(0, new Array<number>(30).fill(20)));
    expect(fit?.rate).toBeCloseTo(0, 9);
    expect(fit?.r2).toBeCloseTo(0, 9);
  });

  it.each([
    ['falling', 3],
    ['slowly', 0.2],
    ['rising', -1],
  ])('%s air has its rate', (_, rate) => {
    const fit = fitDecay(falling(0, 30, 80, rate));
    expect(fit?.rate).toBeCloseTo(rate, 9);
    expect(fit?.r2).toBeCloseTo(1, 9);
  });

  it('subtracts the background first', () => {
    const samples = falling(0, 60, 100, 2).map(({ time, value }) => ({ time, value: value + 12 }));
    expect(fitDecay(samples, 12)?.rate).toBeCloseTo(2, 9);
    expect(fitDecay(samples)?.rate).toBeLessThan(2);
  });

  it.each([
    ['too few', falling(0, 7, 80, 3)],
    ['of nothing', minutes(0, new Array<number>(30).fill(0))],
    ['at one time', falling(0, 30, 80, 3).map(({ value }) => ({ time: T0, value }))],
  ])('there is none %s', (_, samples) => {
    expect(fitDecay(samples)).toBeNull();
  });

  it('fits worse with more noise', () => {
    const stirred = falling(0, 30, 80, 1).map(({ time, value }, i) => ({ time, value: value * (i % 2 ? 1.4 : 0.7) }));
    expect(fitDecay(stirred)?.r2).toBeLessThan(0.5);
  });
});

describe('effectsOf', () => {
  const strong = [span(0, 60, 'STOP'), span(60, 120, 'STRONG')];

  it("separates the purifier's effect from air that improves by itself", () => {
    const samples = [...falling(0, 60, 120, 0.5), ...falling(60, 60, 72.8, 3.5)];
    const [effect, ...more] = effectsOf(strong, samples);
    expect(more).toEqual([]);
    expect(effect).toMatchObject({ time: at(60), end: at(120), from: 'STOP', to: 'STRONG' });
    expect(effect?.before).toBeCloseTo(74.6, 0);
    expect(effect?.after).toBeCloseTo(2.6, 0);
    expect(effect?.decay?.rate).toBeCloseTo(3.5, 6);
    expect(effect?.decayBefore?.rate).toBeCloseTo(0.5, 6);
    expect(effect?.airChanges).toBeCloseTo(3, 6);
  });

  it('uses an earlier decay with the fan stopped when the air got worse before', () => {
    const spans = [span(-120, -60, 'STRONG'), span(-60, 60, 'STOP'), span(60, 120, 'STRONG')];
    const samples = [...falling(-60, 90, 60, 0.6), ...falling(30, 30, 25, -2), ...falling(60, 60, 68, 3)];
    const [effect] = effectsOf(spans, samples);
    expect(effect?.decayBefore?.rate).toBeCloseTo(0.6, 6);
    expect(effect?.airChanges).toBeCloseTo(2.4, 6);
  });

  it.each<[string, FanSpan[], AirSample[]]>([
    ['nothing is known of the air without it', strong, falling(60, 60, 70, 3)],
    [
      'air does not fall in a line',
      strong,
      [...falling(0, 60, 120, 0.5), ...minutes(60, [70, 20, 60, 10, 50, 15, 40, 60])],
    ],
    ['air falls no faster than before', strong, [...falling(0, 60, 120, 3), ...falling(60, 60, 6, 2)]],
    [
      'it only blows more strongly, in air that rose',
      [span(0, 60, 'WEAK'), span(60, 120, 'STRONG')],
      [...falling(0, 60, 20, -1), ...falling(60, 60, 55, 3)],
    ],
  ])('bring no estimate where %s', (_, spans, samples) => {
    expect(effectsOf(spans, samples)).toMatchObject([{ airChanges: null }]);
  });

  it.each<[string, FanSpan[]]>([
    ['a weaker fan', [span(0, 60, 'STRONG'), span(60, 120, 'WEAK')]],
    ['the first that is known', [span(60, 120, 'STRONG')]],
    ['one after a gap', [span(0, 30, 'STOP'), span(60, 120, 'STRONG')]],
    ['one that did not last', [span(0, 60, 'STOP'), span(60, 69, 'STRONG')]],
  ])('%s is none', (_, spans) => {
    expect(effectsOf(spans, falling(0, 120, 80, 1))).toEqual([]);
  });

  it('reports null for air without readings', () => {
    expect(effectsOf(strong, [])).toMatchObject([{ before: null, after: null, decay: null, decayBefore: null }]);
  });

  it('fits the decay from the peak', () => {
    const samples = [...falling(0, 80, 20, -1), ...falling(80, 40, 76, 3)];
    const [effect] = effectsOf(strong, samples);
    expect(effect?.decay?.rate).toBeCloseTo(3, 6);
    expect(effect?.airChanges).toBeNull();
  });

  it('limits an effect to two hours', () => {
    const [effect] = effectsOf([span(0, 60, 'STOP'), span(60, 600, 'WEAK')], falling(0, 600, 80, 0.5));
    expect(effect).toMatchObject({ end: at(180) });
  });
});

describe('isIneffective', () => {
  const room = { bound: 35, intervalS: 60 };
  const repeat = (value: number, count = 30): number[] => new Array<number>(count).fill(value);
  it.each([
    ['in air that stays', repeat(60), true],
    ['in air that rises', Array.from({ length: 30 }, (_, i) => 40 + i), true],
    ['in air that dithers', Array.from({ length: 30 }, (_, i) => (i % 2 ? 62 : 58)), true],
    ['in air that falls', Array.from({ length: 30 }, (_, i) => 90 * 0.97 ** i), false],
    ['in air that falls a little', Array.from({ length: 30 }, (_, i) => 60 * 0.9955 ** i), null],
    ['in air that was good once', [...repeat(60, 15), 34, ...repeat(60, 14)], null],
    ['in air that is nearly good', repeat(33), null],
    ['in good air', repeat(20), false],
    ['of which too little is known', repeat(60, 22), null],
    ['of which nothing is known', [], null],
  ])('%s: %#', (_, values, expected) => {
    expect(isIneffective(minutes(0, values), room)).toBe(expected);
  });

  it('is false below the bound and in air that improves by half', () => {
    const values = fc.array(fc.double({ min: 0.1, max: 500, noNaN: true }), { minLength: 30, maxLength: 60 });
    fc.assert(
      fc.property(values, (given) => {
        const below = given.map((value) => Math.min(value, 35));
        expect(isIneffective(minutes(0, below), room)).not.toBe(true);
        const halved = given.map((value, i) => (36 + value) * (i < given.length / 2 ? 1 : 0.4));
        const flat = halved.map((value, i) => (i < given.length / 2 ? 536 : Math.min(value, 250)));
        expect(isIneffective(minutes(0, flat), room)).toBe(false);
      }),
    );
  });

  it('is null for a meter that measures hourly', () => {
    expect(isIneffective([{ time: T0, value: 60 }], { bound: 35, intervalS: HOUR_MS / 1000 })).toBeNull();
  });
});
