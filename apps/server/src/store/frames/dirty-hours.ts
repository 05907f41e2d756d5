import { hourStart } from '@airdeck/domain/calendar';
import type { MeterFrame } from './frame-batch.ts';

export interface MeterHour {
  meterId: number;
  /** Epoch milliseconds at which the organization's hour begins. */
  hour: number;
}

/**
 * By shard, the epoch that a transaction has read and holds, and the identity of the database server: a crashed server
 * may have lost the last epochs (holdEpochs).
 */
export type Epochs = ReadonlyMap<number, string>;

/** Hours that a transaction has to mark, and the epochs that it found. */
export interface Marks {
  hours: MeterHour[];
  epochs: Epochs;
}

const HOUR_MS = 3_600_000;
/**
 * Shards of hours. The open hours are in one or two of them, usually not those of the closed hours being rolled up. The
 * table rollup_epoch has a row for each.
 */
const SHARD_COUNT = 8;

const shardOf = ({ hour }: MeterHour): number => {
  const shard = Math.floor(hour / HOUR_MS) % SHARD_COUNT;
  return shard < 0 ? shard + SHARD_COUNT : shard;
};

/** The shards of these hours, in the order in which all processes take their locks. */
export const shardsOf = (hours: readonly MeterHour[]): number[] =>
  [...new Set(hours.map(shardOf))].sort((a, b) => a - b);

/**
 * Remembers which meter-hours this process has marked dirty in the database, so that a meter's sixty frames of an hour
 * mark it once and not sixty times. Its memory of a shard counts in its epoch only: any server may have taken
 * marks away since.
 */
export interface DirtyHours {
  /** The hours of these frames, each once. */
  hoursOf(frames: readonly MeterFrame[]): MeterHour[];
  /** Those of these hours that have to be marked in a transaction that found these epochs. */
  unmarked(hours: readonly MeterHour[], epochs: Epochs): Marks;
  /** To be called once the transaction that made these marks has been committed. */
  marked(marks: Marks): void;
}

interface Shard {
  epoch: string;
  /** The marked meters of each hour. */
  meters: Map<number, Set<number>>;
}

export const createDirtyHours = (zoneOf: (meterId: number) => string): DirtyHours => {
  const shards = new Map<number, Shard>();

  /** The hours of a shard that are known as marked in an epoch; null if the shard is not held. */
  const shardIn = (shard: number, epochs: Epochs): Shard | null => {
    const epoch = epochs.get(shard);
    if (epoch === undefined) return null;
    const known = shards.get(shard);
    if (known?.epoch === epoch) return known;
    const fresh: Shard = { epoch, meters: new Map() };
    shards.set(shard, fresh);
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
        shardIn(shardOf(each), epochs)?.meters.get(each.hour)?.has(each.meterId) ?? false;
      return { hours: hours.filter((each) => !isKnown(each)), epochs };
    },
    marked({ hours, epochs }) {
      for (const each of hours) {
        const shard = shards.get(shardOf(each));
        // Another transaction has read a later epoch meanwhile.
        if (!shard || shard.epoch !== epochs.get(shardOf(each))) continue;
        const meters = shard.meters.get(each.hour);
        if (meters) meters.add(each.meterId);
        else shard.meters.set(each.hour, new Set([each.meterId]));
      }
    },
  };
};
