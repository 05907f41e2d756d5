import type { DayRange } from '@airdeck/domain/range';
import { knownChannels, knownMeter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import type { MeasuredPack } from './packs.ts';

/** CO2 of outdoor air where no meter measures it, ppm. */
const USUAL_PPM = 420;

/** Outdoor air by day: the mean of the outdoor meter of that day, as it hardly changes within one. */
export interface Outdoors {
  /** CO2 in ticks on a day, by its place in the period. */
  ticksOn(meterId: number | null, at: number): { ticks: number; isAssumed: boolean };
}

const assumed = { ticks: USUAL_PPM, isAssumed: true };

/** Reads the outdoor meters, if a rule of the pack counts from outdoor air. */
export const readOutdoors = async (
  context: RequestContext,
  { rules }: MeasuredPack,
  days: DayRange,
  meterIds: ReadonlySet<number>,
): Promise<Outdoors> => {
  const meters = [...meterIds].flatMap((id) => knownMeter(context.snapshot, id) ?? []);
  const channels = [...new Set(meters.flatMap((meter) => knownChannels(meter, 'CO2')))];
  if (channels.length === 0 || rules.every(({ basis }) => basis === 'ABSOLUTE')) return { ticksOn: () => assumed };
  const asked = { meters, channels, unit: 'day', ...days } as const;
  const read = await context.read((tx) => readBuckets(tx, context.snapshot, asked));
  return {
    ticksOn(meterId, at) {
      let [sum, count] = [0, 0];
      for (const buckets of (meterId === null ? undefined : read.get(meterId))?.values() ?? []) {
        sum += buckets.sum[at] ?? 0;
        count += buckets.count[at] ?? 0;
      }
      return count === 0 ? assumed : { ticks: sum / count, isAssumed: false };
    },
  };
};
