import { expect, test } from 'vitest';
import { sparkPath, sparkRange } from './sparkline.tsx';

const SIZE = { width: 100, height: 26 };

test('a course without gaps is one piece', () => {
  const { line, area, dots } = sparkPath([0, 10], [0, 10], SIZE);
  expect(line).toBe('M0,23L100,3');
  expect(area).toBe('M0,26L0,23L100,3L100,26Z');
  expect(dots).toEqual([]);
});

test('a gap stays a gap', () => {
  const { line } = sparkPath([0, 10, null, 10, 0], [0, 10], SIZE);
  expect(line).toBe('M0,23L25,3M75,3L100,23');
});

test('a value alone is a dot', () => {
  expect(sparkPath([null, 5, null], [0, 10], SIZE).dots).toEqual([{ x: 50, y: 13 }]);
  expect(sparkPath([5], [0, 10], SIZE).dots).toEqual([{ x: 50, y: 13 }]);
});

test('nothing measured draws nothing', () => {
  expect(sparkPath([null, null], [0, 1], SIZE)).toEqual({ line: '', area: '', dots: [] });
  expect(sparkRange([null])).toBeNull();
});

test('a flat course lies in the middle', () => {
  const range = sparkRange([40, 40]);
  expect(range).toEqual([38, 42]);
});
