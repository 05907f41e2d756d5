import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptySnapshot, type Meter } from '../../../registry/snapshot.ts';
import { metersOfSlice } from './meters-of-slice.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 500 }));

test('the slices of any meters have each meter once, as if all were looked at', () => {
  fc.assert(
    fc.property(ids, fc.integer({ min: 1, max: 40 }), (all, slices) => {
      const snapshot = emptySnapshot();
      for (const id of all) snapshot.meters.set(id, { id } as Meter);
      for (let slice = 0; slice < slices; slice++) {
        const slow = [...snapshot.meters.keys()].filter((id) => id % slices === slice).sort((a, b) => a - b);
        expect(metersOfSlice(snapshot, { slice, slices }).map(({ id }) => id)).toEqual(slow);
      }
    }),
  );
});
