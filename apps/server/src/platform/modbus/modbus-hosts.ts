import { isIP } from 'node:net';
import type { ModbusTransport } from './framing.ts';
import { createHost, type Host, type HostOptions } from './host.ts';
import { ILLEGAL_FUNCTION, isException, ModbusError } from './modbus-error.ts';
import { dataOf, type ReadRequest, readPdu, type WriteRequest, writePdu } from './pdu.ts';

/** A Modbus device behind an address. */
export interface ModbusDevice {
  /** An IP address that the caller has checked (`platform/net/site-address.ts`); names are refused. */
  readonly address: string;
  readonly port: number;
  readonly transport: ModbusTransport;
  /** 0–255 (slave id). */
  readonly unit: number;
}

/** Two bytes for each register; bits packed from the lowest bit of the first byte. */
export interface ReadAnswer extends ReadRequest {
  readonly data: Uint8Array;
}

/** The connections to all Modbus hosts, one for each address and port. */
export interface ModbusHosts {
  /** @throws ModbusError */
  read(device: ModbusDevice, request: ReadRequest): Promise<ReadAnswer>;
  /** Resolves when the device has acknowledged; only reading back tells what it did. @throws ModbusError */
  write(device: ModbusDevice, request: WriteRequest): Promise<void>;
  /** Number of hosts with a connection or with requests. */
  size(): number;
  stop(): Promise<void>;
}

export type ModbusOptions = Partial<HostOptions>;

const DEFAULTS: HostOptions = {
  connectMs: 3_000,
  answerMs: 3_000,
  idleMs: 60_000,
  busyMs: 500,
  maxBusyRetries: 3,
  maxQueued: 64,
};

const MAX_PORT = 65_535;
const MAX_UNIT = 255;

const isWithin = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

export const createModbusHosts = (options: ModbusOptions = {}): ModbusHosts => {
  const chosen = { ...DEFAULTS, ...options };
  const hosts = new Map<string, Host>();
  let isStopped = false;

  const hostOf = ({ address, port, unit }: ModbusDevice): Host => {
    if (isStopped) throw new ModbusError('STOPPED', 'stopped');
    if (isIP(address) === 0 || !isWithin(port, 1, MAX_PORT)) throw new ModbusError('ADDRESS', 'no IP address and port');
    if (!isWithin(unit, 0, MAX_UNIT)) throw new ModbusError('REQUEST', `no unit ${unit}`);
    const key = `${address} ${port}`;
    const known = hosts.get(key);
    if (known !== undefined) return known;
    const host = createHost(address, port, chosen, () => hosts.delete(key));
    hosts.set(key, host);
    return host;
  };

  return {
    read: async (device, request) => {
      const { transport, unit } = device;
      const pdu = readPdu(request);
      const answer = await hostOf(device).request({ transport, unit, pdu, isRead: true });
      return { table: request.table, register: request.register, count: request.count, data: dataOf(answer) };
    },
    write: async (device, request) => {
      const { transport, unit } = device;
      const send = (isMultiple: boolean) =>
        hostOf(device).request({ transport, unit, pdu: writePdu(request, isMultiple), isRead: false });
      try {
        await send(false);
      } catch (error) {
        // Some devices have only the functions for several values.
        if (request.values.length > 1 || !isException(error, ILLEGAL_FUNCTION)) throw error;
        await send(true);
      }
    },
    size: () => hosts.size,
    stop: async () => {
      isStopped = true;
      await Promise.all([...hosts.values()].map((host) => host.stop()));
      hosts.clear();
    },
  };
};
