import { meterIndex } from '@airdeck/domain/air-index';
import { bucketsOf } from '@airdeck/domain/bucket';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Tx } from '../../platform/db/pool.ts';
import type { Meter, SitePicture } from '../../site/picture.ts';
import { thresholdsOn } from '../../site/site.ts';
import { INDEX_CHANNEL } from '../rollups/rollup-rows.ts';
import type { BucketQuestion, ChannelBuckets, MeterBuckets } from './buckets.ts';
import type { FrameColumns } from './frame-columns.ts';
import { readFrames } from './frame-queries.ts';

const emptyBuckets = (length: number): ChannelBuckets => ({
  count: new Array<number>(length).fill(0),
  sum: new Array<number>(length).fill(0),
  min: new Array<number | null>(length).fill(null),
  max: new Array<number | null>(length).fill(null),
});

const add = (buckets: ChannelBuckets, at: number, count: number, sum: number, min: number, max: number): void => {
  buckets.count[at] = (buckets.count[at] ?? 0) + count;
  buckets.sum[at] = (buckets.sum[at] ?? 0) + sum;
  buckets.min[at] = Math.min(buckets.min[at] ?? min, min);
  buckets.max[at] = Math.max(buckets.max[at] ?? max, max);
};

/** Straight from the frames: right, and slow. */
const meterBuckets = (picture: SitePicture, meter: Meter, frames: FrameColumns, question: BucketQuestion) => {
  const zone = meter.organization.timeZone;
  const buckets = bucketsOf(question.unit, question.from, question.to, zone);
  const answer = new Map<number, ChannelBuckets>();
  const of = (channel: number): ChannelBuckets => {
    const known = answer.get(channel) ?? emptyBuckets(buckets.length);
    answer.set(channel, known);
    return known;
  };
  for (const hour of bucketsOf('hour', question.from, question.to, zone)) {
    const at = buckets.findIndex((bucket) => bucket.start <= hour.start && hour.start < bucket.end);
    const inside = frames.times.flatMap((time, i) => (time >= hour.start && time < hour.end ? [i] : []));
    if (inside.length === 0) continue;
    const means: { type: Parameters<typeof fromTicks>[0]; value: number }[] = [];
    for (const [channel, column] of frames.channels) {
      const ticks = inside.map((i) => column[i]).filter((value): value is number => typeof value === 'number');
      if (ticks.length === 0) continue;
      const sum = ticks.reduce((a, b) => a + b, 0);
      add(of(channel), at, ticks.length, sum, Math.min(...ticks), Math.max(...ticks));
      const sensor = meter.sensors.get(channel);
      if (sensor) means.push({ type: sensor.type, value: fromTicks(sensor.type, sum / ticks.length) });
    }
    const index = meterIndex(means, thresholdsOn(picture, meter.organization.id, hour.day));
    if (index === null) continue;
    const tenths = Math.round(index.index * 10);
    add(of(INDEX_CHANNEL), at, inside.length, tenths * inside.length, tenths, tenths);
  }
  return answer;
};

/** Averages by hour, day, month or year: the one way to them, whichever layer they come from. */
export const readBuckets = async (db: Tx, picture: SitePicture, question: BucketQuestion): Promise<MeterBuckets> => {
  const spans = question.meters.map((meter) => {
    const days = bucketsOf('day', question.from, question.to, meter.organization.timeZone);
    return { meterId: meter.id, start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  });
  const answer: MeterBuckets = new Map();
  const frames = await readFrames(db, spans, null);
  for (const [i, meter] of question.meters.entries()) {
    const columns = frames[i];
    if (!columns) continue;
    const all = meterBuckets(picture, meter, columns, question);
    const wanted = question.channels;
    const kept = wanted ? new Map([...all].filter(([channel]) => wanted.includes(channel))) : all;
    if (kept.size > 0) answer.set(meter.id, kept);
  }
  return answer;
};
