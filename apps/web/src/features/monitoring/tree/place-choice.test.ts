import { describe, expect, it } from 'vitest';
import { placeOfSearch, searchOfPlace } from './place-choice.ts';

describe('the tree beside past values', () => {
  const old = {
    ...{ organization: 2, office: 3, department: 4, meter: [7, 8], sensor: [70], series: [7], page: 3 },
    ...{ period: 'week', step: 'day', view: 'graph' },
  };
  const kept = { period: 'week', step: 'day', view: 'graph' };

  it.each([
    ['meter', 9, { ...kept, meter: [9] }],
    ['department', 5, { ...kept, department: 5, meter: 'all' }],
    ['office', 5, { ...kept, office: 5, meter: 'all' }],
    ['organization', 5, { ...kept, organization: 5, meter: 'all' }],
  ] as const)('chooses a %s, and keeps what is asked of it', (kind, id, search) => {
    expect(searchOfPlace(old, { kind, id })).toEqual(search);
    expect(placeOfSearch(search)).toEqual({ kind, id });
  });

  it.each([
    [{ meter: [7, 8] }, null],
    [{ sensor: [70] }, null],
    [{}, null],
    [{ meter: '7' }, { kind: 'meter', id: 7 }],
    [{ meter: 'all' }, null],
    [
      { organization: 2, office: 3, meter: 'all' },
      { kind: 'office', id: 3 },
    ],
    [{ meter: ['x'] }, null],
  ])('%j shows %j', (search, place) => expect(placeOfSearch(search)).toEqual(place));
});
