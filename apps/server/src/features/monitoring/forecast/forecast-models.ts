import { MINUTE_MS } from '@airdeck/domain/duration';
import type { ForecastMethod } from '@airdeck/domain/insight/forecast';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log.ts';
import { listForecasts } from '../../../store/forecast/forecast-queries.ts';

/** The model of a sensor, in ticks: about a kilobyte. */
export interface StoredModel {
  readonly channel: number;
  /** The local day for which it was made. */
  readonly day: string;
  readonly method: ForecastMethod;
  readonly skill: number;
  readonly numbers: Int16Array;
}

/** New models are looked for so often. */
const EVERY_MS = 5 * MINUTE_MS;
/** A transaction that made a model may have ended later than it began. */
const OVERLAP_MS = 10 * MINUTE_MS;
const PAGE = 1_000;

/** The models of all meters, in memory. Only those of useful forecasts are kept. */
export interface ForecastModels {
  of(meterId: number): readonly StoredModel[];
  /** Ids of the meters that have some. */
  meterIds(): Iterable<number>;
  /** Reads the models that were made since the last call, if that was a while ago. Never fails: a forecast can wait. */
  refresh(): Promise<void>;
}

export const createForecastModels = ({ db, clock, log }: { db: Db; clock: Clock; log: Log }): ForecastModels => {
  const byMeter = new Map<number, readonly StoredModel[]>();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  const set = (meterId: number, channel: number, model: StoredModel | null): void => {
    const others = (byMeter.get(meterId) ?? []).filter((each) => each.channel !== channel);
    const all = model ? [...others, model] : others;
    if (all.length > 0) byMeter.set(meterId, all);
    else byMeter.delete(meterId);
  };

  const read = async (): Promise<void> => {
    const now = clock.now();
    const since = Number.isFinite(readAt) ? readAt - OVERLAP_MS : 0;
    let after = { meterId: 0, channel: 0 };
    for (;;) {
      const rows = await listForecasts(db, { since, after, limit: PAGE });
      for (const { meterId, channel, day, model } of rows) set(meterId, channel, model && { channel, day, ...model });
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last;
    }
    readAt = now;
  };

  return {
    of: (meterId) => byMeter.get(meterId) ?? [],
    meterIds: () => byMeter.keys(),
    refresh() {
      if (Math.abs(clock.now() - readAt) < EVERY_MS) return Promise.resolve();
      reading ??= read()
        .catch((error: unknown) => log.warn({ err: error }, 'forecast models could not be read; retrying'))
        .finally(() => {
          reading = null;
        });
      return reading;
    },
  };
};
