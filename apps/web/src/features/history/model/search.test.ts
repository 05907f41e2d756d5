import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../../lib/url/search-text.ts';
import { historySearch } from './search.ts';

const read = (text: string) => historySearch.parse(parseSearch(text));

describe('historySearch', () => {
  it('reads a whole question', () => {
    expect(
      read(
        '?organization=2&office=3&department=4&meter=7&meter=8&sensor=70&purifier=9&type=CO2&type=PM2.5&measure=INDEX' +
          '&series=7&series=8&weeks=1&weeks=3&step=hour&view=graph&period=free&from=2026-11-01&to=2026-11-07&page=2&size=50' +
          '&sort=time,ASC',
      ),
    ).toEqual({
      organization: 2,
      office: 3,
      department: 4,
      meter: [7, 8],
      sensor: [70],
      purifier: [9],
      type: ['CO2', 'PM2.5'],
      measure: 'INDEX',
      series: [7, 8],
      weeks: [1, 3],
      step: 'hour',
      view: 'graph',
      period: 'free',
      from: '2026-11-01',
      to: '2026-11-07',
      page: 2,
      size: 50,
      sort: ['time,ASC'],
    });
  });

  it.each([
    ['?meter=all', { meter: 'all' }],
    ['?meter=x&meter=7&meter=7', { meter: [7] }],
    ['?meter=0&sensor=-1&page=0&organization=1e3', {}],
    ['?type=CO2&type=GOLD', { type: ['CO2'] }],
    ['?series=1&series=2&series=3&series=4', { series: [1, 2, 3] }],
    ['?weeks=4&weeks=2', { weeks: [2] }],
    ['?size=13&step=minute&view=wall&period=decade', {}],
    // Not other days instead: the screen asks to correct them.
    ['?period=free&from=2026-02-30&to=soon', { period: 'free', from: '', to: '' }],
  ])('%s is %j', (text, search) => {
    const found = Object.entries(read(text)).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(found)).toEqual(search);
  });

  it('opens the screen with any query', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string()))),
        (query) => historySearch.safeParse(query).success,
      ),
    );
  });

  it('says the same when it is written and read again', () => {
    const search = historySearch.parse({ meter: ['7', '8'], type: 'CO2', weeks: ['2'], page: '3', size: '200' });
    expect(read(stringifySearch(search))).toEqual(search);
    expect(historySearch.parse(search)).toEqual(search);
  });
});
