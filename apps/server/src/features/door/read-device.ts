import { MAX_DOOR_BYTES } from '@airdeck/contract/door/schema';
import { type RegisterFailure, registerMessage } from '@airdeck/drivers/register-driver';
import { planReads, type RegisterAnswer, type RegisterGroup, type RegisterMap } from '@airdeck/drivers/register-map';
import { isException, ModbusError } from '../../platform/modbus/modbus-error.ts';
import {
  createModbusHosts,
  type ModbusDevice,
  type ModbusHosts,
  type ModbusOptions,
} from '../../platform/modbus/modbus-hosts.ts';
import { HttpReadError, readHttp } from '../../platform/net/read-http.ts';
import type { SiteAddressRule } from '../../platform/net/site-address.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import { driverOf } from './decode-arrival.ts';
import type { Door, DoorDevice } from './door-book.ts';
import { loginHeaders } from './poll-login.ts';

/** How long a device may take to connect, and then for each answer. */
const ANSWER_MS = 5_000;
/** A Modbus device that takes longer for all its registers is asked for no more of them. */
const WHOLE_MS = 30_000;
/** Connections are closed soon: many devices accept only one, and other programs need it too. */
const IDLE_MS = 1_000;
/** Exception 2: the device does not have one of the registers. */
const ILLEGAL_ADDRESS = 2;

const DEFAULT_UNIT = 1;

/** A device of a POLL or MODBUS door with its address. */
export interface PolledDevice {
  host: string;
  port: number;
  device: DoorDevice;
  door: Door;
}

/** null: the device reports by itself, or is blocked. */
export const polledDevice = (door: Door, device: DoorDevice): PolledDevice | null => {
  const { host, port, isBlocked } = device;
  const isPolled = door.kind === 'POLL' || door.kind === 'MODBUS';
  return isPolled && !isBlocked && host !== null && port !== null ? { host, port, device, door } : null;
};

/** The registers of a device of a MODBUS door; null: none are entered. */
export const registerMapOf = (door: Door, device: DoorDevice): RegisterMap | null =>
  door.kind === 'MODBUS' ? (device.registerMap ?? door.registerMap) : null;

export const modbusDeviceOf = ({ host, port, device }: PolledDevice, map: RegisterMap): ModbusDevice => ({
  ...{ address: host, port, transport: device.transport },
  unit: device.unit ?? map.unit,
});

/** Address of a polled device at its door. */
export const polledAddress = (
  kind: 'POLL' | 'MODBUS',
  { host, port, unit }: { host: string; port: number; unit: number | null },
): string => {
  const name = host.includes(':') ? `[${host}]` : host;
  if (kind === 'POLL') return port === 80 ? host : `${name}:${port}`;
  return `${name}:${port}/${unit ?? DEFAULT_UNIT}`;
};

/** A request to a Modbus device with its answer, or the reason why there is none. */
export interface GroupResult extends RegisterGroup {
  data: Uint8Array | null;
  error: ModbusError | null;
}

/** The answer of a device. `message` null: nothing that could be decoded, for the reason in `fault`. */
export interface DeviceAnswer {
  message: { topic: string; payload: Buffer } | null;
  fault: string | null;
  groups: GroupResult[];
}

