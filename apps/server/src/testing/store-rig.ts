import type { SensorType } from '@airdeck/domain/sensor-type';
import pino from 'pino';
import { createBus } from '../platform/bus.ts';
import type { Db } from '../platform/db/pool.ts';
import type { BusEvents } from '../registry/events.ts';
import { createRegistry } from '../registry/registry.ts';
import { createDirtyHours } from '../store/frames/dirty-hours.ts';
import type { MeterFrame } from '../store/frames/frame-batch.ts';
import { createRollup } from '../store/rollups/rollup.ts';
import { rollHours } from '../store/rollups/rollup-hours.ts';
import { listDirty } from '../store/rollups/rollup-queries.ts';
import { createFrameWriter } from '../store/writer/frame-writer.ts';
import { aDepartment, aMeter, anOrganization } from './factory.ts';
import { testClock } from './test-clock.ts';

/** The store's way of frames up to rollups, with an organization and a meter of its own. Stop its writer. */
export async function openStoreRig(
  db: Db,
  { timeZone = 'Asia/Seoul', sensors = ['CO2', 'PM10'] as SensorType[], now = Date.UTC(2027, 0, 1) } = {},
) {
  const log = pino({ level: 'silent' });
  const clock = testClock(now);
  const organization = await anOrganization(db, { timeZone });
  const { id } = await aMeter(db, { department: await aDepartment(db, { organizationId: organization.id }), sensors });
  const registry = createRegistry(db);
  await registry.reload();
  const bus = createBus<BusEvents>(log);
  const zoneOf = (meterId: number) => registry.snapshot().meters.get(meterId)?.organization.timeZone ?? 'UTC';
  const dirtyHours = createDirtyHours(zoneOf);
  const none = () => undefined;
  const options = {
    db,
    log,
    clock,
    dirtyHours,
    monotonic: () => performance.now(),
    random: () => 0,
    onStored: none,
    onRefused: none,
  };
  const writer = createFrameWriter(options);
  writer.start();
  /** As after a restart, or in a second server. */
  const anotherRollup = () => createRollup({ db, registry, bus, clock, log, writer, dirtyHours });
  const rollup = anotherRollup();

  const meter = () => {
    const found = registry.snapshot().meters.get(id);
    if (!found) throw new Error('not registered');
    return found;
  };
  const frame = (time: number, readings: Record<number, number>): MeterFrame => {
    return { meterId: id, time, channels: Object.keys(readings).map(Number), ticks: Object.values(readings) };
  };
  const write = (frames: MeterFrame[]) => new Promise<void>((resolve) => writer.write(frames, resolve));
  /** Makes rollups of hours and leaves their days marked. */
  const rollHoursOnly = async (): Promise<void> => {
    const hours = await listDirty(db, Number.MAX_SAFE_INTEGER / 4, 10_000);
    dirtyHours.begin(hours);
    await db.tx((tx) => rollHours(tx, registry.snapshot(), hours));
    dirtyHours.end();
  };
  return {
    db,
    log,
    organization,
    meter,
    registry,
    bus,
    clock,
    dirtyHours,
    writer,
    rollup,
    anotherRollup,
    frame,
    write,
    rollHoursOnly,
  };
}

export type StoreRig = Awaited<ReturnType<typeof openStoreRig>>;
