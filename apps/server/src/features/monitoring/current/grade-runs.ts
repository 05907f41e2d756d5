import { typeOfChannel } from '@airdeck/domain/channel';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { GRADES, type Grade, gradeOf, gradeRank } from '@airdeck/domain/grade';
import {
  addToRun,
  emptyRun,
  type GradeRun,
  joinRuns,
  keepGrade,
  type LastGrades,
  runPatience,
  runStart,
  worstAt,
} from '@airdeck/domain/grade-run';
import { isGraded } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { StoredFrame } from '../../../feed/entry.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log.ts';
import { createLoop } from '../../../platform/loop.ts';
import type { Registry } from '../../../registry/registry.ts';
import type { Department, Meter, Organization, RegistrySnapshot, StandardHistory } from '../../../registry/snapshot.ts';
import { createRequestContext, type RequestContext } from '../../../resource/request-context.ts';
import type { FrameColumns } from '../../../store/frames/frame-columns.ts';
import { readFrames } from '../../../store/packed/read-frames-queries.ts';
import { type AirRun, WHOLE_METER } from './air-runs.ts';
import type { CurrentAir, MeterAir } from './current-air.ts';
import { addFrame, gradedOf, isUntold, openAirRun, TOLD_FROM } from './first-runs.ts';
import { sharedChannels } from './shared-channels.ts';
import {
  advance,
  createSteadyAir,
  lastOf,
  moveGrade,
  type SteadyAir,
  settleRun,
  settleRuns,
  shareSteadyAir,
  stepOf,
} from './steady-air.ts';

/** Since when the air of a sensor or a meter has been in its grade or a worse one, and how that began. */
export interface GradeSince {
  time: number;
  begins: 'CHANGE' | 'GAP' | 'EARLIER';
}

/** How far back from its last reading a run is searched. The first step mostly finds its start. */
const LOOK_BACK_MS = 7 * DAY_MS;
const FIRST_STEP_MS = 6 * HOUR_MS;
const STEPS = [FIRST_STEP_MS, DAY_MS, LOOK_BACK_MS];
const MAX_SEARCHES = 50;
/** Leaves the store to other queries between two searches. */
const REST_MS = 200;
const RETRY_MS = 5_000;
/** Longest time for which changed meters keep the event loop; a threshold may change them all. */
const SLICE_MS = 10;

const isSearched = ({ from }: GradeRun, last: number | null): boolean => last !== null && last - from >= LOOK_BACK_MS;

/** The start of the run of a channel, or of WHOLE_METER, in the grade of its last reading; null for good air, and while the store is being searched. */
export const gradeSince = (air: MeterAir, key: number, grade: Grade): GradeSince | null => {
  // Otherwise the runs of good air would be made for nothing.
  const known = gradeRank(grade) >= TOLD_FROM ? air.runs.get(key) : undefined;
  const start = known ? runStart(known.run, grade) : null;
  if (!known || !start) return null;
  const { time, begins } = start;
  if (begins !== 'OPEN') return { time, begins };
  return isSearched(known.run, lastOf(air, known)) ? { time, begins: 'EARLIER' } : null;
};

/** Whether the start of a run has to be searched further back. */
const isOpen = ({ run }: AirRun): boolean => {
  const worst = run.starts.findLastIndex((start) => start !== null);
  return worst >= TOLD_FROM && run.starts[worst]?.begins === 'OPEN' && !isSearched(run, run.last);
};

export interface GradeRunsOptions {
  db: Db;
  registry: Pick<Registry, 'snapshot'>;
  log: Log;
  current: Pick<CurrentAir, 'of'>;
}

type Readings = Pick<StoredFrame, 'time' | 'channels' | 'ticks'>;

/** A meter with its interval and sensors, and the standards of its organization. */
interface Rule {
  meter: Meter;
  standards: StandardHistory | undefined;
}

/** A run that has to be searched in the store: of a channel, or of WHOLE_METER. */
interface Search {
  meterId: number;
  key: number;
  channels: readonly number[];
}

