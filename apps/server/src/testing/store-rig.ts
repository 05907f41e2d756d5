import type { SensorType } from '@airdeck/domain/sensor-type';
import pino from 'pino';
import { createBus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/pool.ts';
import type { BusEvents } from '../registry/bus-events.ts';
import { createRegistry } from '../registry/registry.ts';
import { createDirtyHours } from '../store/frames/dirty-hours.ts';
import type { MeterFrame } from '../store/frames/frame-batch.ts';
import { createHourPacker } from '../store/rollups/pack-hours.ts';
import { createRollup } from '../store/rollups/rollup.ts';
import { rollHours } from '../store/rollups/rollup-hours.ts';
import { listDirty, SHARDS, takeMarks } from '../store/rollups/rollup-queries.ts';
import { createFrameWriter } from '../store/writer/frame-writer.ts';
import { aDepartment, aMeter, anOrganization } from './factory.ts';
import { quietFeed } from './quiet-feed.ts';
import { testClock } from './test-clock.ts';

/** One server's path from frames to rollups, with its own memory. Stop its writer. */
export async function openStoreServer(db: Db, clock: Clock) {
  const log = pino({ level: 'silent' });
  const registry = createRegistry(db);
  await registry.reload();
  const bus = createBus<BusEvents>(log);
  const zoneOf = (meterId: number) => registry.snapshot().meters.get(meterId)?.organization.timeZone ?? 'UTC';
  const dirtyHours = createDirtyHours(zoneOf);
  const none = () => undefined;
  const writer = createFrameWriter({
    db,
    log,
    clock,
    dirtyHours,
    feed: quietFeed,
    monotonic: () => performance.now(),
    random: () => 0,
    onStored: none,
    onRefused: none,
  });
  writer.start();
  /** A store as after a restart. */
  const anotherRollup = () => createRollup({ db, registry, bus, clock, log, writer });
  const packHours = async (): Promise<void> => {
    const packer = createHourPacker(db);
    while (await packer.pack(clock.now()));
  };
  const write = (frames: MeterFrame[]) => new Promise<void>((resolve) => writer.write(frames, resolve));
  return { db, log, registry, bus, clock, writer, write, packHours, rollup: anotherRollup(), anotherRollup };
}

/** A server with its own organization and meter. Stop its writer. */
export async function openStoreRig(
  db: Db,
  { timeZone = 'Asia/Seoul', sensors = ['CO2', 'PM10'] as SensorType[], now = Date.UTC(2027, 0, 1) } = {},
) {
  const organization = await anOrganization(db, { timeZone });
  const { id } = await aMeter(db, { department: await aDepartment(db, { organizationId: organization.id }), sensors });
  const clock = testClock(now);
  const server = await openStoreServer(db, clock);

  const meter = () => {
    const found = server.registry.snapshot().meters.get(id);
    if (!found) throw new Error('not registered');
    return found;
  };
  const frame = (time: number, readings: Record<number, number>): MeterFrame => {
    return { meterId: id, time, channels: Object.keys(readings).map(Number), ticks: Object.values(readings) };
  };
  /** Computes rollups of hours and leaves their days marked. */
  const rollHoursOnly = async (): Promise<void> => {
    const before = Number.MAX_SAFE_INTEGER / 4;
    const shards = SHARDS.map((shard) => listDirty(db, { before, shard, limit: 10_000 }));
    const hours = (await Promise.all(shards)).flat();
    const marks = await db.tx((tx) => takeMarks(tx, hours));
    await db.tx((tx) => rollHours(tx, server.registry.snapshot(), marks));
  };
  return { ...server, clock, organization, meter, frame, rollHoursOnly };
}

export type StoreServer = Awaited<ReturnType<typeof openStoreServer>>;
export type StoreRig = Awaited<ReturnType<typeof openStoreRig>>;
