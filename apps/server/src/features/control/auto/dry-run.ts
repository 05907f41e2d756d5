import { type AutoDryRun, DRY_RUN_DAYS } from '@airdeck/contract/control/auto-mode';
import {
  type AutoFold,
  type AutoRule,
  type AutoSample,
  type AutoThresholds,
  autoDurations,
  foldAuto,
} from '@airdeck/domain/control/auto-mode';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { FAN_SPEEDS } from '@airdeck/domain/purifier-state';
import { type GradedType, isGraded } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Db } from '../../../platform/db/pool.ts';
import { createGiveWay } from '../../../platform/give-way.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { FrameColumns } from '../../../store/frames/frame-columns.ts';
import { readFrames } from '../../../store/packed/read-frames-queries.ts';

/** Frames that are gone through at most: where a meter measures often, it is fewer days. */
const MAX_FRAMES = 65_000;
/** Frames in a few milliseconds. */
const FRAMES_AT_ONCE = 4_000;
/** Step of the drawn timeline. */
const STEP_MS = 10 * MINUTE_MS;

interface Column {
  type: GradedType;
  ticks: readonly (number | null)[];
}

const columnsOf = (meter: Meter, frames: FrameColumns): Column[] =>
  [...frames.channels].flatMap(([channel, ticks]) => {
    const type = meter.sensors.get(channel)?.type;
    return type !== undefined && isGraded(type) ? [{ type, ticks }] : [];
  });

function* samplesOf(times: readonly number[], columns: readonly Column[], from: number): Generator<AutoSample> {
  const to = Math.min(times.length, from + FRAMES_AT_ONCE);
  for (let i = from; i < to; i++) {
    const readings = columns.flatMap(({ type, ticks }) => {
      const value = ticks[i] ?? null;
      return value === null ? [] : [{ type, value: fromTicks(type, value) }];
    });
    yield { time: times[i] ?? 0, readings };
  }
}

const foldAll = async (times: readonly number[], columns: readonly Column[], rule: AutoRule) => {
  const giveWay = createGiveWay();
  let fold: AutoFold | undefined;
  for (let from = 0; from < times.length; from += FRAMES_AT_ONCE) {
    fold = foldAuto(samplesOf(times, columns, from), rule, fold);
    await giveWay();
  }
  return fold?.changes ?? [];
};

/** Means of a type by steps, of its worst sensor. */
const courseOf = (times: readonly number[], columns: readonly Column[], type: GradedType | undefined) => {
  if (type === undefined) return null;
  const steps = new Map<number, { sum: number; count: number }>();
  const mine = columns.filter((column) => column.type === type);
  for (const [i, time] of times.entries()) {
    const values = mine.flatMap(({ ticks }) => ticks[i] ?? []);
    if (values.length === 0) continue;
    const at = time - (time % STEP_MS);
    const { sum, count } = steps.get(at) ?? { sum: 0, count: 0 };
    steps.set(at, { sum: sum + Math.max(...values), count: count + 1 });
  }
  return {
    type,
    step_s: STEP_MS / 1000,
    times: [...steps.keys()].map((time) => time / 1000),
    values: [...steps.values()].map(({ sum, count }) => fromTicks(type, Math.round(sum / count))),
  };
};

/** Simulates automatic mode on the newest days of a meter. */
export const runDry = async (db: Db, meter: Meter, thresholds: AutoThresholds, now: number): Promise<AutoDryRun> => {
  const start = now - Math.min(DRY_RUN_DAYS * DAY_MS, MAX_FRAMES * meter.intervalS * 1000);
  const channels = [...meter.sensors.values()].flatMap(({ type, channel }) =>
    isGraded(type) && thresholds[type] !== undefined ? [channel] : [],
  );
  const span = { meterId: meter.id, start, end: now + 1 };
  const [frames] = channels.length === 0 ? [] : await db.tx((tx) => readFrames(tx, [span], channels));
  const times = frames?.times.slice(-MAX_FRAMES) ?? [];
  const columns = frames
    ? columnsOf(meter, frames).map(({ type, ticks }) => ({ type, ticks: ticks.slice(-MAX_FRAMES) }))
    : [];
  const changes = await foldAll(times, columns, { thresholds, intervalS: meter.intervalS });
  const durations = autoDurations(changes, now);
  const types = columns.map(({ type }) => type);
  return {
    time_zone: meter.organization.timeZone,
    from: new Date(times.length === MAX_FRAMES ? (times[0] ?? start) : start).toISOString(),
    to: new Date(now).toISOString(),
    course: courseOf(times, columns, types.find((type) => type === 'PM2.5') ?? types[0]),
    changes: changes.map(({ time, level }) => ({ time: new Date(time).toISOString(), level })),
    minutes: Object.fromEntries(
      FAN_SPEEDS.map((level) => [level, Math.round(durations[level] / MINUTE_MS)]),
    ) as AutoDryRun['minutes'],
  };
};
