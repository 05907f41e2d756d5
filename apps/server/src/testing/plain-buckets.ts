import { meterIndex } from '@airdeck/domain/air-index';
import { type Bucket, bucketsOf } from '@airdeck/domain/bucket';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { Tx } from '../platform/db/pool.ts';
import type { Meter, RegistrySnapshot } from '../registry/snapshot.ts';
import { thresholdsOn } from '../registry/thresholds.ts';
import type { FrameColumns } from '../store/frames/frame-columns.ts';
import type { ChannelBuckets, MeterBuckets } from '../store/history/read-buckets.ts';
import type { BucketQuestion } from '../store/history/read-layers.ts';
import { readFrames } from '../store/packed/read-frames-queries.ts';
import { INDEX_CHANNEL } from '../store/rollups/rollup-rows.ts';

type Ticks = Map<number, number[]>;

/** Values of each channel in a period, and the number of frames. */
const within = (frames: FrameColumns, { start, end }: Bucket): { count: number; ticks: Ticks } => {
  const inside = frames.times.flatMap((time, i) => (time >= start && time < end ? [i] : []));
  const ticks: Ticks = new Map();
  for (const [channel, column] of frames.channels) {
    const values = inside.map((i) => column[i]).filter((value): value is number => typeof value === 'number');
    if (values.length > 0) ticks.set(channel, values);
  }
  return { count: inside.length, ticks };
};

const sumOf = (values: number[]): number => values.reduce((a, b) => a + b, 0);

/** Index of an hour's means in tenths. */
const hourIndex = (meter: Meter, ticks: Ticks, thresholds: Thresholds): number | null => {
  const means: { type: SensorType; value: number }[] = [];
  for (const [channel, values] of ticks) {
    const type = meter.sensors.get(channel)?.type;
    if (type) means.push({ type, value: fromTicks(type, sumOf(values) / values.length) });
  }
  const index = meterIndex(means, thresholds);
  return index && Math.round(index.index * 10);
};

interface Part {
  count: number;
  /** Mean of the index in tenths. */
  mean: number | null;
}

/** Hours without an index count with the frame-weighted mean of the others. */
const together = (parts: Part[]): Part => {
  const known = parts.flatMap(({ count, mean }) => (mean === null ? [] : [{ count, mean }]));
  const weight = sumOf(known.map(({ count }) => count));
  const mean = weight > 0 ? sumOf(known.map((part) => part.mean * part.count)) / weight : null;
  return { count: sumOf(parts.map(({ count }) => count)), mean };
};

const inside = (all: readonly Bucket[], bucket: Bucket): Bucket[] =>
  all.filter(({ start }) => start >= bucket.start && start < bucket.end);

const meterBuckets = (snapshot: RegistrySnapshot, meter: Meter, frames: FrameColumns, question: BucketQuestion) => {
  const { unit, from, to } = question;
  const zone = meter.organization.timeZone;
  const buckets = bucketsOf(unit, from, to, zone);
  const [days, hours] = [bucketsOf('day', from, to, zone), bucketsOf('hour', from, to, zone)];
  const answer = new Map<number, ChannelBuckets>();
  const put = (channel: number, at: number, count: number, sum: number, values: number[]): void => {
    const nothing = () => new Array<number>(buckets.length).fill(0);
    const none = () => new Array<number | null>(buckets.length).fill(null);
    const all = answer.get(channel) ?? { count: nothing(), sum: nothing(), min: none(), max: none() };
    answer.set(channel, all);
    all.count[at] = count;
    all.sum[at] = sum;
    all.min[at] = values.length > 0 ? Math.min(...values) : null;
    all.max[at] = values.length > 0 ? Math.max(...values) : null;
  };
  const indexIn = (hour: Bucket): Part => {
    const { count, ticks } = within(frames, hour);
    return { count, mean: hourIndex(meter, ticks, thresholdsOn(snapshot, meter.organization.id, hour.day)) };
  };
  for (const [at, bucket] of buckets.entries()) {
    const { count, ticks } = within(frames, bucket);
    if (count === 0) continue;
    for (const [channel, values] of ticks) put(channel, at, values.length, sumOf(values), values);
    const parts = inside(hours, bucket).map(indexIn);
    const byDay =
      unit === 'hour' ? parts : inside(days, bucket).map((day) => together(inside(hours, day).map(indexIn)));
    const index = together(byDay);
    put(
      INDEX_CHANNEL,
      at,
      count,
      (index.mean ?? 0) * count,
      parts.flatMap(({ mean }) => mean ?? []),
    );
  }
  return answer;
};

/** The expected result of `readBuckets`, computed directly from the frames: correct and slow. */
export const plainBuckets = async (
  db: Tx,
  snapshot: RegistrySnapshot,
  question: BucketQuestion,
): Promise<MeterBuckets> => {
  const spans = question.meters.map((meter) => {
    const days = bucketsOf('day', question.from, question.to, meter.organization.timeZone);
    return { meterId: meter.id, start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  });
  const answer: MeterBuckets = new Map();
  for (const [i, frames] of (await readFrames(db, spans, null)).entries()) {
    const meter = question.meters[i];
    if (!meter) continue;
    const wanted = question.channels;
    const all = [...meterBuckets(snapshot, meter, frames, question)];
    const kept = wanted ? all.filter(([channel]) => wanted.includes(channel)) : all;
    if (kept.length > 0) answer.set(meter.id, new Map(kept));
  }
  return answer;
};
