import type { Language } from '@airdeck/contract/user/schema';
import type { BoundSensor } from '@airdeck/drivers/binding';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import {
  addDoorDevice,
  type DoorDeviceRow,
  type DoorRow,
  listDoorDevices,
  listDoors,
  readDoorsRevision,
} from './message-queries.ts';

/** Interval of looking for changes without an event. */
const LOOK_MS = 5_000;
const RETRY_MS = 1_000;

export interface Door {
  id: number;
  organizationId: number;
  kind: DoorRow['kind'];
  envelope: string | null;
  driver: string | null;
  localServerId: number | null;
  filters: readonly string[];
  secretHash: Buffer | null;
  /** Language in which the organization's meters are published here; null: they are not. */
  homeAssistant: Language | null;
}

/** A device behind a door. */
export interface DoorDevice {
  id: number;
  doorId: number;
  address: string;
  driver: string | null;
  meterId: number | null;
  purifier: number | null;
  sensors: readonly BoundSensor[];
  isBlocked: boolean;
}

const doorOf = (row: DoorRow): Door => ({
  id: row.id,
  organizationId: row.organization_id,
  kind: row.kind,
  envelope: row.envelope,
  driver: row.driver,
  localServerId: row.local_server_id,
  filters: row.filters,
  secretHash: row.secret_hash,
  homeAssistant: row.home_assistant,
});

const deviceOf = (row: DoorDeviceRow): DoorDevice => ({
  id: row.id,
  doorId: row.door_id,
  address: row.address,
  driver: row.driver,
  meterId: row.meter_id,
  purifier: row.purifier,
  sensors: row.sensors,
  isBlocked: row.blocked === 'Y',
});

export interface DoorBookOptions {
  db: Db;
  log: Log;
  /** Doors or devices have changed. */
  onChanged(): void;
}

/** The doors in use and the devices behind them, in memory. */
export const createDoorBook = ({ db, log, onChanged }: DoorBookOptions) => {
  let revision = '';
  let doors = new Map<number, Door>();
  let devices = new Map<number, Map<string, DoorDevice>>();
  let byMeter = new Map<number, DoorDevice[]>();

  const put = (device: DoorDevice): void => {
    const ofDoor = devices.get(device.doorId) ?? new Map<string, DoorDevice>();
    devices.set(device.doorId, ofDoor);
    ofDoor.set(device.address, device);
  };

  const load = async (): Promise<void> => {
    const now = await readDoorsRevision(db);
    if (now === revision) return;
    const [doorRows, deviceRows] = [await listDoors(db), await listDoorDevices(db)];
    doors = new Map(doorRows.map((row) => [row.id, doorOf(row)]));
    devices = new Map();
    byMeter = new Map();
    for (const row of deviceRows) {
      const device = deviceOf(row);
      put(device);
      if (device.meterId !== null) byMeter.set(device.meterId, [...(byMeter.get(device.meterId) ?? []), device]);
    }
    revision = now;
    onChanged();
  };
  const loop = createLoop(
    async () => {
      await load();
      return LOOK_MS;
    },
    (error) => {
      log.warn({ err: error }, 'loading the doors failed; retrying');
      return RETRY_MS;
    },
  );

  return {
    async start() {
      await load();
      loop.start();
    },
    stop: loop.stop,
    /** Doors may have changed. */
    wake: loop.wake,
    door: (id: number): Door | undefined => doors.get(id),
    doors: (): Iterable<Door> => doors.values(),
    device: (doorId: number, address: string): DoorDevice | undefined => devices.get(doorId)?.get(address),
    /** Devices that are bound to a meter. */
    ofMeter: (meterId: number): readonly DoorDevice[] => byMeter.get(meterId) ?? [],
    /** The device with an address, which is added if it is new; undefined: too many devices of the door are unbound. */
    async add({ id: doorId, organizationId }: Door, address: string): Promise<DoorDevice | undefined> {
      const row = await addDoorDevice(db, { doorId, organizationId, address });
      if (row === undefined) return undefined;
      const device = devices.get(doorId)?.get(address) ?? deviceOf(row);
      put(device);
      return device;
    },
  };
};

export type DoorBook = ReturnType<typeof createDoorBook>;
