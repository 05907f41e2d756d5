import { setImmediate } from 'node:timers/promises';
import { addDays, instantOnDay, localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { SLOT_MS } from '@airdeck/domain/insight/forecast';
import { type NightSlots, nightFacts } from '@airdeck/domain/insight/night-facts';
import { findUnhealthy, HEALTH_NIGHTS } from '@airdeck/domain/insight/sensor-health';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Meter, Organization } from '../../registry/snapshot.ts';
import type { FrameColumns, MeterSpan } from '../../store/frames/frame-columns.ts';
import { listMeasured } from '../../store/packed/measured-queries.ts';
import { readFrames } from '../../store/packed/read-frames-queries.ts';
import {
  listLastNights,
  listNights,
  type NightRow,
  replaceFindings,
  saveNights,
  takeNightLock,
} from './sensor-health-queries.ts';

/** A night is the first five hours of a local day: most buildings are closed then. */
const NIGHT_MS = 5 * HOUR_MS;
const SLOTS = NIGHT_MS / SLOT_MS;
/** It is read when late readings have arrived. */
const READ_AT_MINUTE = 6 * 60;
/** Meters of one transaction, and those without readings. */
const AT_ONCE = 50;
const EMPTY_AT_ONCE = 500;
const IDLE_MS = 10 * MINUTE_MS;
/** Not urgent: the loop rests three times as long as it worked. */
const REST_FACTOR = 3;

/** Means of ten minutes of the first sensor of each type. */
const slotsOf = (meter: Meter, { times, channels }: FrameColumns, start: number): NightSlots => {
  const night: Partial<Record<SensorType, (number | null)[]>> = {};
  for (const { type, channel } of [...meter.sensors.values()].toSorted((a, b) => a.channel - b.channel)) {
    const column = channels.get(channel);
    if (night[type] || !column) continue;
    const sums = new Float64Array(SLOTS);
    const counts = new Uint32Array(SLOTS);
    for (const [i, ticks] of column.entries()) {
      const slot = Math.floor(((times[i] ?? 0) - start) / SLOT_MS);
      if (ticks === null || slot < 0 || slot >= SLOTS) continue;
      sums[slot] = (sums[slot] as number) + fromTicks(type, ticks);
      counts[slot] = (counts[slot] as number) + 1;
    }
    night[type] = Array.from(sums, (sum, slot) => (counts[slot] ? sum / (counts[slot] as number) : null));
  }
  return night;
};

const spansOf = (meters: readonly Meter[], day: string): MeterSpan[] =>
  meters.map(({ id, organization }) => {
    const start = startOfLocalDay(day, organization.timeZone);
    return { meterId: id, start, end: start + NIGHT_MS };
  });

/** Meters whose nights are read and saved in one transaction. */
interface Portion {
  meters: readonly Meter[];
  /** false: they have no readings. */
  areMeasured: boolean;
}

const cut = (meters: readonly Meter[], size: number): Meter[][] =>
  Array.from({ length: Math.ceil(meters.length / size) }, (_, i) => meters.slice(i * size, (i + 1) * size));

/** The meters without readings first, which cost little. */
const portionsOf = async (db: Db, due: readonly Meter[], day: string): Promise<Portion[]> => {
  const found = new Set<number>();
  for (const some of cut(due, EMPTY_AT_ONCE))
    for (const meterId of await listMeasured(db, spansOf(some, day))) found.add(meterId);
  const [measured, empty] = [due.filter(({ id }) => found.has(id)), due.filter(({ id }) => !found.has(id))];
  return [
    ...cut(empty, EMPTY_AT_ONCE).map((meters) => ({ meters, areMeasured: false })),
    ...cut(measured, AT_ONCE).map((meters) => ({ meters, areMeasured: true })),
  ];
};

const NO_READINGS = nightFacts({});

const readNights = async (tx: Tx, { meters, areMeasured }: Portion, day: string): Promise<NightRow[]> => {
  if (!areMeasured) return meters.map(({ id }) => ({ meterId: id, day, facts: NO_READINGS }));
  const spans = spansOf(meters, day);
  const frames = await readFrames(tx, spans, null);
  return meters.map((meter, i) => {
    const columns = frames[i] ?? { meterId: meter.id, times: [], channels: new Map() };
    return { meterId: meter.id, day, facts: nightFacts(slotsOf(meter, columns, spans[i]?.start ?? 0)) };
  });
};

