import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { PurifierReport, StoredFrame } from '../../feed/entry.ts';

/** The last values of a meter, by channel; times are epoch milliseconds. */
export type MeterValues = ReadonlyMap<number, { readonly ticks: number; readonly time: number }>;

/** The last report of a purifier. */
export interface LastReport {
  readonly time: number;
  readonly state: PurifierState;
}

/** Last values, reports and alarms, in memory, of the meters that are published. The order of changes does not matter. */
export const createCurrent = () => {
  const values = new Map<number, Map<number, { ticks: number; time: number }>>();
  const reports = new Map<number, LastReport>();
  const alarmed = new Set<number>();

  return {
    addFrame({ meterId, time, channels, ticks }: StoredFrame): void {
      const meter = values.get(meterId) ?? new Map<number, { ticks: number; time: number }>();
      values.set(meterId, meter);
      for (const [i, channel] of channels.entries()) {
        const value = ticks[i];
        if (value === undefined || time < (meter.get(channel)?.time ?? Number.NEGATIVE_INFINITY)) continue;
        meter.set(channel, { ticks: value, time });
      }
    },
    addReport({ purifierId, time, state }: PurifierReport): void {
      if (time >= (reports.get(purifierId)?.time ?? Number.NEGATIVE_INFINITY)) reports.set(purifierId, { time, state });
    },
    /** Replaces the alarms of these meters. */
    setAlarms(meterIds: readonly number[], withAlarm: readonly number[]): void {
      for (const id of meterIds) alarmed.delete(id);
      for (const id of withAlarm) alarmed.add(id);
    },
    valuesOf: (meterId: number): MeterValues => values.get(meterId) ?? new Map(),
    reportOf: (purifierId: number): LastReport | undefined => reports.get(purifierId),
    hasAlarm: (meterId: number): boolean => alarmed.has(meterId),
    /** Drops all other meters and purifiers. */
    keepOnly(isPublished: (meterId: number) => boolean, isPurifier: (purifierId: number) => boolean): void {
      for (const id of values.keys()) if (!isPublished(id)) values.delete(id);
      for (const id of alarmed) if (!isPublished(id)) alarmed.delete(id);
      for (const id of reports.keys()) if (!isPurifier(id)) reports.delete(id);
    },
  };
};

export type Current = ReturnType<typeof createCurrent>;
