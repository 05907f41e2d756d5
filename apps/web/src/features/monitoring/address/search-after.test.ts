import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MONITORING_SCREENS } from './screen.ts';
import { type MonitoringSearch, monitoringSearch, NAME_FILTERS, type NameFilter } from './search.ts';
import { searchAfter, searchToward } from './search-after.ts';

const ALL: MonitoringSearch = {
  organization: '한빛',
  office: '본관',
  department: '3학년',
  meter: '2반',
  grade: ['BAD'],
  view: 'table',
};

const resetBy = (from: (typeof MONITORING_SCREENS)[number], to: (typeof MONITORING_SCREENS)[number]): NameFilter[] =>
  NAME_FILTERS.filter((filter) => searchAfter(from, to, ALL)[filter] === undefined);

describe('searchAfter', () => {
  it.each([
    ['purifier', 'organizations', NAME_FILTERS],
    ['meter', 'organizations', NAME_FILTERS],
    ['departments', 'organizations', NAME_FILTERS],
    ['offices', 'organizations', NAME_FILTERS],
    ['sensor', 'organizations', NAME_FILTERS],
    ['departments', 'offices', ['department']],
    ['meter', 'departments', ['meter']],
    ['meter', 'offices', []],
    ['sensor', 'meter', []],
    ['organizations', 'offices', []],
    ['offices', 'departments', []],
  ] as const)('from %s to %s resets %j', (from, to, reset) => {
    expect(resetBy(from, to)).toEqual(reset);
  });

  it('keeps grade and view on every way', () => {
    for (const from of MONITORING_SCREENS) {
      for (const to of MONITORING_SCREENS)
        expect(searchAfter(from, to, ALL)).toMatchObject({ grade: ['BAD'], view: 'table' });
    }
  });

  it('leaves behind what belongs to one screen', () => {
    const search = { ...ALL, sort: ['name,ASC'], sensor: 'CO2', show: 'list' } as const;
    expect(searchAfter('sensor', 'purifier', { ...search, sort: [...search.sort] })).toEqual(ALL);
  });

  it('takes nothing along from another area', () => {
    expect(searchToward('/current/current/instrument', 'offices', ALL)).toEqual({});
    expect(searchToward('/monitoring/grade/3', 'organizations', ALL).office).toBeUndefined();
  });
});

describe('monitoringSearch', () => {
  it('opens the screen with any query', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string()))),
        (query) => monitoringSearch.safeParse(query).success,
      ),
    );
  });

  it('reads one or several of a kind', () => {
    expect(monitoringSearch.parse({ grade: 'BAD', type: ['CO2', 'PM10'] })).toMatchObject({
      grade: ['BAD'],
      type: ['CO2', 'PM10'],
    });
    expect(monitoringSearch.parse({ grade: 'HORRIBLE', view: 'wall' })).toEqual({});
  });
});