/** Runs to search, each once, by their channels: those of the same channels are read in one query. */
const createSearchQueue = () => {
  const queue = new Map<string, Pick<Search, 'key' | 'channels'> & { meterIds: Set<number> }>();
  return {
    add({ meterId, key, channels }: Search): void {
      const name = `${key}/${channels.join()}`;
      const same = queue.get(name) ?? { key, channels, meterIds: new Set() };
      queue.set(name, same);
      same.meterIds.add(meterId);
    },
    /** Some searches of the same channels. */
    take(limit: number): Search[] {
      for (const [name, same] of queue) {
        const taken: number[] = [];
        // Not all of what may be hundreds of thousands.
        for (const meterId of same.meterIds) {
          if (taken.length === limit) break;
          taken.push(meterId);
          same.meterIds.delete(meterId);
        }
        // Other channels have their turn.
        queue.delete(name);
        if (same.meterIds.size > 0) queue.set(name, same);
        if (taken.length > 0) return taken.map((meterId) => ({ meterId, key: same.key, channels: same.channels }));
      }
      return [];
    },
  };
};

/** A running search, with the stretch of time that it reads; `end` is exclusive. */
interface Searched {
  meter: Meter;
  air: MeterAir;
  key: number;
  found: AirRun;
  start: number;
  end: number;
}

/**
 * Follows the runs of all sensors, and those of whole meters: any sensor at least as bad. It starts with current
 * values, which settle most runs, and searches the others further back in the store, in the background and a few at a
 * time.
 */
