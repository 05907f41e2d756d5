import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addToSlot,
  addTrendChannels,
  createTrend,
  dropTrend,
  entryOf,
  openSlot,
  slotMean,
  TREND_SLOTS,
} from './trend.ts';

const FIRST = 2_900_000;

/** What happens to a trend: readings of a slot, some sums too large or counts too many for the narrow layout, or a channel more. */
const steps = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('add' as const),
        slot: fc.oneof({ weight: 3, arbitrary: fc.nat(6) }, { weight: 1, arbitrary: fc.nat(120) }),
        position: fc.nat(3),
        sum: fc.oneof(
          { weight: 6, arbitrary: fc.integer({ min: -900, max: 9_000 }) },
          fc.integer({ min: -32_768, max: 32_767_000 }),
        ),
        count: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }) }, fc.integer({ min: 1, max: 40_000 })),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('channel' as const) }) },
  ),
  { maxLength: 60 },
);

test('a trend has the means of all readings of its slots, few or many, small or large', () => {
  fc.assert(
    fc.property(steps, steps, (before, all) => {
      // Rooms that others have used.
      const other = createTrend(2);
      for (const step of before)
        if (step.kind === 'add')
          addToSlot(other, Math.max(0, openSlot(other, FIRST + step.slot)), step.position % 2, step.sum, step.count);
      dropTrend(other);
      const trend = createTrend(1);
      const cells = new Map<string, { sum: number; count: number }>();
      let channels = 1;
      let newest = -1;
      for (const step of all) {
        if (step.kind === 'channel') {
          addTrendChannels(trend, 1);
          channels++;
          continue;
        }
        const slot = FIRST + step.slot;
        const position = step.position % channels;
        const entry = openSlot(trend, slot);
        expect(entry < 0).toBe(slot < newest - TREND_SLOTS);
        if (entry < 0) continue;
        newest = Math.max(newest, slot);
        addToSlot(trend, entry, position, step.sum, step.count);
        const { sum, count } = cells.get(`${slot}/${position}`) ?? { sum: 0, count: 0 };
        if (count + step.count <= 60_000)
          cells.set(`${slot}/${position}`, { sum: sum + step.sum, count: count + step.count });
        for (let each = newest - TREND_SLOTS; each <= newest; each++) {
          for (let at = 0; at < channels; at++) {
            const cell = cells.get(`${each}/${at}`);
            expect(slotMean(trend, entryOf(trend, each), at)).toBe(cell ? cell.sum / cell.count : null);
          }
        }
      }
      expect(entryOf(trend, newest + 1)).toBe(-1);
    }),
  );
});
