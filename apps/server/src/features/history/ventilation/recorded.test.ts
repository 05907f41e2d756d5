import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { airChanges, eveningFall, fallOf, type VentilationRefusal } from '@airdeck/domain/insight/ventilation';
import type { AirSample } from '@airdeck/domain/purifier/effect';
import { beforeAll, describe, expect, it } from 'vitest';
import { HAS_RECORDINGS, readOffice } from '../../../testing/recorded-samples.ts';

const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}:00Z`);

describe.skipIf(!HAS_RECORDINGS)('evenings of a recorded office', () => {
  let samples: AirSample[] = [];
  let presence: AirSample[] = [];
  beforeAll(() => {
    samples = readOffice();
    presence = readOffice('Occupancy');
  });
  const from = (text: string): AirSample[] => {
    const start = samples.findIndex(({ time }) => time >= at(text));
    return samples.slice(start, start + 60);
  };

  it.each([
    ['2015-02-06 18:07', [0.922, 1.004, 1.104], 0.02, 0.995],
    ['2015-02-09 18:05', [0.47, 0.478, 0.487], 0.008, 0.995],
    ['2015-02-05 18:05', [0.881, 0.946, 1.023], 0.03, 0.984],
  ])('has the rates of the table for 400, 420 and 440 ppm outdoors: %s', (start, rates, margin, r2) => {
    const fits = [400, 420, 440].map((outdoor) => airChanges(from(start), outdoor));
    expect(fits.map((fit) => Math.round((fit?.rate ?? 0) * 1000) / 1000)).toEqual(rates);
    expect(fits[1]?.margin).toBeCloseTo(margin, 2);
    expect(fits[1]?.r2).toBeCloseTo(r2, 3);
  });

  /** The hour after the last person has left on a day. */
  const afterLeaving = (day: string): AirSample[] => {
    const present = presence.filter(({ time, value }) => value === 1 && time < at(`${day} 00:00`) + DAY_MS);
    const left = (present.at(-1)?.time ?? 0) + 1;
    return samples.filter(({ time }) => time > left).slice(0, 60);
  };

  it.each([
    ['2015-02-02', 0.59],
    ['2015-02-03', 0.52],
    ['2015-02-04', 0.44],
    ['2015-02-05', 0.95],
    ['2015-02-06', 1.0],
    ['2015-02-09', 0.48],
    ['2015-02-16', 0.36],
  ])('has the rate of the first hour after leaving: %s', (day, rate) => {
    expect(airChanges(afterLeaving(day), 420)?.rate).toBeCloseTo(rate, 2);
  });

  it('refuses an hour that fits badly, and CO2 that stays level in an empty room', () => {
    const late = afterLeaving('2015-02-17');
    expect(airChanges(late, 420)).toMatchObject({ rate: expect.closeTo(0.11, 2), r2: expect.closeTo(0.877, 3) });
    expect(fallOf(late, 420)).toBe('POOR_FIT');
    expect(fallOf(from('2015-02-12 10:38'), 420)).toBe('SMALL_FALL');
  });

  it('has a rate for each evening with a basis by the closing time alone, and a reason for the others', () => {
    const closed = (day: number): number | VentilationRefusal => {
      const closing = at('2015-02-02 18:00') + day * DAY_MS;
      const evening = samples.filter(({ time }) => time >= closing && time < closing + 5 * HOUR_MS);
      const fall = eveningFall(evening, closing, 420);
      return typeof fall === 'string' ? fall : Math.round(fall.air.rate * 100) / 100;
    };
    expect(Array.from({ length: 16 }, (_, day) => closed(day))).toEqual([
      ...[0.59, 0.47, 0.45, 0.96, 1.01, 'START_LOW', 'START_LOW'],
      ...[0.47, 'NO_READINGS', 'POOR_FIT', 'START_LOW', 'START_LOW', 'START_LOW', 'SMALL_FALL'],
      ...[0.35, 'POOR_FIT'],
    ]);
  });
});
