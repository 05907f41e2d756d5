import type { Language } from '@airdeck/contract/user/schema';
import type { BoundSensor } from '@airdeck/drivers/binding';
import { checkRegisterMap } from '@airdeck/drivers/check-register-map';
import type { RegisterMap } from '@airdeck/drivers/register-map';
import type { JsonObject } from '@airdeck/drivers/types';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import { type DecoderRow, listUsedDecoders } from './device-decoder-queries.ts';
import {
  addDoorDevice,
  type DoorDeviceRow,
  type DoorRow,
  listDoorDevices,
  listDoors,
  readDoorsRevision,
} from './message-queries.ts';
import { loginOf, type PollLogin } from './poll-login.ts';

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
  registerMap: RegisterMap | null;
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
  host: string | null;
  port: number | null;
  unit: number | null;
  path: string | null;
  transport: DoorDeviceRow['transport'];
  pollIntervalS: number | null;
  /** null: it is asked without encryption. */
  tls: { ca: string | null } | null;
  login: PollLogin | null;
  registerMap: RegisterMap | null;
}

/** A decoder that a door or a device uses. */
export interface BookDecoder {
  id: number;
  organizationId: number;
  source: string;
  hash: string;
  version: number;
  isOn: boolean;
  /** Whether it has an `encodeDownlink`. */
  encodes: boolean;
}

const decoderOf = (row: DecoderRow): BookDecoder => ({
  id: row.id,
  organizationId: row.organization_id,
  source: row.source,
  hash: row.source_hash,
  version: row.version,
  isOn: row.state === 'ON',
  encodes: /\bencodeDownlink\b/.test(row.source),
});

/** A stored map with its defaults filled in; null: there is none. */
const registerMapOf = (json: JsonObject | null): RegisterMap | null => {
  const map = json === null ? null : checkRegisterMap(json);
  return map === null || 'errors' in map ? null : map;
};

export const doorOf = (row: DoorRow): Door => ({
  id: row.id,
  organizationId: row.organization_id,
  kind: row.kind,
  envelope: row.envelope,
  driver: row.driver,
  localServerId: row.local_server_id,
  filters: row.filters,
  secretHash: row.secret_hash,
  registerMap: registerMapOf(row.register_map),
  homeAssistant: row.home_assistant,
});

export const deviceOf = (row: DoorDeviceRow): DoorDevice => ({
  id: row.id,
  doorId: row.door_id,
  address: row.address,
  driver: row.driver,
  meterId: row.meter_id,
  purifier: row.purifier,
  sensors: row.sensors,
  isBlocked: row.blocked === 'Y',
  host: row.host,
  port: row.port,
  unit: row.unit,
  path: row.path,
  transport: row.transport,
  pollIntervalS: row.poll_interval_s,
  tls: row.tls === 'Y' ? { ca: row.ca } : null,
  login: loginOf(row),
  registerMap: registerMapOf(row.register_map),
});

export interface DoorBookOptions {
  db: Db;
  log: Log;
  /** Doors or devices have changed. */
  onChanged(): void;
}

/** The doors in use, the devices behind them and the decoders that they use, in memory. */
export const createDoorBook = ({ db, log, onChanged }: DoorBookOptions) => {
  let revision = '';
  let doors = new Map<number, Door>();
  let devices = new Map<number, Map<string, DoorDevice>>();
  let byMeter = new Map<number, DoorDevice[]>();
  let decoders = new Map<number, BookDecoder>();

  const put = (device: DoorDevice): void => {
    const ofDoor = devices.get(device.doorId) ?? new Map<string, DoorDevice>();
    devices.set(device.doorId, ofDoor);
    ofDoor.set(device.address, device);
  };

  const load = async (): Promise<void> => {
    const now = await readDoorsRevision(db);
    if (now === revision) return;
    const [doorRows, deviceRows] = [await listDoors(db), await listDoorDevices(db)];
    decoders = new Map((await listUsedDecoders(db)).map((row) => [row.id, decoderOf(row)]));
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
    devices: (): DoorDevice[] => [...devices.values()].flatMap((ofDoor) => [...ofDoor.values()]),
    device: (doorId: number, address: string): DoorDevice | undefined => devices.get(doorId)?.get(address),
    decoder: (id: number): BookDecoder | undefined => decoders.get(id),
    decodersOfSource: (hash: string): BookDecoder[] => [...decoders.values()].filter((each) => each.hash === hash),
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
