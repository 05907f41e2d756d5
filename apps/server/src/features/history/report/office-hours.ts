import { bucketsOf } from '@airdeck/domain/bucket';
import { weekdayOf } from '@airdeck/domain/calendar';
import type { DayRange } from '@airdeck/domain/range';
import type { WeekHour } from '@airdeck/domain/report/week-peak';
import type { SensorType } from '@airdeck/domain/sensor-type';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { typesOf } from '../../../store/history/mean-index.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { hoursOn } from '../compliance/meter-days.ts';
import type { Plan } from '../compliance/plan.ts';

/** The mean of a sensor over an open hour, in ticks. */
export interface OpenHour extends WeekHour {
  meter: Meter;
  type: SensorType;
  day: string;
  value: number;
}

/** Meters whose hours are in memory at the same time. */
const METERS_AT_ONCE = 50;

interface Slot extends WeekHour {
  day: string;
  isOpen: boolean;
}

/** The hours of some days with their place in the week, and whether the meter's department is open. */
const slotsOf = (meter: Meter, days: DayRange, plan: Plan): Slot[] => {
  const zone = meter.organization.timeZone;
  const segments = plan.segmentsOf(meter.department);
  return bucketsOf('day', days.from, days.to, zone).flatMap(({ day, end }) => {
    const segment = segments.find(({ from, to }) => from <= day && day <= to);
    if (segment === undefined) throw new Error('a plan covers its days');
    const weekday = weekdayOf(day);
    return hoursOn(day, zone, end, segment).map(({ isOpen }, hour) => ({ day, weekday, hour, isOpen }));
  });
};

/** The means of all sensors over the open hours of some days. */
export async function* readOpenHours(
  context: RequestContext,
  meters: readonly Meter[],
  days: DayRange,
  plan: Plan,
): AsyncGenerator<OpenHour> {
  for (let i = 0; i < meters.length; i += METERS_AT_ONCE) {
    const some = meters.slice(i, i + METERS_AT_ONCE);
    const channels = [...new Set(some.flatMap((meter) => typesOf(meter).flatMap((each) => each.channels)))];
    if (channels.length === 0) continue;
    const asked = { meters: some, channels, unit: 'hour', ...days } as const;
    const read = await context.read((tx) => readBuckets(tx, context.snapshot, asked));
    for (const meter of some) {
      const slots = slotsOf(meter, days, plan);
      for (const { type, channels: own } of typesOf(meter)) {
        for (const channel of own) {
          const buckets = read.get(meter.id)?.get(channel);
          if (buckets === undefined) continue;
          for (const [at, { isOpen, ...slot }] of slots.entries()) {
            const count = buckets.count[at] ?? 0;
            if (isOpen && count > 0) yield { meter, type, ...slot, value: (buckets.sum[at] ?? 0) / count };
          }
        }
      }
    }
  }
}
