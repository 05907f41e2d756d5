import { hourStart } from '@airdeck/domain/calendar';
import type { MeterFrame } from './frame-batch.ts';

export interface MeterHour {
  meterId: number;
  /** Epoch milliseconds at which the organization's hour begins. */
  hour: number;
}

/**
 * By lane, how often marks have been taken away there, as a transaction found it that keeps it so, and the database server
 * that says so: one that has crashed may have lost the last of them (holdEpochs).
 */
export type Epochs = ReadonlyMap<number, string>;

/** Hours that a transaction has to mark, and the epochs that it found. */
export interface Marks {
  hours: MeterHour[];
  epochs: Epochs;
}

const HOUR_MS = 3_600_000;
/**
 * Lanes of hours. The hours of now have one or two of them, in which the closed ones are not that are worked off
 * meanwhile. The table rollup_epoch has a row for each.
 */
const LANE_COUNT = 8;

const laneOf = ({ hour }: MeterHour): number => {
  const lane = Math.floor(hour / HOUR_MS) % LANE_COUNT;
  return lane < 0 ? lane + LANE_COUNT : lane;
};

/** The lanes of these hours, in the order in which all processes take their locks. */
export const lanesOf = (hours: readonly MeterHour[]): number[] => [...new Set(hours.map(laneOf))].sort((a, b) => a - b);

/**
 * Remembers which meter-hours this process has marked dirty in the database, so that a meter's sixty frames of an hour
 * mark it once and not sixty times. Its memory of a lane counts in its epoch only: any server may have taken
 * marks away since.
 */
export interface DirtyHours {
  /** The hours of these frames, each once. */
  hoursOf(frames: readonly MeterFrame[]): MeterHour[];
  /** Those of these hours that have to be marked in a transaction that found these epochs. */
  unmarked(hours: readonly MeterHour[], epochs: Epochs): Marks;
  /** That transaction has been committed. */
  marked(marks: Marks): void;
}

interface Lane {
  epoch: string;
  /** By hour, the meters that are marked. */
  meters: Map<number, Set<number>>;
}

export const createDirtyHours = (zoneOf: (meterId: number) => string): DirtyHours => {
  const lanes = new Map<number, Lane>();

  /** The hours of a lane that are known as marked in an epoch; null if the lane is not held. */
  const laneIn = (lane: number, epochs: Epochs): Lane | null => {
    const epoch = epochs.get(lane);
    if (epoch === undefined) return null;
    const known = lanes.get(lane);
    if (known?.epoch === epoch) return known;
    const fresh: Lane = { epoch, meters: new Map() };
    lanes.set(lane, fresh);
    return fresh;
  };

  return {
    hoursOf(frames) {
      const hours: MeterHour[] = [];
      const seen = new Map<number, Set<number>>();
      for (const { meterId, time } of frames) {
        const hour = hourStart(time, zoneOf(meterId));
        const meters = seen.get(hour) ?? new Set<number>();
        if (meters.size === 0) seen.set(hour, meters);
        if (meters.has(meterId)) continue;
        meters.add(meterId);
        hours.push({ meterId, hour });
      }
      return hours;
    },
    unmarked(hours, epochs) {
      const isKnown = (each: MeterHour): boolean =>
        laneIn(laneOf(each), epochs)?.meters.get(each.hour)?.has(each.meterId) ?? false;
      return { hours: hours.filter((each) => !isKnown(each)), epochs };
    },
    marked({ hours, epochs }) {
      for (const each of hours) {
        const lane = lanes.get(laneOf(each));
        // Another transaction has found a later epoch meanwhile.
        if (!lane || lane.epoch !== epochs.get(laneOf(each))) continue;
        const meters = lane.meters.get(each.hour);
        if (meters) meters.add(each.meterId);
        else lane.meters.set(each.hour, new Set([each.meterId]));
      }
    },
  };
};
