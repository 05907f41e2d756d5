import { hourStart } from '@airdeck/domain/calendar';
import type { MeterFrame } from './frame-batch.ts';

export interface MeterHour {
  meterId: number;
  /** Epoch milliseconds at which the organization's hour begins. */
  hour: number;
}

/** Hours that a transaction has to mark, and when that was found out. */
export interface Marks {
  hours: MeterHour[];
  epoch: number;
}

/**
 * Knows which meter-hours are marked dirty in the database already, so that a meter's sixty frames of an hour
 * mark it once and not sixty times. It errs on the side of marking again, and never on the other:
 * while marks are being worked off, each transaction marks for itself, and one that began before they were
 * taken away does not make them known afterwards.
 */
export interface DirtyHours {
  /** The hours of these frames that have to be marked in the transaction that stores them. */
  unmarked(frames: MeterFrame[]): Marks;
  /** That transaction has been committed. */
  marked(marks: Marks): void;
  /** The marks of these hours are about to be taken away. */
  begin(hours: MeterHour[]): void;
  /** They have been, or it failed. */
  end(): void;
}

export const createDirtyHours = (zoneOf: (meterId: number) => string): DirtyHours => {
  const known = new Map<number, Set<number>>();
  let epoch = 0;
  let draining = false;

  return {
    unmarked(frames) {
      const hours: MeterHour[] = [];
      const here = new Map<number, Set<number>>();
      for (const { meterId, time } of frames) {
        const hour = hourStart(time, zoneOf(meterId));
        if (!draining && known.get(meterId)?.has(hour)) continue;
        const seen = here.get(meterId) ?? new Set<number>();
        if (seen.has(hour)) continue;
        here.set(meterId, seen.add(hour));
        hours.push({ meterId, hour });
      }
      return { hours, epoch };
    },
    marked(marks) {
      if (marks.epoch !== epoch || draining) return;
      for (const { meterId, hour } of marks.hours) {
        const set = known.get(meterId);
        if (set) set.add(hour);
        else known.set(meterId, new Set([hour]));
      }
    },
    begin(hours) {
      epoch++;
      draining = true;
      for (const { meterId, hour } of hours) {
        const set = known.get(meterId);
        set?.delete(hour);
        if (set?.size === 0) known.delete(meterId);
      }
    },
    end() {
      epoch++;
      draining = false;
    },
  };
};
