import { describe, expect, it } from 'vitest';
import type { MonitoringSearch } from '../address/search.ts';
import { filterCards } from './card-rules.ts';

const none = { total: 2, online: 2, stale: 0, never: 0, VERY_GOOD: 0, GOOD: 0, NORMAL: 2, BAD: 0, VERY_BAD: 0 };
const offices = [
  { name: '본관', above: ['한빛초등학교'], meters: none },
  { name: '체육관', above: ['한빛초등학교'], meters: { ...none, NORMAL: 1, BAD: 1 } },
  { name: 'Annex', above: ['서울중앙병원'], meters: { ...none, online: 1, stale: 1, NORMAL: 1 } },
];

describe('filterCards', () => {
  it.each<[string, MonitoringSearch, string[]]>([
    ['nothing asked', {}, ['본관', '체육관', 'Annex']],
    ['its own name', { office: '관' }, ['본관', '체육관']],
    ['without regard to case', { office: 'annEX' }, ['Annex']],
    ['a name above it', { organization: '병원' }, ['Annex']],
    ['literally', { office: '.' }, []],
    ['a name of a level below says nothing', { meter: '2반', department: '3학년' }, ['본관', '체육관', 'Annex']],
    ['has bad meters, with any grade of its own', { grade: ['BAD', 'VERY_BAD'] }, ['체육관']],
    ['has silent meters', { grade: ['NONE'] }, ['Annex']],
    ['both', { organization: '한빛', grade: ['NONE'] }, []],
  ])('%s', (_, search, names) => {
    expect(filterCards(offices, search).map(({ name }) => name)).toEqual(names);
  });
});
