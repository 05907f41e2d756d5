import { sortBy } from '@airdeck/contract/paging';
import { expect, test } from 'vitest';
import { isNewestFirst } from './sort.ts';

const sort = sortBy(['time']);

test('defaults to newest first', () => {
  const given = [undefined, 'time,DESC', 'time,ASC', 'time'];
  expect(given.map((text) => isNewestFirst(sort.parse(text)))).toEqual([true, true, false, false]);
});
