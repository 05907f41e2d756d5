import { describe, expect, it } from 'vitest';
import { sampleMeter, sampleMeters } from '../testing/sample-meter.ts';
import type { HistorySearch } from './search.ts';
import {
  coveredMeters,
  firstSelection,
  isSearchable,
  mayTakeAll,
  metersFor,
  type Selection,
  searchOf,
  withMeters,
  withPlace,
} from './selection.ts';

const METERS = sampleMeters();
const NONE = firstSelection(METERS, {} as HistorySearch);
const selection = (change: Partial<Selection>): Selection => ({ ...NONE, ...change });
const ids = (meters: readonly { id: number }[]) => meters.map(({ id }) => id);

describe('a sensor or meter must be chosen before searching', () => {
  it.each([
    ['meter', {}, false],
    ['meter', { organization: 2, department: 4 }, false],
    ['meter', { meter: [7] }, true],
    ['meter', { meter: 'all' }, true],
    ['meter', { sensor: [70] }, false],
    ['sensor', { sensor: [70] }, true],
    ['sensor', { meter: [7] }, true],
    ['sensor', { purifier: [700] }, false],
    ['purifier', { purifier: [700] }, true],
  ] as const)('%s %j: %s', (kind, change, searchable) =>
    expect(isSearchable(kind, selection(change))).toBe(searchable),
  );
});

describe('firstChoice', () => {
  it('chooses nothing by itself', () => expect(NONE.meter).toEqual([]));

  it('chooses the only meter in use beside a deleted one', () => {
    const meters = [sampleMeter(), sampleMeter({ id: 8, past_state: 'DELETED' })];
    expect(firstSelection(meters, {} as HistorySearch).meter).toEqual([7]);
  });

  it('chooses the only meter there is, or that a place has', () => {
    expect(firstSelection([sampleMeter()], {} as HistorySearch).meter).toEqual([7]);
    expect(withPlace(METERS, NONE, 'organization', 5).meter).toEqual([50]);
  });

  it('leaves out what is not there', () => {
    const search = { meter: [7, 999], sensor: [71, 80, 123] } as HistorySearch;
    expect(firstSelection(METERS, search)).toMatchObject({ meter: [7], sensor: [71] });
  });
});

describe('withPlace', () => {
  it('drops what does not lie there', () => {
    const before = selection({ meter: [7, 9], sensor: [70, 90], purifier: [700, 900] });
    expect(withPlace(METERS, before, 'office', 3)).toEqual(
      selection({ organization: 2, office: 3, department: 4, meter: [7], sensor: [70], purifier: [700] }),
    );
  });

  it('brings the places above, and forgets those below', () => {
    expect(withPlace(METERS, NONE, 'department', 40)).toMatchObject({ organization: 2, office: 30, department: 40 });
    const deep = selection({ organization: 2, office: 3, department: 4 });
    const elsewhere = selection({ organization: 5, office: 51, department: 52 });
    expect(withPlace(METERS, elsewhere, 'organization', 2)).toMatchObject({ office: undefined, department: undefined });
    expect(withPlace(METERS, deep, 'department', undefined)).toMatchObject({ organization: 2, office: 3 });
  });

  it('stands for all its meters while none of them is named', () => {
    expect(withPlace(METERS, NONE, 'department', 4)).toMatchObject({ organization: 2, office: 3, meter: 'all' });
    // Clearing a place also clears its meters, which would fill it in again.
    const one = withMeters(METERS, NONE, [7]);
    expect(withPlace(METERS, one, 'department', undefined)).toMatchObject({
      office: 3,
      department: undefined,
      meter: 'all',
    });
    const sensor = selection({ sensor: [70] });
    expect(withPlace(METERS, sensor, 'office', 3)).toMatchObject({ meter: [], sensor: [70] });
  });

  it('keeps "all" while there is a place to take all of', () => {
    const all = selection({ organization: 2, meter: 'all' });
    expect(withPlace(METERS, all, 'office', 3).meter).toBe('all');
    expect(withPlace(METERS, all, 'organization', undefined).meter).toBe('all');
    const many = Array.from({ length: 1_001 }, (_, i) => sampleMeter({ id: i + 1, organization_id: i }));
    const one = selection({ organization: 7, meter: 'all' });
    expect(withPlace(many, one, 'organization', undefined).meter).toEqual([]);
  });
});