export const faultOf = (error: unknown): string => {
  if (error instanceof ModbusError || error instanceof HttpReadError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : 'unknown error';
};

const failureOf = ({ table, register, count, error }: GroupResult): RegisterFailure => ({
  ...{ table, register, count },
  error: error?.exception != null ? `EXCEPTION ${error.exception}` : (error?.code ?? 'no answer'),
});

const isWithin = (inner: RegisterGroup, outer: RegisterGroup): boolean =>
  inner.table === outer.table &&
  inner.register >= outer.register &&
  inner.register + inner.count <= outer.register + outer.count;

export interface DeviceReaderOptions {
  isAllowed: SiteAddressRule;
  /** Opens the secrets of logins. */
  seal: Pick<PasswordSeal, 'open'>;
  monotonic(): number;
  /** Other waiting times, for tests. */
  answerMs?: number;
  modbusOptions?: ModbusOptions;
}

/** Asks devices of POLL and MODBUS doors. Of one host and port, Modbus requests follow each other. */
export const createDeviceReader = ({
  isAllowed,
  seal,
  monotonic,
  answerMs = ANSWER_MS,
  modbusOptions = {},
}: DeviceReaderOptions) => {
  const modbus: ModbusHosts = createModbusHosts({
    ...{ connectMs: answerMs, answerMs, idleMs: IDLE_MS },
    ...modbusOptions,
  });
  const stopping = new AbortController();

  const readGroup = async (target: ModbusDevice, group: RegisterGroup): Promise<GroupResult> => {
    try {
      const { data } = await modbus.read(target, group);
      return { ...group, data, error: null };
    } catch (error) {
      if (!(error instanceof ModbusError)) throw error;
      return { ...group, data: null, error };
    }
  };

  /** A device that does not answer one request is not asked the next one. */
  const readGroups = async (target: ModbusDevice, map: RegisterMap): Promise<GroupResult[]> => {
    const results: GroupResult[] = [];
    const waiting = planReads(map);
    const single = planReads(map, 0);
    const end = monotonic() + WHOLE_MS;
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      if (monotonic() >= end) {
        const error = new ModbusError('TIMEOUT', `not all registers were read within ${WHOLE_MS} ms`);
        results.push({ ...group, data: null, error });
        return results;
      }
      const whole = group;
      const result = await readGroup(target, whole);
      const parts = single.filter((each) => isWithin(each, whole));
      // A gap between two registers may be one that the device does not have.
      if (isException(result.error, ILLEGAL_ADDRESS) && parts.length > 1) {
        waiting.unshift(...parts);
        continue;
      }
      results.push(result);
      if (result.error !== null && result.error.code !== 'EXCEPTION') return results;
    }
    return results;
  };

  const readModbus = async (polled: PolledDevice): Promise<DeviceAnswer> => {
    const map = registerMapOf(polled.door, polled.device);
    if (map === null) return { message: null, fault: 'no register map', groups: [] };
    const groups = await readGroups(modbusDeviceOf(polled, map), map);
    const answers = groups.flatMap(({ data, error: _, ...group }): RegisterAnswer[] =>
      data === null ? [] : [{ ...group, data }],
    );
    const failed = groups.filter(({ error }) => error !== null);
    const [first] = failed;
    const fault = first?.error ? `${first.table} ${first.register}: ${faultOf(first.error)}` : null;
    if (answers.length === 0) return { message: null, fault: fault ?? 'no answer', groups };
    const payload = Buffer.from(registerMessage(answers, failed.map(failureOf)));
    return { message: { topic: 'registers', payload }, fault, groups };
  };

  const readPath = async ({ host, port, device, door }: PolledDevice): Promise<DeviceAnswer> => {
    const path = device.path ?? driverOf(device.driver ?? door.driver)?.path ?? '/';
    const headers = loginHeaders(device.login, seal);
    if (headers === null) {
      const fault = 'PASSWORD_LOST: the stored secret cannot be read; enter it again';
      return { message: null, fault, groups: [] };
    }
    const payload = await readHttp(
      { address: host, port, path, tls: device.tls, headers },
      { timeoutMs: answerMs, maxBytes: MAX_DOOR_BYTES, signal: stopping.signal },
    );
    return { message: { topic: path, payload }, fault: null, groups: [] };
  };

  return {
    modbus,
    /** Asks a device once. Never rejects. */
    async read(polled: PolledDevice): Promise<DeviceAnswer> {
      const nothing = { message: null, groups: [] };
      if (!isAllowed(polled.host)) return { ...nothing, fault: 'ADDRESS_REFUSED: the server does not connect to it' };
      try {
        return await (polled.door.kind === 'MODBUS' ? readModbus(polled) : readPath(polled));
      } catch (error) {
        return { ...nothing, fault: faultOf(error) };
      }
    },
    isAllowed,
    async stop() {
      stopping.abort();
      await modbus.stop();
    },
  };
};

export type DeviceReader = ReturnType<typeof createDeviceReader>;
