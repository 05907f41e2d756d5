import { setImmediate } from 'node:timers/promises';
import { addDays, localDay } from '@airdeck/domain/calendar';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { USUAL_REACH_DAYS } from '@airdeck/domain/insight/forecast';
import { FORECAST_TYPES, isForecastType, makeModel } from '@airdeck/domain/insight/forecast-model';
import { packModel } from '@airdeck/domain/insight/packed-model';
import { isWeekend, slotDays } from '@airdeck/domain/insight/slot-days';
import { type DayRange, timeRangeOf } from '@airdeck/domain/range';
import { toTicks } from '@airdeck/domain/stored-value';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Meter } from '../../registry/snapshot.ts';
import {
  type ForecastRow,
  listForecastDays,
  saveForecasts,
  takeForecastLock,
} from '../../store/forecast/forecast-queries.ts';
import { listMeasured } from '../../store/packed/measured-queries.ts';
import { readFrames } from '../../store/packed/read-frames-queries.ts';

const UTC = 'UTC';
/** Pause while every meter has the models of its day, and while another process makes them. */
const IDLE_MS = 5 * MINUTE_MS;
/** Meters that are looked at together for readings. */
const SORTED_AT_ONCE = 500;
/** Forecasts are not urgent: the loop rests three times as long as it worked. */
const REST_FACTOR = 3;

const channelsOf = (meter: Meter): number[] =>
  [...meter.sensors.values()].flatMap(({ type, channel }) => (isForecastType(type) ? [channel] : []));

/** The days from which the models for a local day are made. */
const daysBefore = (day: string): DayRange => ({ from: addDays(day, -USUAL_REACH_DAYS), to: addDays(day, -1) });

/** The models of a meter for a local day, each made from the 28 days before it. */
export const makeForecasts = async (tx: Tx, meter: Meter, day: string): Promise<ForecastRow[]> => {
  const zone = meter.organization.timeZone;
  const days = daysBefore(day);
  const rows: ForecastRow[] = [];
  for (const channel of channelsOf(meter)) {
    const type = meter.sensors.get(channel)?.type;
    if (type === undefined || !isForecastType(type)) continue;
    const [columns] = await readFrames(tx, [{ meterId: meter.id, ...timeRangeOf(days, zone) }], [channel]);
    const read = { times: columns?.times ?? [], values: columns?.channels.get(channel) ?? [] };
    const options = { isWeekend: isWeekend(day), leastChange: toTicks(type, FORECAST_TYPES[type]) };
    const model = makeModel(slotDays(read, days, zone), options);
    rows.push({
      ...{ meterId: meter.id, channel, day },
      model: model && { method: model.method, skill: model.skill, numbers: packModel(model) },
    });
    await setImmediate();
  }
  return rows;
};

export interface ForecasterOptions {
  db: Db;
  registry: Pick<Registry, 'snapshot'>;
  clock: Clock;
  log: Log;
}

/**
 * Makes the forecast models of each meter once a local day, one meter at a time, so that it holds the readings of one
 * sensor at most; meters without readings are noted together. With 10,000 meters it works through the day; a meter whose
 * turn is late has no forecast until then.
 */
export const createForecaster = ({ db, registry, clock, log }: ForecasterOptions) => {
  /** Meters that are due, and those of them that have readings. */
  let due: number[] = [];
  let measured: number[] = [];
  /** Meters without readings by the day for which that was found: a row for each of them every day would be many. */
  const unmeasured = new Map<string, Set<number>>();

  const listDue = async (): Promise<number[]> => {
    const made = await listForecastDays(db);
    const now = clock.now();
    for (const day of unmeasured.keys()) if (day < localDay(now - DAY_MS, UTC)) unmeasured.delete(day);
    return [...registry.snapshot().meters.values()].flatMap((meter) => {
      if (meter.use === 'N' || (channelsOf(meter).length === 0 && !made.has(meter.id))) return [];
      const day = localDay(now, meter.organization.timeZone);
      return made.get(meter.id) === day || unmeasured.get(day)?.has(meter.id) ? [] : [meter.id];
    });
  };

  /** Runs in a transaction; false: another process makes forecasts now. */
  const alone = (run: (tx: Tx, now: number) => Promise<void>): Promise<boolean> =>
    db.tx(async (tx) => {
      if (!(await takeForecastLock(tx))) return false;
      await run(tx, clock.now());
      return true;
    });

  /** Notes meters without readings, and keeps the others. */
  const sortOut = async (meterIds: readonly number[]): Promise<boolean> => {
    const days = new Map<number, string>();
    const isDone = await alone(async (tx, now) => {
      const spans = meterIds.flatMap((meterId) => {
        const zone = registry.snapshot().meters.get(meterId)?.organization.timeZone;
        if (zone === undefined) return [];
        const day = localDay(now, zone);
        days.set(meterId, day);
        return [{ meterId, ...timeRangeOf(daysBefore(day), zone) }];
      });
      const found = await listMeasured(tx, spans);
      measured = [...found];
      for (const meterId of found) days.delete(meterId);
      // Models from readings that are older now, or deleted.
      await saveForecasts(tx, [...days.keys()], [], now);
    });
    for (const [meterId, day] of isDone ? days : [])
      unmeasured.set(day, (unmeasured.get(day) ?? new Set()).add(meterId));
    return isDone;
  };

  const make = (meterId: number): Promise<boolean> =>
    alone(async (tx, now) => {
      const meter = registry.snapshot().meters.get(meterId);
      if (!meter) return;
      const rows = await makeForecasts(tx, meter, localDay(now, meter.organization.timeZone));
      await saveForecasts(tx, [meterId], rows, now);
    });

  /** Works on the next meter, or sorts out the next meters; returns the pause after it. */
  const step = async (): Promise<number> => {
    if (measured.length === 0 && due.length === 0) due = await listDue();
    const meterId = measured.pop();
    if (meterId === undefined && due.length === 0) return IDLE_MS;
    const begin = performance.now();
    const isDone = meterId === undefined ? await sortOut(due.splice(0, SORTED_AT_ONCE)) : await make(meterId);
    if (isDone) return (performance.now() - begin) * REST_FACTOR;
    [due, measured] = [[], []];
    return IDLE_MS;
  };

  const loop = createLoop(step, (error) => {
    log.warn({ err: error }, 'forecast models could not be made; retrying');
    return MINUTE_MS;
  });
  return {
    start: loop.start,
    stop: loop.stop,
    /** Makes all that are due now. */
    async drain(): Promise<void> {
      while ((await step()) < IDLE_MS);
    },
  };
};
