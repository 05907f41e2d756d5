import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { type Grade, gradeOf, gradeRank } from '@airdeck/domain/grade';
import { addToRun, emptyRun, type GradeRun, joinRuns, runPatience, runStart } from '@airdeck/domain/grade-run';
import { type GradedType, isGraded } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { StoredFrame } from '../../../feed/entry.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log.ts';
import { createLoop } from '../../../platform/loop.ts';
import type { Registry } from '../../../registry/registry.ts';
import type { Meter, RegistrySnapshot } from '../../../registry/snapshot.ts';
import { createRequestContext, type RequestContext } from '../../../resource/request-context.ts';
import type { FrameColumns } from '../../../store/frames/frame-columns.ts';
import { readFrames } from '../../../store/packed/read-frames-queries.ts';
import type { CurrentAir, MeterAir, SensorRun } from './current-air.ts';

/** Since when a sensor's air has been in its grade or a worse one, and how that began. */
export interface GradeSince {
  time: number;
  begins: 'CHANGE' | 'GAP' | 'EARLIER';
}

/** How far back from its last reading a run is searched. The first step mostly finds its start. */
const LOOK_BACK_MS = 7 * DAY_MS;
const FIRST_STEP_MS = 6 * HOUR_MS;
const STEPS = [FIRST_STEP_MS, DAY_MS, LOOK_BACK_MS];
/** No one needs the duration of better air, and most air is better: those runs are not searched. */
const TOLD_FROM = gradeRank('NORMAL');
const MAX_SEARCHES = 50;
/** Leaves the store to other queries between two searches. */
const REST_MS = 200;
const RETRY_MS = 5_000;

const isSearched = ({ from, last }: GradeRun): boolean => last !== null && last - from >= LOOK_BACK_MS;

/** The start of a run in the grade of its last reading; null for good air, and while the store is being searched. */
export const gradeSince = (known: SensorRun | undefined, grade: Grade): GradeSince | null => {
  const start = known && gradeRank(grade) >= TOLD_FROM ? runStart(known.run, grade) : null;
  if (!known || !start) return null;
  const { time, begins } = start;
  if (begins !== 'OPEN') return { time, begins };
  return isSearched(known.run) ? { time, begins: 'EARLIER' } : null;
};

/** Whether the start of a run has to be searched further back. */
const isOpen = ({ run }: SensorRun): boolean => {
  const worst = run.starts.findLastIndex((start) => start !== null);
  return worst >= TOLD_FROM && run.starts[worst]?.begins === 'OPEN' && !isSearched(run);
};

export interface GradeRunsOptions {
  db: Db;
  registry: Pick<Registry, 'snapshot'>;
  log: Log;
  current: Pick<CurrentAir, 'of'>;
}

/** A sensor whose run has to be searched in the store. */
interface Search {
  meterId: number;
  channel: number;
}

/** A running search, with the stretch of time that it reads; `end` is exclusive. */
interface Searched {
  meter: Meter;
  air: MeterAir;
  sensor: SensorRun;
  type: GradedType;
  channel: number;
  start: number;
  end: number;
}

/**
 * Follows the runs of all sensors. It starts with their current values, which settle most runs, and searches the others
 * further back in the store, in the background and a few at a time.
 */
