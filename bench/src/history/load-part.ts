// A process that generates every n-th meter's readings and stores them as the product would have: closed UTC days
// packed, the open one as frames, hours rolled up; day by day, so that rows lie on disk in the same order.
import { hoursOfDay, localDay } from '@airdeck/domain/calendar';
import { channelOf } from '@airdeck/domain/channel';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { createDb } from '@airdeck/server/platform/db/pool';
import { createRegistry } from '@airdeck/server/registry/registry';
import type { Meter, RegistrySnapshot } from '@airdeck/server/registry/snapshot';
import type { MeterFrame } from '@airdeck/server/store/frames/frame-batch';
import { insertFrames } from '@airdeck/server/store/frames/frame-queries';
import { encodeTicks, encodeTimes } from '@airdeck/server/store/packed/encode-day';
import { TIMES_CHANNEL } from '@airdeck/server/store/packed/packed-format';
import { type PackedBlob, savePacked } from '@airdeck/server/store/packed/packed-queries';
import { markDays } from '@airdeck/server/store/rollups/day-queries';
import { cellsOf } from '@airdeck/server/store/rollups/hour-cells';
import { saveDays } from '@airdeck/server/store/rollups/rollup-queries';
import { type DayDraft, replaceHour } from '@airdeck/server/store/rollups/rollup-rows';
import type { ChannelSum } from '@airdeck/server/store/rollups/sum-columns';
import pino from 'pino';
import { type Dataset, type DatasetDay, daysOf, NOW, ZONE } from './dataset.ts';
import { createWalk } from './walk.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const FRAMES_AT_ONCE = 4_000;
const CHANNELS = SENSOR_TYPES.map((type) => channelOf(type, 1));

const { connection, meters, days, part, parts } = JSON.parse(process.argv[2] ?? '{}') as Dataset & {
  part: number;
  parts: number;
};
const db = createDb({ connection, log: pino({ level: 'silent' }), statementTimeout: 0 });
const registry = createRegistry(db);
await registry.reload();
const snapshot: RegistrySnapshot = registry.snapshot();
const mine = [...snapshot.meters.values()]
  .toSorted((a, b) => a.id - b.id)
  .map((meter, place) => ({ meter, place, drafts: new Map<string, DayDraft>() }))
  .filter(({ place }) => place % parts === part);
type Mine = (typeof mine)[number];

/** The hours of a UTC day: their position in it, and their local day. */
const hoursOf = ({ start, end }: DatasetDay) => {
  const hours: { first: number; last: number; start: number; day: string; hour: number; hours: number }[] = [];
  for (let hour = Math.floor(start / HOUR_MS) * HOUR_MS; hour < end; hour += HOUR_MS) {
    const day = localDay(hour, ZONE);
    const starts = hoursOfDay(day, ZONE);
    const first = (Math.max(start, hour) - start) / MINUTE_MS;
    const last = (Math.min(end, hour + HOUR_MS) - start) / MINUTE_MS;
    hours.push({ first, last, start: hour, day, hour: starts.indexOf(hour), hours: starts.length });
  }
  return hours;
};

const sumOf = (channel: number, column: readonly number[], first: number, last: number): ChannelSum => {
  let [sum, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = first; i < last; i++) {
    const value = column[i] as number;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { channel, count: last - first, sum, min, max };
};

const rollUp = ({ meter, drafts }: Mine, columns: number[][], hours: ReturnType<typeof hoursOf>): void => {
  for (const { first, last, start, day, hour, hours: length } of hours) {
    const draft = drafts.get(day) ?? { meterId: meter.id, day, hours: length, channels: new Map() };
    drafts.set(day, draft);
    const frames: ChannelSum = { channel: 0, count: last - first, sum: 0, min: 0, max: 0 };
    const sums = [frames, ...columns.map((column, k) => sumOf(CHANNELS[k] as number, column, first, last))];
    const stale = { meterId: meter.id, meter, day, hour, hours: length, start, end: start + HOUR_MS };
    replaceHour(draft, hour, cellsOf(snapshot, stale, sums));
  }
};

/** Past local days, or all remaining ones. */
const saveDrafts = async (until: string | null): Promise<void> => {
  const done: DayDraft[] = [];
  for (const { drafts } of mine) {
    for (const [day, draft] of drafts) {
      if (until !== null && day > until) continue;
      done.push(draft);
      drafts.delete(day);
    }
  }
  if (done.length === 0) return;
  await db.tx(async (tx) => {
    await saveDays(
      tx,
      done.flatMap((draft) => [...draft.channels.values()]),
    );
    await markDays(tx, done);
  });
};

const pack = (meter: Meter, columns: number[][], day: number, times: Buffer): PackedBlob[] => [
  { meterId: meter.id, day, channel: TIMES_CHANNEL, data: times },
  ...columns.map((column, k) => ({
    meterId: meter.id,
    day,
    channel: CHANNELS[k] as number,
    data: encodeTicks(column),
  })),
];

const framesOf = (meter: Meter, columns: number[][], times: readonly number[]): MeterFrame[] =>
  times.map((time, i) => ({
    meterId: meter.id,
    time,
    channels: CHANNELS,
    ticks: columns.map((column) => column[i] as number),
  }));

const loadDay = async (walk: ReturnType<typeof createWalk>, each: DatasetDay): Promise<void> => {
  const minutes = (each.end - each.start) / MINUTE_MS;
  const times = Array.from({ length: minutes }, (_, i) => each.start + i * MINUTE_MS);
  const isOpen = each.day === Math.floor(NOW / DAY_MS);
  const timesBlob = encodeTimes(times, each.day);
  const hours = hoursOf(each);
  const blobs: PackedBlob[] = [];
  const frames: MeterFrame[] = [];
  for (const one of mine) {
    const columns = walk.next(one.place, minutes, each.before);
    rollUp(one, columns, hours);
    if (isOpen) frames.push(...framesOf(one.meter, columns, times));
    else blobs.push(...pack(one.meter, columns, each.day, timesBlob));
  }
  if (blobs.length > 0) await db.tx((tx) => savePacked(tx, blobs));
  frames.sort((a, b) => a.time - b.time);
  for (let i = 0; i < frames.length; i += FRAMES_AT_ONCE) {
    await db.tx((tx) => insertFrames(tx, frames.slice(i, i + FRAMES_AT_ONCE)));
  }
  await saveDrafts(localDay(each.end, ZONE) > localDay(each.start, ZONE) ? localDay(each.end - DAY_MS, ZONE) : '');
};

const walk = createWalk(meters);
for (const each of daysOf(days)) await loadDay(walk, each);
await saveDrafts(null);
await db.close();
process.send?.({ meters: mine.length });
process.disconnect();
