import type { Meter, RegistrySnapshot } from '../../../registry/snapshot.ts';
import type { Slice } from './types.ts';

/** Highest ids of the meters of a snapshot. */
const highestIds = new WeakMap<RegistrySnapshot, number>();

const highestId = (snapshot: RegistrySnapshot): number => {
  const known = highestIds.get(snapshot);
  if (known !== undefined) return known;
  let highest = 0;
  for (const id of snapshot.meters.keys()) if (id > highest) highest = id;
  highestIds.set(snapshot, highest);
  return highest;
};

/** The meters of a slice: a sweep visits a few hundred ids, and not all meters for each detector. */
export const metersOfSlice = (snapshot: RegistrySnapshot, { slice, slices }: Slice): Meter[] => {
  const meters: Meter[] = [];
  for (let id = slice; id <= highestId(snapshot); id += slices) {
    const meter = snapshot.meters.get(id);
    if (meter) meters.push(meter);
  }
  return meters;
};