export const createGradeRuns = ({ db, registry, log, current }: GradeRunsOptions) => {
  const queue = createSearchQueue();
  /** Interval, sensors and standards that the runs of each meter depend on. */
  const rules = new Map<number, Rule>();
  /** The last checked state of organizations and departments. */
  let seen = new WeakMap<Organization | Department, { revision: number; standards: StandardHistory | undefined }>();
  /** Meters whose rules may have changed. */
  const changed = new Set<Meter>();
  let checking: NodeJS.Immediate | null = null;
  let removedRevision = -1;
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

  /** null for a channel without grades. */
  const gradeAt = (meter: Meter, channel: number, time: number, ticks: number): Grade | null => {
    if (!meter.sensors.has(channel)) return null;
    const type = typeOfChannel(channel);
    if (!isGraded(type)) return null;
    return gradeOf(type, fromTicks(type, ticks), thresholdsAt(meter.organization, time));
  };

  const search = (meterId: number, key: number, run: AirRun): void => {
    if (run.isQueued) return;
    run.isQueued = true;
    queue.add({ meterId, key, channels: run.channels });
  };

  const openRun = (air: MeterAir, key: number, channels: readonly number[], time: number): AirRun => {
    const known = air.runs.get(key);
    if (known) return known;
    const made = openAirRun(channels, time);
    air.runs.set(key, made);
    return made;
  };

  /**
   * Adds the readings of one time to the runs of their sensors and of the meter. Returns whether these runs are complete
   * up to this time.
   */
  const take = (air: MeterAir, meter: Meter, { time, channels, ticks }: Readings): boolean => {
    const patience = runPatience(meter.intervalS);
    const graded = gradedOf(meter);
    // The only graded sensor is the meter's air.
    const whole = graded.length > 1 ? openRun(air, WHOLE_METER, graded, time) : null;
    let isGradedFrame = false;
    let isComplete = true;
    const end = (key: number, run: AirRun): void => {
      if (!addFrame(run, time, patience)) isComplete = false;
      if (run.isOld || isOpen(run)) search(air.meterId, key, run);
    };
    for (const [i, channel] of channels.entries()) {
      const grade = gradeAt(meter, channel, time, ticks[i] ?? 0);
      if (grade === null) continue;
      isGradedFrame = true;
      const sensor = openRun(air, channel, sharedChannels([channel]), time);
      keepGrade(sensor.last, channel, time, grade);
      end(channel, sensor);
      if (whole) keepGrade(whole.last, channel, time, grade);
      else air.runs.set(WHOLE_METER, sensor);
    }
    if (whole && isGradedFrame) end(WHOLE_METER, whole);
    return isComplete && isGradedFrame;
  };

  /** Adds a frame to the runs of the sensors that it moves to another grade, and to the meter's if its worst one moves. */
  const moveGrades = (air: MeterAir, steady: SteadyAir, { time, ticks }: Readings): void => {
    const whole = air.runs.get(WHOLE_METER);
    const worst = Math.max(...steady.ranks);
    const moved: [channel: number, grade: Grade][] = [];
    const end = (key: number, run: AirRun): void => {
      addFrame(run, time, steady.patience);
      if (isOpen(run)) search(air.meterId, key, run);
    };
    for (let i = 0; i < ticks.length; i++) {
      if (!moveGrade(steady, i, ticks[i] as number)) continue;
      const channel = steady.channels[i] as number;
      const grade = GRADES[steady.ranks[i] as number] as Grade;
      moved.push([channel, grade]);
      const run = air.runs.get(channel);
      if (!run) continue;
      settleRun(steady, run);
      keepGrade(run.last, channel, time, grade);
      end(channel, run);
    }
    // The run of the only graded sensor is the meter's.
    if (!whole || whole.channels.length === 1) return;
    const isWorstMoved = Math.max(...steady.ranks) !== worst;
    if (isWorstMoved) settleRun(steady, whole);
    for (const [channel, grade] of moved) keepGrade(whole.last, channel, time, grade);
    if (!isWorstMoved) return;
    // Sensors that stay in their grades measured too: this run has the time of the frame, and is not settled later.
    for (const [channel, { grade }] of whole.last) whole.last.set(channel, { time, grade });
    end(WHOLE_METER, whole);
  };

  /** Adds readings by the grades of each; what they leave is the steady air. */
  const add = (air: MeterAir, meter: Meter, readings: Readings): void => {
    const thresholds = thresholdsAt(meter.organization, readings.time);
    const options = { thresholds, patience: runPatience(meter.intervalS), graded: gradedOf(meter) };
    const { steady: earlier, hasRuns } = air;
    if (!hasRuns) {
      const first = createSteadyAir(meter, readings, { ...options, earlier: null });
      if (first && options.graded.length > 0 && isUntold(first)) {
        shareSteadyAir(first);
        air.beginSteady(first);
        return;
      }
    }
    settleRuns(air);
    air.steady = null;
    if (take(air, meter, readings)) air.steady = createSteadyAir(meter, readings, { ...options, earlier });
  };

  /** Starts the runs of a meter with its last readings. */
  const begin = (air: MeterAir, meter: Meter): void => {
    air.dropRuns();
    const byTime = new Map<number, Readings>();
    for (const [position, channel] of air.channels.entries()) {
      const time = air.times[position] ?? Number.NEGATIVE_INFINITY;
      // A channel may have a trend only.
      if (!Number.isFinite(time)) continue;
      const readings = byTime.get(time) ?? { time, channels: [], ticks: [] };
      readings.channels.push(channel);
      readings.ticks.push(air.ticks[position] ?? 0);
      byTime.set(time, readings);
    }
    for (const readings of [...byTime.values()].toSorted((a, b) => a.time - b.time)) add(air, meter, readings);
  };

  /** Folds what was read. Readings before the start only count as what sensors measured last. */
  const foldStretch = (
    { meter, found, start }: Searched,
    { times, channels }: FrameColumns,
  ): Pick<AirRun, 'run' | 'before'> => {
    const patience = runPatience(meter.intervalS);
    const last: LastGrades = new Map();
    let run = emptyRun(start);
    let before = run;
    for (const [i, time] of times.entries()) {
      let isGradedFrame = false;
      for (const channel of found.channels) {
        const ticks = channels.get(channel)?.[i] ?? null;
        const grade = ticks === null ? null : gradeAt(meter, channel, time, ticks);
        if (grade === null) continue;
        isGradedFrame = true;
        keepGrade(last, channel, time, grade);
      }
      const worst = isGradedFrame && time >= start ? worstAt(last, time, patience) : null;
      if (worst === null) continue;
      before = run;
      run = addToRun(run, time, worst, patience);
    }
    return { run, before };
  };

  /** The stretch that a search reads: the one before the known run, or the newest one again for a rebuild. */
  const beginSearch = ({ meterId, key }: Search): Searched | null => {
    const meter = registry.snapshot().meters.get(meterId);
    const air = current.of(meterId);
    const found = air?.runs.get(key);
    if (!meter || !air || !found) return null;
    found.isQueued = false;
    settleRuns(air);
    const { from, last } = found.run;
    const newest = last ?? from;
    if (found.isOld) {
      air.steady = null;
      found.isOld = false;
      found.next = emptyRun(newest + 1);
      found.isSearched = true;
      return { meter, air, key, found, start: newest - FIRST_STEP_MS, end: newest + 1 };
    }
    const step = STEPS.find((each) => newest - each < from);
    if (step === undefined) return null;
    found.isSearched = true;
    return { meter, air, key, found, start: newest - step, end: from };
  };

  const endSearch = (searched: Searched, frames: FrameColumns): void => {
    const { meter, air, key, found } = searched;
    found.isSearched = false;
    if (air.runs.get(key) !== found) return;
    settleRuns(air);
    const patience = runPatience(meter.intervalS);
    const stretch = foldStretch(searched, frames);
    const { next } = found;
    if (next === null) {
      found.before = joinRuns(stretch.run, found.before, patience);
      found.run = joinRuns(stretch.run, found.run, patience);
    } else {
      found.run = joinRuns(stretch.run, next, patience);
      found.before = next.last === null ? stretch.before : found.run;
    }
    found.next = null;
    if (found.isOld || isOpen(found)) search(meter.id, key, found);
    air.version++;
  };

  const searching = createLoop(
    async () => {
      const taken = queue.take(MAX_SEARCHES);
      const searches = taken.flatMap((each) => beginSearch(each) ?? []);
      try {
        const spans = searches.map(({ meter, start, end }) => ({
          meterId: meter.id,
          start: start - runPatience(meter.intervalS),
          end,
        }));
        const found = await readFrames(db, spans, taken[0]?.channels ?? []);
        for (const [i, frames] of found.entries()) {
          const searched = searches[i];
          if (searched) endSearch(searched, frames);
        }
      } catch (error) {
        for (const { meter, key, found } of searches) {
          found.isSearched = false;
          found.isOld ||= found.next !== null;
          search(meter.id, key, found);
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

  /** Restarts the runs of a meter if its rules changed. Most meters are the same objects as before. */
  const meterChanged = (meter: Meter, standards: StandardHistory | undefined): void => {
    const rule = rules.get(meter.id);
    if (rule?.meter === meter && rule.standards === standards) return;
    rules.set(meter.id, { meter, standards });
    const isSame =
      rule !== undefined &&
      rule.standards === standards &&
      rule.meter.intervalS === meter.intervalS &&
      gradedOf(rule.meter).join() === gradedOf(meter).join();
    if (isSame) return;
    const air = current.of(meter.id);
    if (air) begin(air, meter);
  };

  const checkChanged = (): void => {
    checking = null;
    const { meters, standards } = registry.snapshot();
    const end = performance.now() + SLICE_MS;
    for (const meter of changed) {
      if (performance.now() >= end) {
        checking = setImmediate(checkChanged);
        return;
      }
      changed.delete(meter);
      // Otherwise it was changed again.
      if (meters.get(meter.id) === meter) meterChanged(meter, standards.get(meter.organization.id));
    }
  };

  /** Whether it is new, or was changed since the last call. */
  const isChanged = (item: Organization | Department, standards: StandardHistory | undefined): boolean => {
    const { revision } = item;
    const before = seen.get(item);
    if (before?.revision === revision && before.standards === standards) return false;
    seen.set(item, { revision, standards });
    return true;
  };

  const registryChanged = (): void => {
    const snapshot = registry.snapshot();
    for (const organization of snapshot.organizations.values()) {
      const standards = snapshot.standards.get(organization.id);
      if (!isChanged(organization, standards)) continue;
      for (const { departments } of organization.offices) {
        for (const department of departments) {
          if (isChanged(department, standards)) for (const meter of department.meters) changed.add(meter);
        }
      }
    }
    if (checking === null) checkChanged();
    if (removedRevision === snapshot.removedRevision) return;
    removedRevision = snapshot.removedRevision;
    for (const meterId of rules.keys()) if (!snapshot.meters.has(meterId)) rules.delete(meterId);
  };

  return {
    start: searching.start,
    async stop() {
      if (checking) clearImmediate(checking);
      await searching.stop();
    },
    registryChanged,
    /** Restarts all runs after current values were loaded. */
    load(): void {
      rules.clear();
      seen = new WeakMap();
      registryChanged();
    },
    /** Follows a frame that `current` has applied before, to this air. */
    follow(air: MeterAir, frame: StoredFrame): void {
      const meter = registry.snapshot().meters.get(frame.meterId);
      if (!meter) return;
      const thresholds = thresholdsAt(meter.organization, frame.time);
      const { steady } = air;
      const step = steady === null ? 'OTHER' : stepOf(steady, meter, thresholds, frame);
      if (steady !== null && step !== 'OTHER') {
        if (step === 'MOVED') moveGrades(air, steady, frame);
        advance(steady, frame.time);
        return;
      }
      add(air, meter, frame);
    },
  };
};
