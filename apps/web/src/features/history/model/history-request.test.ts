import { describe, expect, it } from 'vitest';
import { averaged, measured, scopeOf } from './history-request.ts';
import { historySearch } from './search.ts';

const search = (query: object) => historySearch.parse(query);
const places = { organization: '2', office: '3', department: '4' };

describe('scopeOf', () => {
  it.each([
    ['meter', places, null],
    ['meter', { ...places, meter: ['7', '8'] }, { meterId: [7, 8] }],
    ['meter', { ...places, meter: 'all' }, { organizationId: 2, officeId: 3, departmentId: 4 }],
    ['meter', { meter: 'all' }, {}],
    ['meter', { meter: '7', sensor: '70', type: 'CO2' }, { meterId: [7] }],
    ['sensor', { meter: '7', sensor: ['70', '71'], type: 'CO2' }, { sensorId: [70, 71] }],
    ['sensor', { meter: 'all', department: '4', type: 'CO2' }, { departmentId: 4, type: ['CO2'] }],
    ['sensor', { purifier: '9' }, null],
    ['purifier', { meter: '7', purifier: '9' }, { purifierId: [9] }],
    ['purifier', { meter: '7', sensor: '70' }, { meterId: [7] }],
  ] as const)('%s, %j: %j', (kind, query, scope) => {
    const found = scopeOf(kind, search(query));
    expect(found === null ? null : JSON.parse(JSON.stringify(found))).toEqual(scope);
  });
});

it('asks for days, and for a bucket where readings have none', () => {
  const request = { scope: { meterId: [7] }, range: { from: '2026-11-01', to: '2026-11-07' }, step: 'each' } as const;
  const days = { meterId: [7], startTime: '2026-11-01', endTime: '2026-11-07' };
  const open = { ...request, scope: { meterId: [7] } };
  expect(measured(open)).toEqual({ ...days, step: 'each' });
  expect(averaged(open)).toEqual({ ...days, unit: 'hour' });
  expect(averaged({ ...open, step: 'month' })).toEqual({ ...days, unit: 'month' });
});
