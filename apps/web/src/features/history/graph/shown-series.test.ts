import fc from 'fast-check';
import { expect, test } from 'vitest';
import { huesOf, refusalOf, shownOf, toggled } from './shown-series.ts';

test.each([
  [[1, 2, 3, 4], undefined, [1, 2, 3]],
  [[1, 2], undefined, [1, 2]],
  [
    [1, 2, 3, 4],
    [4, 2],
    [4, 2],
  ],
  [[1, 2, 3, 4], [9], [1, 2, 3]],
  [
    [1, 2, 3, 4, 5],
    [5, 4, 3, 2],
    [5, 4, 3],
  ],
  [[], undefined, []],
])('of %j with %j chosen, %j are shown', (ids, chosen, shown) => {
  expect(shownOf(ids, chosen)).toEqual(shown);
});

test('a fourth is refused, and so is switching off the last one', () => {
  expect(refusalOf([1, 2, 3], 4)).toBe('most');
  expect(refusalOf([1, 2, 3], 3)).toBeNull();
  expect(refusalOf([1, 2], 4)).toBeNull();
  expect(refusalOf([1], 1)).toBe('least');
  expect(toggled([1, 2, 3], 4)).toEqual([1, 2, 3]);
  expect(toggled([1], 1)).toEqual([1]);
  expect(toggled([1, 2, 3], 2)).toEqual([1, 3]);
  expect(toggled([1, 3], 4)).toEqual([1, 3, 4]);
});

test('after any switches, one to three are on, each keeping its own colour', () => {
  const ids = [1, 2, 3, 4, 5, 6];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ids)), (presses) => {
      let shown = shownOf(ids, undefined);
      let hues = huesOf(new Map(), shown);
      for (const id of presses) {
        shown = toggled(shown, id);
        const next = huesOf(hues, shown);
        expect(shown.length).toBeGreaterThan(0);
        expect([...next.values()].toSorted()).toEqual([...new Set(next.values())].toSorted());
        expect(Math.max(...next.values())).toBeLessThan(3);
        for (const each of shown) if (hues.has(each)) expect(next.get(each)).toBe(hues.get(each));
        hues = next;
      }
    }),
  );
});

test('colours that do not change are the same object', () => {
  const hues = huesOf(new Map(), [4, 5]);
  expect(huesOf(hues, [5, 4])).toBe(hues);
});
