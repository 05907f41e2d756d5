import { setImmediate } from 'node:timers/promises';
import { addDays, localDay } from '@airdeck/domain/calendar';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { USUAL_REACH_DAYS } from '@airdeck/domain/insight/forecast';
import { FORECAST_TYPES, isForecastType, makeModel } from '@airdeck/domain/insight/forecast-model';
import { packModel } from '@airdeck/domain/insight/packed-model';
import { isWeekend, slotDays } from '@airdeck/domain/insight/slot-days';
import { timeRangeOf } from '@airdeck/domain/range';
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
import { readFrames } from '../../store/packed/read-frames-queries.ts';

/** Pause while every meter has the models of its day, and while another process makes them. */
const IDLE_MS = 5 * MINUTE_MS;
/** Forecasts are not urgent: the loop rests three times as long as it worked. */
const REST_FACTOR = 3;

const channelsOf = (meter: Meter): number[] =>
  [...meter.sensors.values()].flatMap(({ type, channel }) => (isForecastType(type) ? [channel] : []));

/** The models of a meter for a local day, each made from the 28 days before it. */
export const makeForecasts = async (tx: Tx, meter: Meter, day: string): Promise<ForecastRow[]> => {
  const zone = meter.organization.timeZone;
  const days = { from: addDays(day, -USUAL_REACH_DAYS), to: addDays(day, -1) };
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
 * sensor at most. With 10,000 meters it works through the day; a meter whose turn is late has no forecast until then.
 */
export const createForecaster = ({ db, registry, clock, log }: ForecasterOptions) => {
  let queue: number[] = [];

  const listDue = async (): Promise<number[]> => {
    const made = await listForecastDays(db);
    const now = clock.now();
    return [...registry.snapshot().meters.values()].flatMap((meter) => {
      if (meter.use === 'N' || (channelsOf(meter).length === 0 && !made.has(meter.id))) return [];
      return made.get(meter.id) === localDay(now, meter.organization.timeZone) ? [] : [meter.id];
    });
  };

  /** Makes the models of one meter; false: another process is at it. */
  const make = (meterId: number): Promise<boolean> =>
    db.tx(async (tx) => {
      if (!(await takeForecastLock(tx))) return false;
      const meter = registry.snapshot().meters.get(meterId);
      if (!meter) return true;
      const now = clock.now();
      const rows = await makeForecasts(tx, meter, localDay(now, meter.organization.timeZone));
      await saveForecasts(tx, meterId, rows, now);
      return true;
    });

  /** Works on the next meter; returns the pause after it. */
  const step = async (): Promise<number> => {
    if (queue.length === 0) queue = (await listDue()).toReversed();
    const meterId = queue.pop();
    if (meterId === undefined) return IDLE_MS;
    const begin = performance.now();
    if (await make(meterId)) return (performance.now() - begin) * REST_FACTOR;
    queue = [];
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
