import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWorst } from '../cards/card-rules.ts';
import { IDLE_MS, maySettle, RESORT_MS, settle, stableOrder } from './stable-order.ts';

interface Item {
  id: number;
  value: number;
}
const highest = (a: Item, b: Item) => b.value - a.value || a.id - b.id;
const items = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 30 }), value: fc.integer() }), {
  selector: ({ id }) => id,
});
const idsOf = (list: readonly Item[]) => list.map(({ id }) => id);

describe('calmOrder', () => {
  const before = [
    { id: 1, value: 90 },
    { id: 2, value: 50 },
    { id: 3, value: 10 },
  ];

  it('shows new values in the old order', () => {
    const after = [
      { id: 3, value: 99 },
      { id: 2, value: 40 },
      { id: 1, value: 5 },
    ];
    expect(stableOrder(after, settle(before), highest)).toEqual([after[2], after[1], after[0]]);
  });

  it('puts what is new where it belongs and leaves out what is gone', () => {
    const after = [
      { id: 3, value: 99 },
      { id: 7, value: 60 },
      { id: 1, value: 5 },
    ];
    expect(idsOf(stableOrder(after, settle(before), highest))).toEqual([1, 7, 3]);
  });

  it('never moves two items that stay', () => {
    fc.assert(
      fc.property(items, items, (old, now) => {
        const shown = idsOf(stableOrder(now, settle(old), highest));
        const stay = idsOf(old.toSorted(highest)).filter((id) => shown.includes(id));
        expect(shown.filter((id) => stay.includes(id))).toEqual(stay);
        expect(new Set(shown)).toEqual(new Set(idsOf(now)));
      }),
    );
  });
});

describe('maySettle', () => {
  it.each([
    ['long ago, no pointer', { settledMs: 0, touchedMs: null }, RESORT_MS, true],
    ['too soon', { settledMs: 5000, touchedMs: null }, 14_999, false],
    ['a moving pointer', { settledMs: 0, touchedMs: 20_000 }, 20_500, false],
    ['a parked pointer', { settledMs: 0, touchedMs: 20_000 }, 20_000 + IDLE_MS, true],
  ])('%s', (_, times, now, expected) => {
    expect(maySettle(times, now)).toBe(expected);
  });
});

describe('compareWorst', () => {
  const none = { total: 3, online: 3, stale: 0, never: 0, VERY_GOOD: 0, GOOD: 0, NORMAL: 0, BAD: 0, VERY_BAD: 0 };
  const place = (id: number, index: number | null, counts: Partial<typeof none> = {}) => ({
    id,
    index,
    meters: { ...none, ...counts },
  });

  it('counts meters very bad, then bad, then the index; no index is last', () => {
    const places = [
      place(1, null),
      place(2, 80),
      place(3, 20, { BAD: 1 }),
      place(4, 30, { VERY_BAD: 1 }),
      place(5, 90),
      place(6, 25, { BAD: 2 }),
      place(7, 80),
    ];
    expect(places.sort(compareWorst).map(({ id }) => id)).toEqual([4, 6, 3, 5, 2, 7, 1]);
  });
});
