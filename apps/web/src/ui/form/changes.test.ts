import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesOf, isSame, MAX_SHOWN_LENGTH } from './changes.ts';

const words = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const field = (before: unknown, after: unknown, name = 'name') => ({ name, label: name, before, after, words });

test('a field is named with what it was and what it will be', () => {
  expect(changesOf([field('1층', '2층', 'department'), field('Y', 'Y', 'use')])).toEqual([
    { name: 'department', label: 'department', before: '1층', after: '2층' },
  ]);
});

test('none, an empty text and what is not there are one', () => {
  expect(changesOf([field(null, ''), field(undefined, null), field('', undefined)])).toEqual([]);
});

test('of a secret only the fact of the change is shown', () => {
  expect(changesOf([{ ...field(null, 'hunter2'), secret: true }])).toEqual([
    { name: 'name', label: 'name', before: null, after: null },
  ]);
});

test('a change that shows the same words is still a change', () => {
  expect(changesOf([{ ...field([1, 2], [1, 3]), words: () => '2대' }])).toMatchObject([{ before: null, after: null }]);
});

test('of a long text the part that differs is shown', () => {
  const [change] = changesOf([field(`${'가'.repeat(200)}나`, `${'가'.repeat(200)}다`)]);
  expect(change?.before).toMatch(/^…가+나$/);
  expect(change?.after).toMatch(/^…가+다$/);
});

const value = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.integer(),
  fc.array(fc.integer(), { maxLength: 3 }),
);
const pair = fc.oneof(
  fc.tuple(value, value),
  value.map((same) => [same, same] as const),
  fc
    .tuple(fc.string({ maxLength: 200 }), fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }))
    .map(([start, a, b]) => [start + a, start + b] as const),
);

test('lists no equal values, all different ones, and both sides short and different', () => {
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 12 }), (pairs) => {
      const changes = changesOf(pairs.map(([before, after], i) => field(before, after, `${i}`)));
      const differing = pairs.flatMap(([before, after], i) => (isSame(before, after) ? [] : [`${i}`]));
      expect(changes.map(({ name }) => name)).toEqual(differing);
      for (const { before, after } of changes) {
        for (const shown of [before, after]) {
          expect(Array.from(shown ?? '').length).toBeLessThanOrEqual(MAX_SHOWN_LENGTH);
        }
        if (after !== null) expect(before).not.toBe(after);
      }
    }),
  );
});