describe('withMeters', () => {
  it('takes all instead of some, and some instead of all', () => {
    const some = selection({ organization: 2, meter: [7] });
    const all = withMeters(METERS, some, [7, 'all']);
    expect(all.meter).toBe('all');
    expect(withMeters(METERS, all, ['all', 8]).meter).toEqual([8]);
    expect(withMeters(METERS, all, []).meter).toEqual([]);
  });

  it('fills in the places that the meters have in common, and lets others join', () => {
    const lobby = withMeters(METERS, NONE, [7]);
    expect(lobby).toMatchObject({ organization: 2, office: 3, department: 4 });
    expect(withMeters(METERS, lobby, [7, 8])).toMatchObject({ organization: 2, office: 3, department: 4 });
    expect(withMeters(METERS, lobby, [7, 9])).toMatchObject({
      organization: 2,
      office: undefined,
      department: undefined,
      meter: [7, 9],
    });
    expect(firstSelection(METERS, { meter: [7] } as HistorySearch)).toEqual(lobby);
    expect(firstSelection(METERS, { department: 40, meter: 'all' } as HistorySearch)).toMatchObject({
      organization: 2,
      office: 30,
    });
  });

  it('drops the sensors of meters that are no longer chosen', () => {
    const before = selection({ meter: [7, 8], sensor: [70, 80] });
    expect(withMeters(METERS, before, [8]).sensor).toEqual([80]);
  });

  it('may be emptied where there is one meter only', () => {
    const one = [sampleMeter()];
    expect(withMeters(one, firstSelection(one, {} as HistorySearch), []).meter).toEqual([]);
  });
});

it('takes all of very many only of a place, or where there is one organization', () => {
  const many = Array.from({ length: 1_001 }, (_, i) => sampleMeter({ id: i + 1, organization_id: i }));
  expect(mayTakeAll(many, NONE)).toBe(false);
  expect(mayTakeAll(many, selection({ organization: 2 }))).toBe(true);
  expect(mayTakeAll(METERS, NONE)).toBe(true);
  expect(mayTakeAll(METERS, selection({ organization: 2 }))).toBe(true);
  expect(mayTakeAll(METERS.slice(0, 3), NONE)).toBe(true);
});

it.each([
  ['meter', { meter: [7, 9] }, [7, 9]],
  ['meter', { office: 3, meter: 'all' }, [7, 8]],
  ['sensor', { meter: [7, 8], sensor: [80] }, [8]],
  ['purifier', { purifier: [900] }, [9]],
  ['meter', { meter: [7], sensor: [80] }, [7]],
] as const)('%s %j is about meters %j', (kind, change, covered) =>
  expect(ids(coveredMeters(kind, METERS, selection(change)))).toEqual(covered),
);

it('offers meters that have what the screen is about', () => {
  const bare = sampleMeter({ id: 60, sensors: [], purifiers: [] });
  expect(ids(metersFor('meter', [bare]))).toEqual([60]);
  expect(ids(metersFor('sensor', [bare]))).toEqual([]);
  expect(ids(metersFor('purifier', [...METERS, bare]))).toEqual([7, 8, 9, 50]);
  const withoutPurifiers = sampleMeter({ id: 61, purifiers: [] });
  expect(ids(metersFor('sensor', [withoutPurifiers]))).toEqual([61]);
  expect(ids(metersFor('purifier', [withoutPurifiers]))).toEqual([]);
});

it('writes no empty lists into the address', () => {
  expect(searchOf(selection({ organization: 2, meter: [7] }))).toEqual({
    organization: 2,
    office: undefined,
    department: undefined,
    meter: [7],
    sensor: undefined,
    purifier: undefined,
  });
});
