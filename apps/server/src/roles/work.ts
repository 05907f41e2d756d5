import { createEngine } from '../features/alarm/engine.ts';
import { createRuleBooks } from '../features/alarm/rule-book.ts';
import { addWorkFigures } from '../features/health/figures.ts';
import { createCurrentSaver } from '../features/monitoring/current/save-current.ts';
import { createPacker } from '../store/packed/packer.ts';
import { createRetention } from '../store/retention/retention.ts';
import { createRollup } from '../store/rollups/rollup.ts';
import type { RoleContext, RoleService } from './role.ts';

/** Decides about alarms, and does what nobody waits for: saves current values, makes rollups, packs closed days, deletes what is too old. */
export const createWork = async (context: RoleContext): Promise<RoleService> => {
  const { settings, db, roomyDb, bus, feed, registry, clock, monotonic, log } = context;
  let storedAt = Number.NEGATIVE_INFINITY;
  const currentSaver = createCurrentSaver(feed, () => {
    storedAt = monotonic();
  });
  const startedAt = clock.now();
  const engine = createEngine({ feed, registry, books: createRuleBooks(registry), clock, listening: () => startedAt });
  const writer = { idleMs: () => monotonic() - storedAt };
  const rollup = createRollup({ db: roomyDb, registry, bus, clock, log, writer });
  const packer = createPacker({ db: roomyDb, clock, log, hotDays: settings.config.hotDays });
  // It makes room, so it goes on while the disk is nearly full.
  const retention = createRetention({ db, registry, clock, log });

  return {
    async start() {
      await context.follow();
      await currentSaver.start();
      await engine.start();
      rollup.start();
      retention.start();
      packer.start();
      return null;
    },
    async stop() {
      await Promise.all([engine.stop(), packer.stop(), rollup.stop(), retention.stop(), currentSaver.stop()]);
      await context.stopFollowing();
    },
    problems: () => [],
    handling: () => ({}),
    addFigures: (metrics) =>
      addWorkFigures(metrics, { db, monotonic, packedDays: packer.packedSoFar, feedLag: feed.lag }),
  };
};
