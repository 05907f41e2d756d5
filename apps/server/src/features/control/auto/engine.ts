import type { OpenCommand } from '@airdeck/contract/control/schema';
import { type AutoCommand, commandsToLevel, mayAsk } from '@airdeck/domain/control/auto-command';
import {
  AUTO_REST,
  type AutoSample,
  type AutoState,
  type AutoThresholds,
  decideAuto,
} from '@airdeck/domain/control/auto-mode';
import { isStale } from '@airdeck/domain/freshness';
import { GRADED_TYPES, type GradedType, isGraded } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Consumer } from '../../../feed/consumer.ts';
import type { EntryOf, PurifierReport, StoredFrame } from '../../../feed/entry.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/pool.ts';
import type { Registry } from '../../../registry/registry.ts';
import type { Meter, RegistrySnapshot } from '../../../registry/snapshot.ts';
import { requestCommandsIn } from '../request-commands.ts';
import { listTargets } from '../target-queries.ts';
import {
  type EngineRow,
  listAutomaticMeters,
  listEngineVersions,
  loadEngineRows,
  lockFree,
  type Progress,
  saveProgress,
} from './engine-queries.ts';
import { isOverridden } from './mode-queries.ts';

/** Its name in the database. */
const CONSUMER = 'auto-mode';
const KINDS = ['frames', 'purifier'] as const;
const EVERY_MS = 1_000;
const ALL = { reach: 'all' } as const;

export interface AutoEngineOptions {
  feed: Pick<Feed, 'consume' | 'append' | 'wake'>;
  registry: Pick<Registry, 'snapshot'>;
  clock: Clock;
  newId(): string;
  everyMs?: number;
}

/** An automatic mode while a batch of the feed is handled. */
interface RunState extends Progress {
  row: EngineRow;
  meter: Meter;
  hasFrames: boolean;
}

/** The part of a frame that is needed: the types with bounds. */
const sampleOf = (
  { time, channels, ticks }: StoredFrame,
  { sensors }: Meter,
  thresholds: AutoThresholds,
): AutoSample => {
  const readings: { type: GradedType; value: number }[] = [];
  for (const [i, channel] of channels.entries()) {
    const type = sensors.get(channel)?.type;
    const value = ticks[i];
    if (type === undefined || value === undefined || !isGraded(type) || thresholds[type] === undefined) continue;
    readings.push({ type, value: fromTicks(type, value) });
  }
  return { time, readings };
};

/**
 * The state that is stored in the database: a process that reloads it has received no readings yet, and must not
 * consider sensors silent.
 */
const restored = ({ level, level_since, types }: EngineRow, now: number): AutoState => ({
  ...AUTO_REST,
  level,
  since: level_since?.getTime() ?? null,
  types: Object.fromEntries(
    Object.entries(types).map(([type, { rank, time }]) => [type, { rank, time: Math.max(time, now) }]),
  ),
});

const isSameRank = (a: AutoState['types'], b: AutoState['types']): boolean =>
  GRADED_TYPES.every((type) => a[type]?.rank === b[type]?.rank);

const isChanged = ({ row, state, isReached, askedTime, tries, tookControl }: RunState): boolean =>
  state.level !== row.level ||
  isReached !== row.is_reached ||
  tries !== row.tries ||
  tookControl !== row.took_control ||
  askedTime !== (row.asked_time?.getTime() ?? null) ||
  !isSameRank(state.types, row.types);

/** Knows which meters have an automatic mode: frames of the others cost one look-up. */
const createAutomaticMeters = (onRead: (meters: ReadonlySet<number>) => void) => {
  let known: { snapshot: RegistrySnapshot; meters: ReadonlySet<number> } | null = null;
  return async (tx: Tx, snapshot: RegistrySnapshot): Promise<ReadonlySet<number>> => {
    if (known?.snapshot !== snapshot) {
      known = { snapshot, meters: await listAutomaticMeters(tx) };
      onRead(known.meters);
    }
    return known.meters;
  };
};