export const createGradeRuns = ({ db, registry, log, current }: GradeRunsOptions) => {
  const queue = new Map<string, Search>();
  /** The interval and standards that the runs of each meter depend on. */
  const rules = new Map<number, string>();
  let known: { snapshot: RegistrySnapshot; thresholdsAt: RequestContext['thresholdsAt'] } | null = null;

  const thresholdsAt: RequestContext['thresholdsAt'] = (organization, time) => {
    const snapshot = registry.snapshot();
    if (known?.snapshot !== snapshot) {
      const read = () => Promise.reject(new Error('nothing is read'));
      const context = createRequestContext({ scope: { reach: 'all' }, language: 'ko', now: 0, snapshot, read });
      known = { snapshot, thresholdsAt: context.thresholdsAt };
    }
    return known.thresholdsAt(organization, time);
  };

  const gradeAt = (meter: Meter, type: GradedType, time: number, ticks: number): Grade =>
    gradeOf(type, fromTicks(type, ticks), thresholdsAt(meter.organization, time));

  const search = (meterId: number, channel: number): void => {
    queue.set(`${meterId}/${channel}`, { meterId, channel });
  };

  /** Adds one reading. One that is not newer than the last may lie within the run, which then has to be rebuilt. */
  const take = (air: MeterAir, meter: Meter, channel: number, time: number, ticks: number): void => {
    const type = meter.sensors.get(channel)?.type;
    if (type === undefined || !isGraded(type)) return;
    const grade = gradeAt(meter, type, time, ticks);
    const patience = runPatience(meter.intervalS);
    const sensor = air.runs.get(channel) ?? { run: emptyRun(time), next: null, isOld: false };
    const { run, next } = sensor;
    if (run.last === null || time > run.last) {
      sensor.run = addToRun(run, time, grade, patience);
      sensor.next = next && addToRun(next, time, grade, patience);
    } else if (time < run.last && time >= run.from) {
      sensor.isOld = true;
    }
    air.runs.set(channel, sensor);
    if (sensor.isOld || isOpen(sensor)) search(air.meterId, channel);
  };

  /** Starts the runs of a meter with its last readings. */
  const begin = (air: MeterAir, meter: Meter): void => {
    air.runs.clear();
    for (const [position, channel] of air.channels.entries()) {
      const time = air.times[position] ?? Number.NEGATIVE_INFINITY;
      // A channel may have a trend only.
      if (Number.isFinite(time)) take(air, meter, channel, time, air.ticks[position] ?? 0);
    }
  };

  const foldStretch = ({ meter, type, channel, start }: Searched, { times, channels }: FrameColumns): GradeRun => {
    const patience = runPatience(meter.intervalS);
    const ticks = channels.get(channel) ?? [];
    let run = emptyRun(start);
    for (const [i, time] of times.entries()) {
      const value = ticks[i] ?? null;
      if (value !== null) run = addToRun(run, time, gradeAt(meter, type, time, value), patience);
    }
    return run;
  };

  /** The stretch that a search reads: the one before the known run, or the newest one again for a rebuild. */
  const beginSearch = ({ meterId, channel }: Search): Searched | null => {
    const meter = registry.snapshot().meters.get(meterId);
    const air = current.of(meterId);
    const sensor = air?.runs.get(channel);
    const type = meter?.sensors.get(channel)?.type;
    if (!meter || !air || !sensor || type === undefined || !isGraded(type)) return null;
    const { from, last } = sensor.run;
    const newest = last ?? from;
    const found = { meter, air, sensor, type, channel };
    if (sensor.isOld) {
      sensor.isOld = false;
      sensor.next = emptyRun(newest + 1);
      return { ...found, start: newest - FIRST_STEP_MS, end: newest + 1 };
    }
    const step = STEPS.find((each) => newest - each < from);
    return step === undefined ? null : { ...found, start: newest - step, end: from };
  };

  const endSearch = (searched: Searched, frames: FrameColumns): void => {
    const { meter, air, sensor, channel } = searched;
    if (air.runs.get(channel) !== sensor) return;
    sensor.run = joinRuns(foldStretch(searched, frames), sensor.next ?? sensor.run, runPatience(meter.intervalS));
    sensor.next = null;
    if (sensor.isOld || isOpen(sensor)) search(meter.id, channel);
    air.version++;
  };

  const searching = createLoop(
    async () => {
      const [first] = queue.values();
      // One channel per query, so that no other data is read.
      const taken = [...queue].filter(([, { channel }]) => channel === first?.channel).slice(0, MAX_SEARCHES);
      for (const [key] of taken) queue.delete(key);
      const searches = taken.flatMap(([, each]) => beginSearch(each) ?? []);
      try {
        const spans = searches.map(({ meter, start, end }) => ({ meterId: meter.id, start, end }));
        const found = await readFrames(db, spans, first ? [first.channel] : []);
        for (const [i, frames] of found.entries()) {
          const searched = searches[i];
          if (searched) endSearch(searched, frames);
        }
      } catch (error) {
        for (const { meter, sensor, channel } of searches) {
          sensor.isOld ||= sensor.next !== null;
          search(meter.id, channel);
        }
        throw error;
      }
      return REST_MS;
    },
    (error) => {
      log.error({ err: error }, 'searching grade runs failed; retrying');
      return RETRY_MS;
    },
  );

  /** Everything besides readings that the runs of a meter depend on. */
  const ruleOf = ({ organization, intervalS }: Meter, standards: Map<number, string>): string => {
    const known = standards.get(organization.id) ?? JSON.stringify(registry.snapshot().standards.get(organization.id));
    standards.set(organization.id, known);
    return `${intervalS} ${known}`;
  };

  /** Restarts the runs of meters whose rules changed. */
  const registryChanged = (): void => {
    const { meters } = registry.snapshot();
    const standards = new Map<number, string>();
    for (const meterId of rules.keys()) if (!meters.has(meterId)) rules.delete(meterId);
    for (const meter of meters.values()) {
      const rule = ruleOf(meter, standards);
      if (rules.get(meter.id) === rule) continue;
      rules.set(meter.id, rule);
      const air = current.of(meter.id);
      if (air) begin(air, meter);
    }
  };

  return {
    start: searching.start,
    stop: searching.stop,
    registryChanged,
    /** Restarts all runs after current values were loaded. */
    load(): void {
      rules.clear();
      registryChanged();
    },
    /** Applies frames that `current` has applied before. */
    apply(frames: readonly StoredFrame[]): void {
      const { meters } = registry.snapshot();
      for (const { meterId, time, channels, ticks } of frames) {
        const [air, meter] = [current.of(meterId), meters.get(meterId)];
        if (!air || !meter) continue;
        for (const [i, channel] of channels.entries()) take(air, meter, channel, time, ticks[i] ?? 0);
      }
    },
  };
};
