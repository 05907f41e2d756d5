import type { StoredFrame } from '../../../feed/entry.ts';
import { applyFrame, createMeterAir, type MeterAir } from './meter-air.ts';

/** The current values of all meters, in memory. */
export interface CurrentAir {
  of(meterId: number): MeterAir | undefined;
  /** The air of a meter, created if there is none. */
  open(meterId: number): MeterAir;
  apply(frames: readonly StoredFrame[]): void;
  /** Drops meters that are no longer registered. */
  keepOnly(isRegistered: (meterId: number) => boolean): void;
  /** Some meters whose trend became outdated since the last call. */
  takeLate(limit: number): MeterAir[];
}

export const createCurrentAir = (): CurrentAir => {
  const airs = new Map<number, MeterAir>();
  const late = new Set<MeterAir>();

  const open = (meterId: number): MeterAir => {
    const known = airs.get(meterId);
    if (known) return known;
    const made = createMeterAir(meterId);
    airs.set(meterId, made);
    return made;
  };

  return {
    of: (meterId) => airs.get(meterId),
    open,
    // Hot path of all readings: no allocation, no index, no closures.
    apply(frames) {
      for (const frame of frames) {
        const air = open(frame.meterId);
        applyFrame(air, frame);
        if (air.isLate) late.add(air);
      }
    },
    keepOnly(isRegistered) {
      for (const [meterId, air] of airs) {
        if (isRegistered(meterId)) continue;
        airs.delete(meterId);
        late.delete(air);
      }
    },
    takeLate(limit) {
      const taken = [...late].slice(0, limit);
      for (const air of taken) late.delete(air);
      return taken;
    },
  };
};
