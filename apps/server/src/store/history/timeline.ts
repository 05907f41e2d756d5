import { type Bucket, type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { addDays, hoursOfDay } from '@airdeck/domain/calendar';

/** A local day, the place of its bucket (in hours: of its first), and how many hours it has. */
export interface TimelineDay {
  day: string;
  place: number;
  hours: number;
}

/** Positions of the days of a zone among the buckets of a query. */
export interface Timeline {
  /** Instants of the whole period in epoch ms, `end` is outside. */
  start: number;
  end: number;
  /** How many buckets there are. */
  length: number;
  days: ReadonlyMap<string, TimelineDay>;
  /** The same days from the first of the period on, those that the zone skipped being left out. */
  inOrder: readonly (TimelineDay | undefined)[];
}

/** The positions of the days are cached together with the buckets. */
const timelines = new WeakMap<readonly Bucket[], Timeline>();

export const timelineOf = (unit: BucketUnit, from: string, to: string, zone: string): Timeline => {
  const buckets = bucketsOf(unit, from, to, zone);
  const timeline = timelines.get(buckets) ?? createTimeline(buckets, unit, from, to, zone);
  timelines.set(buckets, timeline);
  return timeline;
};

const createTimeline = (
  buckets: readonly Bucket[],
  unit: BucketUnit,
  from: string,
  to: string,
  zone: string,
): Timeline => {
  const days = new Map<string, TimelineDay>();
  const inOrder: (TimelineDay | undefined)[] = [];
  let place = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    // Each day of a longer bucket belongs to the last one that has begun; a day without one was skipped by its zone.
    while (unit !== 'hour' && (buckets[place + 1]?.day ?? '~') <= day) place++;
    const hours = hoursOfDay(day, zone).length;
    if (hours > 0) {
      const known: TimelineDay = { day, place, hours };
      days.set(day, known);
    }
    inOrder.push(days.get(day));
    if (unit === 'hour') place += hours;
  }
  return { start: buckets[0]?.start ?? 0, end: buckets.at(-1)?.end ?? 0, length: buckets.length, days, inOrder };
};