/** The frames of the meters in order of time, and the newest report of each of their purifiers. */
export const takeEntries = (entries: readonly EntryOf<(typeof KINDS)[number]>[], meters: ReadonlySet<number>) => {
  const frames = new Map<number, StoredFrame[]>();
  const reports = new Map<number, PurifierReport>();
  for (const entry of entries) {
    if (entry.kind === 'purifier') {
      const { report } = entry;
      const newest = reports.get(report.purifierId)?.time ?? Number.NEGATIVE_INFINITY;
      if (meters.has(report.meterId) && report.time >= newest) reports.set(report.purifierId, report);
      continue;
    }
    for (const frame of entry.frames) {
      if (!meters.has(frame.meterId)) continue;
      const some = frames.get(frame.meterId) ?? [];
      some.push(frame);
      frames.set(frame.meterId, some);
    }
  }
  for (const some of frames.values()) some.sort((a, b) => a.time - b.time);
  return { frames, reports };
};

/**
 * Runs purifiers by the readings of their meters. It is a consumer of the feed: its decisions and commands commit
 * together with the cursor, so that no crash makes it send them twice.
 */
export const createAutoEngine = (options: AutoEngineOptions): Consumer => {
  const { feed, registry, clock, newId, everyMs = EVERY_MS } = options;
  /** States as this process left them: the database has them as they were when they last mattered. */
  const known = new Map<number, { row: EngineRow; revision: number; state: AutoState }>();
  const automaticMeters = createAutomaticMeters((meters) => {
    for (const [purifierId, { row }] of known) if (!meters.has(row.meter_id)) known.delete(purifierId);
  });

  /** The automatic modes of meters; known ones are not read again. */
  const rowsOf = async (tx: Tx, meterIds: readonly number[]): Promise<EngineRow[]> => {
    const versions = await listEngineVersions(tx, meterIds);
    const rows: EngineRow[] = [];
    const unknown: number[] = [];
    for (const { purifier_id, version } of versions) {
      const row = known.get(purifier_id)?.row;
      if (row?.version === version) rows.push(row);
      else unknown.push(purifier_id);
    }
    return unknown.length === 0 ? rows : [...rows, ...(await loadEngineRows(tx, unknown))];
  };

  const stateOf = (row: EngineRow, now: number): AutoState => {
    const mine = known.get(row.purifier_id);
    return mine?.revision === row.revision ? mine.state : restored(row, now);
  };

  const follow = (row: EngineRow, meter: Meter, frames: readonly StoredFrame[], report: PurifierReport | undefined) => {
    const now = clock.now();
    const { intervalS } = meter;
    const fresh = frames.filter(({ time }) => !isStale(time, intervalS, now));
    const rule = { thresholds: row.thresholds, intervalS };
    const before = stateOf(row, now);
    const state = fresh.reduce((last, frame) => decideAuto(last, sampleOf(frame, meter, row.thresholds), rule), before);
    const said = report && state.level !== null ? commandsToLevel(state.level, report.state).length === 0 : null;
    const isReached = said ?? (row.is_reached && state.level === row.level);
    return {
      ...{ row, meter, state, isReached, hasFrames: fresh.length > 0, purifierId: row.purifier_id },
      askedTime: row.asked_time?.getTime() ?? null,
      tries: isReached ? 0 : row.tries,
      tookControl: row.took_control,
    };
  };

  /**
   * Requests the commands for each purifier's level; returns the purifiers with commands, those that need none, and those
   * whose device runs its own automatic mode.
   */
  const askFor = async (
    tx: Tx,
    due: readonly RunState[],
  ): Promise<Record<'told' | 'reached' | 'byDevice', Set<number>>> => {
    const free = await lockFree(
      tx,
      due.map(({ purifierId }) => purifierId),
      clock.now(),
    );
    const levels = new Map(due.map(({ purifierId, state }) => [purifierId, state.level]));
    const wishes = new Map<string, AutoCommand & { purifierIds: number[] }>();
    const reached = new Set<number>();
    const byDevice = new Set<number>();
    const isDue = ({ expires_time }: OpenCommand): boolean => Date.parse(expires_time) > clock.now();
    for (const { id, state, wishes: open } of await listTargets(tx, ALL, [...free])) {
      const level = levels.get(id) ?? null;
      if (state === null || level === null) continue;
      if (state.control === 'AUTO') byDevice.add(id);
      const commands = commandsToLevel(level, state);
      if (commands.length === 0) reached.add(id);
      for (const { command, action } of commands) {
        // A device that sleeps may take it yet.
        if (open.some((wish) => wish.command === command && wish.action === action && isDue(wish))) continue;
        const key = `${command} ${action}`;
        const wish = wishes.get(key) ?? { command, action, purifierIds: [] };
        wish.purifierIds.push(id);
        wishes.set(key, wish);
      }
    }
    const told = new Set<number>();
    // A purifier that is stopped has to work before it takes a speed.
    const inOrder = [...wishes.values()].toSorted(
      (a, b) => Number(b.command === 'WORK') - Number(a.command === 'WORK'),
    );
    for (const wish of inOrder) {
      const results = await requestCommandsIn(tx, { feed, clock }, ALL, {
        ...wish,
        ...{ batchId: newId(), origin: 'AUTO', userId: null, ip: null, description: null },
      });
      for (const { purifierId, commandId } of results) if (commandId !== null) told.add(purifierId);
    }
    return { told, reached, byDevice };
  };

  const afterAsking = async (
    tx: Tx,
    courses: readonly RunState[],
  ): Promise<{ courses: RunState[]; isAsked: boolean }> => {
    const now = clock.now();
    const due = courses.filter(
      (course) =>
        course.hasFrames &&
        course.state.level !== null &&
        !course.isReached &&
        !isOverridden(course.row, now) &&
        // Another level starts a new count of failures, unless no command has any effect.
        (mayAsk(course, now) || (course.tries === 0 && course.state.level !== course.row.level)),
    );
    if (due.length === 0) return { courses: [...courses], isAsked: false };
    const { told, reached, byDevice } = await askFor(tx, due);
    const asked = new Set(due.map(({ purifierId }) => purifierId));
    const after = courses.map((course): RunState => {
      const { purifierId, tries } = course;
      const tookControl = course.tookControl || (told.has(purifierId) && byDevice.has(purifierId));
      if (!asked.has(purifierId)) return course;
      if (reached.has(purifierId)) return { ...course, isReached: true, tries: 0 };
      return { ...course, askedTime: now, tries: tries + (told.has(purifierId) ? 1 : 0), tookControl };
    });
    return { courses: after, isAsked: told.size > 0 };
  };

  return feed.consume({
    name: CONSUMER,
    kinds: KINDS,
    everyMs,
    async handle(tx, entries: EntryOf<(typeof KINDS)[number]>[], { afterCommit }) {
      const snapshot = registry.snapshot();
      const meters = await automaticMeters(tx, snapshot);
      if (meters.size === 0) return;
      const { frames, reports } = takeEntries(entries, meters);
      const meterIds = new Set([...frames.keys(), ...[...reports.values()].map(({ meterId }) => meterId)]);
      if (meterIds.size === 0) return;
      const followed = (await rowsOf(tx, [...meterIds])).flatMap((row) => {
        const meter = snapshot.meters.get(row.meter_id);
        return meter ? [follow(row, meter, frames.get(meter.id) ?? [], reports.get(row.purifier_id))] : [];
      });
      const { courses, isAsked } = await afterAsking(tx, followed);
      const changed = new Set(courses.filter(isChanged));
      if (changed.size > 0) await saveProgress(tx, [...changed]);
      afterCommit(() => {
        for (const course of courses) {
          const { row, state, purifierId } = course;
          const revision = row.revision + (changed.has(course) ? 1 : 0);
          known.set(purifierId, { row, revision, state });
        }
        if (isAsked) feed.wake('command');
      });
    },
  });
};
