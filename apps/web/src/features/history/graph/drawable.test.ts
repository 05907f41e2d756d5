import { describe, expect, it } from 'vitest';
import { historySearch } from '../model/search.ts';
import { sampleMeter, sampleMeters } from '../testing/sample-meter.ts';
import { drawableOf, measureOf, measuresOf } from './drawable.ts';

const METERS = sampleMeters().slice(0, 2);
const search = (query: object) => historySearch.parse(query);

describe('measuresOf', () => {
  it.each([
    ['meter', {}, ['INDEX', 'PM2.5', 'CO2']],
    ['sensor', {}, ['PM2.5', 'CO2']],
    ['sensor', { type: 'CO2' }, ['CO2']],
    ['sensor', { sensor: '71', type: 'CO2' }, ['PM2.5']],
  ] as const)('%s %j: %j', (kind, query, measures) =>
    expect(measuresOf(kind, METERS, search(query))).toEqual(measures),
  );
});

it.each([
  [{ measure: 'CO2' }, 'CO2'],
  // Left over from another meter.
  [{ measure: 'HCHO' }, 'INDEX'],
  [{}, 'INDEX'],
])('of %j shows %s', (query, measure) => expect(measureOf(['INDEX', 'CO2'], search(query))).toBe(measure));

describe('drawableOf', () => {
  const bare = sampleMeter({
    id: 60,
    sensors: [{ id: 600, type: 'PM10', sequence: 1, name: 'PM10 1' }],
    purifiers: [],
  });

  it.each([
    ['meter', {}, 'INDEX', [7, 8, 60]],
    ['meter', {}, 'CO2', [7, 8]],
    ['sensor', {}, 'CO2', [70, 80]],
    ['sensor', { sensor: ['71', '80'] }, 'PM2.5', [71]],
    ['purifier', {}, 'INDEX', [700, 800]],
    ['purifier', { purifier: '800' }, 'INDEX', [800]],
  ] as const)('%s %j, %s: %j', (kind, query, measure, ids) =>
    expect(drawableOf(kind, [...METERS, bare], search(query), measure)).toEqual(ids),
  );
});
