import { addWorkFigures } from '../features/health/figures.ts';
import { createPacker } from '../store/packed/packer.ts';
import { createRetention } from '../store/retention/retention.ts';
import { createRollup } from '../store/rollups/rollup.ts';
import type { RoleContext, RoleService } from './role.ts';

/** Does what nobody waits for: makes rollups, packs closed days, deletes what is too old. */
export const createWork = async (context: RoleContext): Promise<RoleService> => {
  const { settings, db, roomyDb, bus, registry, clock, monotonic, log } = context;
  let storedAt = Number.NEGATIVE_INFINITY;
  bus.on('frames.stored', () => {
    storedAt = monotonic();
  });
  const writer = { idleMs: () => monotonic() - storedAt };
  const rollup = createRollup({ db: roomyDb, registry, bus, clock, log, writer });
  const packer = createPacker({ db: roomyDb, clock, log, hotDays: settings.config.hotDays });
  // It makes room, so it goes on while the disk is nearly full.
  const retention = createRetention({ db, registry, clock, log });

  return {
    async start() {
      await context.followRegistry();
      rollup.start();
      retention.start();
      packer.start();
      return null;
    },
    async stop() {
      await Promise.all([packer.stop(), rollup.stop(), retention.stop()]);
      await context.stopFollowing();
    },
    problems: () => [],
    addFigures: (metrics) => addWorkFigures(metrics, { db, monotonic, packedDays: packer.packedSoFar }),
  };
};
