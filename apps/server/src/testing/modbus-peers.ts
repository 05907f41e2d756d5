import { once } from 'node:events';
import { type AddressInfo, connect, createServer, Server, type Socket } from 'node:net';
import { ServerTCP } from 'modbus-serial';
import crc16 from 'modbus-serial/utils/crc16.js';

/** The registers and bits of a device, by `<unit> <place>`; others are refused with exception 2. */
export interface PeerMemory {
  readonly holding: Map<string, number>;
  readonly input: Map<string, number>;
  readonly coils: Map<string, boolean>;
  readonly discrete: Map<string, boolean>;
}

export interface Peer {
  readonly port: number;
  close(): Promise<void>;
}

const ILLEGAL_ADDRESS = { modbusErrorCode: 2 };

const listening = async (server: Server): Promise<number> => {
  if (!server.listening) await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const closing = (server: Server, sockets: ReadonlySet<Socket>) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    for (const socket of sockets) socket.destroy();
  });

/** An unused port: modbus-serial takes 0 as 502, which only one test could use at a time. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  const port = await listening(server);
  await closing(server, new Set());
  return port;
};

/** A Modbus TCP server by another implementation. */
export const modbusPeer = async (memory: PeerMemory): Promise<Peer> => {
  const get =
    <T>(table: ReadonlyMap<string, T>) =>
    async (place: number, unit: number): Promise<T> => {
      const value = table.get(`${unit} ${place}`);
      if (value === undefined) throw ILLEGAL_ADDRESS;
      return value;
    };
  const set =
    <T>(table: Map<string, T>) =>
    async (place: number, value: T, unit: number): Promise<void> => {
      if (!table.has(`${unit} ${place}`)) throw ILLEGAL_ADDRESS;
      table.set(`${unit} ${place}`, value);
    };
  const peer = new ServerTCP(
    {
      getHoldingRegister: get(memory.holding),
      getInputRegister: get(memory.input),
      getCoil: get(memory.coils),
      getDiscreteInput: get(memory.discrete),
      setRegister: set(memory.holding),
      setCoil: set(memory.coils),
    },
    // 255: any unit.
    { host: '127.0.0.1', port: await freePort(), unitID: 255 },
  );
  const server: unknown = Reflect.get(peer, '_server');
  if (!(server instanceof Server)) throw new Error('modbus-serial has no server');
  const port = await listening(server);
  return { port, close: () => new Promise((resolve) => peer.close(() => resolve())) };
};

/** A serial server before a peer: frames of a serial line on this side, Modbus TCP on the other. */
export const rtuGateway = async (peerPort: number): Promise<Peer> => {
  const sockets = new Set<Socket>();
  const server = createServer((line) => {
    const tcp = connect(peerPort, '127.0.0.1');
    sockets.add(line).add(tcp);
    line.on('close', () => tcp.destroy());
    line.on('data', (frame) => {
      if (crc16(frame.subarray(0, -2)) !== frame.readUInt16LE(frame.length - 2)) return;
      const header = Buffer.alloc(6);
      header.writeUInt16BE(frame.length - 2, 4);
      tcp.write(Buffer.concat([header, frame.subarray(0, -2)]));
    });
    tcp.on('data', (frame) => {
      const crc = Buffer.alloc(2);
      crc.writeUInt16LE(crc16(frame.subarray(6)));
      line.write(Buffer.concat([frame.subarray(6), crc]));
    });
  }).listen(0, '127.0.0.1');
  return { port: await listening(server), close: () => closing(server, sockets) };
};

/** A host that answers as it is scripted. */
export interface ScriptedHost extends Peer {
  /** All requests, over all connections. */
  readonly requests: readonly Buffer[];
  connections(): number;
  /** Resolves when a connection has ended. */
  ended(connection: number): Promise<void>;
}

export type Script = (socket: Socket, request: Buffer, index: number) => void;

export const scriptedHost = async (script: Script): Promise<ScriptedHost> => {
  const sockets = new Set<Socket>();
  const ends: Promise<void>[] = [];
  const requests: Buffer[] = [];
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay());
    ends.push(new Promise((resolve) => socket.once('close', () => resolve())));
    socket.on('error', () => {});
    socket.on('data', (request) => script(socket, request, requests.push(request) - 1));
  }).listen(0, '127.0.0.1');
  return {
    port: await listening(server),
    requests,
    connections: () => ends.length,
    ended: async (connection) => ends[connection],
    close: () => closing(server, sockets),
  };
};
