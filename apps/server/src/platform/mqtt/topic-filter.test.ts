import { expect, test } from 'vitest';
import { matchesFilter } from './topic-filter.ts';

test.each([
  ['a/b', 'a/b', true],
  ['a/b', 'a/b/c', false],
  ['a/+', 'a/b', true],
  ['a/+', 'a/b/c', false],
  ['a/+/c', 'a/b/c', true],
  ['a/#', 'a', true],
  ['a/#', 'a/b/c', true],
  ['#', 'a/b', true],
  ['a/+', 'a', false],
  ['a', 'A', false],
  ['a/#/b', 'a/x/b', false],
  ['+/b', '/b', true],
])('filter %s matches topic %s: %s', (filter, topic, isMatch) => {
  expect(matchesFilter(filter, topic)).toBe(isMatch);
});