/** Judges the meters of an organization by their last nights. */
const judge = async (tx: Tx, meters: readonly Meter[], day: string): Promise<void> => {
  const first = addDays(day, 1 - HEALTH_NIGHTS);
  const ids = meters.map(({ id }) => id);
  const byMeter = new Map<number, Map<string, NightRow['facts']>>();
  for (const { meterId, day: night, facts } of await listNights(tx, ids, first)) {
    byMeter.set(meterId, (byMeter.get(meterId) ?? new Map()).set(night, facts));
  }
  const nights = Array.from({ length: HEALTH_NIGHTS }, (_, i) => addDays(first, i));
  const fleet = meters.map((meter) => ({
    meterId: meter.id,
    building: meter.department.office.id,
    nights: nights.map((night) => byMeter.get(meter.id)?.get(night) ?? null),
  }));
  await replaceFindings(tx, ids, findUnhealthy(fleet), day);
};

const metersOf = ({ offices }: Organization): Meter[] =>
  offices.flatMap(({ departments }) => departments.flatMap(({ meters }) => meters.filter(({ use }) => use === 'Y')));

/** Meters of an organization, those of them whose night is to be read, and its day. */
interface Due {
  meters: Meter[];
  due: Meter[];
  day: string;
}

export interface NightWatchOptions {
  db: Db;
  registry: Pick<Registry, 'snapshot'>;
  clock: Clock;
  log: Log;
}

/** Reads the last night of each meter in the morning, and judges the sensors of an organization when it has all. */
export const createNightWatch = ({ db, registry, clock, log }: NightWatchOptions) => {
  /** Meters of an organization whose last night is over, and those of them that are not read yet. */
  const dueOf = (organization: Organization, last: ReadonlyMap<number, string>): Due | null => {
    const meters = metersOf(organization);
    if (meters.length === 0) return null;
    const zone = organization.timeZone;
    const now = clock.now();
    const day = localDay(now, zone);
    if (now < instantOnDay(day, READ_AT_MINUTE, zone)) return null;
    const due = meters.filter(({ id }) => last.get(id) !== day);
    return due.length > 0 ? { meters, due, day } : null;
  };

  /** Organizations with meters that were due when all were looked at: only their own nights are read again. */
  let waiting: number[] = [];
  const findDue = async (): Promise<Due | null> => {
    if (waiting.length === 0) {
      const last = await listLastNights(db, null);
      const all = [...registry.snapshot().organizations.values()];
      waiting = all.filter((organization) => dueOf(organization, last) !== null).map(({ id }) => id);
    }
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const organization = registry.snapshot().organizations.get(id);
      if (organization === undefined) continue;
      const ids = metersOf(organization).map((meter) => meter.id);
      const due = dueOf(organization, await listLastNights(db, ids));
      if (due) return due;
    }
    return null;
  };

  /** The last meters of an organization are saved with its findings, so that a crash leaves it due. false: locked. */
  const work = async ({ meters, due, day }: Due): Promise<boolean> => {
    const portions = await portionsOf(db, due, day);
    for (const [i, portion] of portions.entries()) {
      if (loop.isStopped()) break;
      const isTaken = await db.tx(async (tx) => {
        if (!(await takeNightLock(tx))) return false;
        await saveNights(tx, await readNights(tx, portion, day), addDays(day, 1 - HEALTH_NIGHTS));
        if (i === portions.length - 1) await judge(tx, meters, day);
        return true;
      });
      if (!isTaken) return false;
      await setImmediate();
    }
    return true;
  };

  const step = async (): Promise<number> => {
    const due = await findDue();
    if (due === null) return IDLE_MS;
    const begin = performance.now();
    return (await work(due)) ? (performance.now() - begin) * REST_FACTOR : IDLE_MS;
  };

  const loop = createLoop(step, (error) => {
    log.warn({ err: error }, 'nights of meters could not be read; retrying');
    return MINUTE_MS;
  });
  return {
    start: loop.start,
    stop: loop.stop,
    /** Reads and judges all that is due now. */
    async drain(): Promise<void> {
      while ((await step()) < IDLE_MS);
    },
  };
};
