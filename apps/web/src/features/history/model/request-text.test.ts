import { expect, it } from 'vitest';
import { sampleMeters } from '../testing/sample-meter.ts';
import { subjectOf } from './request-text.ts';
import type { HistoryKind } from './screen.ts';
import { historySearch } from './search.ts';
import { coveredMeters, selectionOf } from './selection.ts';

const METERS = sampleMeters();
const ONE_ORGANIZATION = METERS.slice(0, 3);

function place(kind: HistoryKind, query: object, meters = METERS) {
  const search = historySearch.parse(query);
  return subjectOf(kind, coveredMeters(kind, meters, selectionOf(search)), search, ({ type }) => type);
}

it.each([
  ['meter', {}, { what: 'none' }],
  ['meter', { meter: '999' }, { what: 'none' }],
  ['meter', { meter: '7' }, { what: 'some', first: '로비', more: 0 }],
  ['meter', { meter: ['7', '8', '9'] }, { what: 'some', first: '로비', more: 2 }],
  ['meter', { meter: 'all', department: '4' }, { what: 'all', place: '1층', meters: 2 }],
  ['meter', { meter: 'all', office: '3' }, { what: 'all', place: '본관', meters: 2 }],
  ['meter', { meter: 'all', organization: '2' }, { what: 'all', place: '한빛초등학교', meters: 3 }],
  ['meter', { meter: 'all' }, { what: 'all', place: undefined, meters: 4 }],
  ['sensor', { meter: '7', sensor: ['70', '71'] }, { what: 'some', first: '로비 CO2', more: 1 }],
  ['purifier', { purifier: '900' }, { what: 'some', first: '체육관 청정기 1', more: 0 }],
] as const)('%s %j', (kind, query, text) => expect(place(kind, query)).toEqual(text));

it('calls everything by the name of the only organization', () =>
  expect(place('meter', { meter: 'all' }, ONE_ORGANIZATION)).toMatchObject({ place: '한빛초등학교' }));
