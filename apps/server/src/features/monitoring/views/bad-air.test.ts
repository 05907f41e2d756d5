import { MAX_ATTENTION } from '@airdeck/contract/monitoring/attention';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aSnapshot } from '../../../testing/snapshot.ts';
import { worstFirst } from './bad-air.ts';

const meters = Array.from({ length: 200 }, (_, i) => ({ id: i + 1 }));
const registered = [...aSnapshot([{ id: 1, offices: [{ id: 1, departments: [{ id: 1, meters }] }] }]).meters.values()];
const status = { lastTime: 0, online: true, worst: null, betterSince: null, until: 0 };

test('lists the worst meters, those of equal indexes by id', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 101, max: 300 }), { maxLength: 200 }), (indexes) => {
      const bad = indexes.map((index, i) => {
        // Not in the order of the ids.
        const meter = registered[(i * 77) % registered.length];
        if (!meter) throw new Error('no meter');
        const worst = { index, grade: 'BAD', type: 'CO2', channel: 401, value: 1, since: null } as const;
        return { meter, worst, betterSince: null, status };
      });
      const sorted = bad.toSorted((a, b) => b.worst.index - a.worst.index || a.meter.id - b.meter.id);
      expect(worstFirst(bad)).toEqual(sorted.slice(0, MAX_ATTENTION));
    }),
    { numRuns: 100 },
  );
});
