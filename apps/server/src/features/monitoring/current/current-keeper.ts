import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log.ts';
import { createLoop } from '../../../platform/loop.ts';
import type { BusEvents } from '../../../site/events.ts';
import type { Site } from '../../../site/site.ts';
import type { CurrentAir } from './current-air.ts';
import { catchUp, loadSaved, saveChanged } from './current-store.ts';
import { FILL_AT_ONCE, fillTrends } from './fill-trends.ts';
import type { MeterAir } from './meter-air.ts';

export interface CurrentKeeperOptions {
  db: Db;
  site: Site;
  bus: Bus<BusEvents>;
  clock: Clock;
  log: Log;
  current: CurrentAir;
}

const SAVE_MS = 2_000;
/** Saving takes at most a tenth of the time. */
const SAVE_REST = 10;
const FILL_MS = 5_000;

/** Keeps current values and the store together: what is saved is loaded, what changes is saved, trends are filled. */
export const createCurrentKeeper = ({ db, site, bus, clock, log, current }: CurrentKeeperOptions) => {
  const saving = createLoop(
    async () => {
      const begin = performance.now();
      await saveChanged(db, current);
      return Math.max(SAVE_MS, (performance.now() - begin) * SAVE_REST);
    },
    (error) => {
      log.error({ err: error }, 'current values could not be saved; trying again');
      return SAVE_MS;
    },
  );

  /** Meters whose trend has not been read yet; after them come those that became old. */
  let unfilled: MeterAir[] = [];
  const filling = createLoop(
    async () => {
      const isFirst = unfilled.length > 0;
      const airs = isFirst ? unfilled.splice(0, FILL_AT_ONCE) : current.takeLate(FILL_AT_ONCE);
      try {
        await fillTrends(db, current, airs, clock.now());
      } catch (error) {
        unfilled.push(...airs);
        throw error;
      }
      return isFirst ? 0 : FILL_MS;
    },
    (error) => {
      log.error({ err: error }, 'trends could not be read; trying again');
      return FILL_MS;
    },
  );

  return {
    /** Resolves when the current values are those of the store; trends are filled afterwards. */
    async start(): Promise<void> {
      await loadSaved(db, current);
      const { picture } = site;
      await catchUp(db, current, picture(), clock.now(), (frames) => bus.emit('frames.caught-up', frames));
      unfilled = [...picture().meters.keys()].flatMap((meterId) => current.of(meterId) ?? []);
      saving.start();
      filling.start();
    },
    async stop(): Promise<void> {
      await filling.stop();
      await saving.stop();
      await saveChanged(db, current);
    },
  };
};
