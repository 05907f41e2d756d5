import { connect, type Socket } from 'node:net';
import { generate, type IConnectPacket, type Packet, parser } from 'mqtt-packet';
import pino from 'pino';
import { type Broker, type BrokerOptions, createBroker } from '../platform/mqtt/broker.ts';
import type { BrokerRules, Message } from '../platform/mqtt/broker-rules.ts';

/** A device that sends given bytes. */
export interface RawClient {
  send(...packets: (Packet | Buffer)[]): void;
  /** The next packet in short form: its type and content; 'closed' at the end. */
  next(): Promise<string>;
  /** Closes without DISCONNECT. */
  lose(): void;
}

/** A packet in short form for tests: `suback 1 [0,128]`. */
const brief = (packet: Packet): string => {
  switch (packet.cmd) {
    case 'connack':
      return `connack ${packet.returnCode}${packet.sessionPresent ? ' session' : ''}`;
    case 'publish':
      return `publish ${packet.topic} ${packet.payload}${packet.retain ? ' retained' : ''}`;
    case 'suback':
      return `suback ${packet.messageId} [${packet.granted}]`;
    default:
      return packet.messageId === undefined ? packet.cmd : `${packet.cmd} ${packet.messageId}`;
  }
};

export const rawClient = (socket: Socket): RawClient => {
  const came: string[] = [];
  const wanted: ((what: string) => void)[] = [];
  const take = (what: string): void => {
    const want = wanted.shift();
    if (want) want(what);
    else came.push(what);
  };
  const packets = parser({ protocolVersion: 4 });
  packets.on('packet', (packet) => take(brief(packet)));
  socket.on('data', (data) => packets.parse(data));
  // A connection that the broker resets ends with 'close', too.
  socket.on('error', () => undefined);
  socket.once('close', () => take('closed'));
  return {
    send: (...packets) =>
      void socket.write(Buffer.concat(packets.map((packet) => (Buffer.isBuffer(packet) ? packet : generate(packet))))),
    next: () => {
      const what = came.shift();
      return what === undefined ? new Promise((resolve) => wanted.push(resolve)) : Promise.resolve(what);
    },
    lose: () => void socket.destroy(),
  };
};

export const connectPacket = (given: Partial<IConnectPacket> = {}): IConnectPacket => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clientId: 'c1',
  username: 'somebody',
  password: Buffer.from('secret'),
  clean: true,
  keepalive: 0,
  ...given,
});

export interface TestBroker {
  broker: Broker<string>;
  /** Messages that the product received, acknowledged at once unless a rule changes that. */
  received: (Message & { from: string })[];
  lines: Record<string, unknown>[];
  /** A connection before its CONNECT. */
  open(): RawClient;
  /** An admitted connection. */
  connect(given?: Partial<IConnectPacket>): Promise<RawClient>;
  close(): Promise<void>;
}

export type TestBrokerOptions = Partial<
  Pick<
    BrokerOptions<string>,
    | 'tls'
    | 'port'
    | 'connections'
    | 'isProxy'
    | 'monotonic'
    | 'onAcknowledged'
    | 'willDelayMs'
    | 'onConnected'
    | 'onGone'
  >
>;

/** A broker on a free port that accepts every message; a user's name is its identity. */
export const openTestBroker = async (
  rules: Partial<BrokerRules<string>> = {},
  options: TestBrokerOptions = {},
): Promise<TestBroker> => {
  const received: TestBroker['received'] = [];
  const lines: Record<string, unknown>[] = [];
  const sockets: Socket[] = [];
  const broker = createBroker<string>({
    port: 0,
    host: '127.0.0.1',
    tls: null,
    maxPacketBytes: 64 * 1024,
    monotonic: () => performance.now(),
    ...options,
    log: pino({ base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    rules: {
      admit: ({ username, password }) => (password === 'secret' ? username : null),
      maySubscribe: () => true,
      mayPublish: () => true,
      now: () => 0,
      receive: (from, message, done) => {
        received.push({ ...message, from });
        done();
      },
      ...rules,
    },
  });
  await broker.start();
  const open = (): RawClient => {
    const socket = connect(broker.port(), '127.0.0.1');
    sockets.push(socket);
    return rawClient(socket);
  };
  return {
    broker,
    received,
    lines,
    open,
    async connect(given) {
      const client = open();
      client.send(connectPacket(given));
      const answer = await client.next();
      if (answer !== 'connack 0') throw new Error(`not admitted: ${answer}`);
      return client;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await broker.stop();
    },
  };
};

export const publishPacket = (
  topic: string,
  payload: string,
  qos: 0 | 1 | 2 = 0,
  messageId = 1,
  dup = false,
): Packet => ({
  cmd: 'publish',
  topic,
  payload,
  qos,
  dup,
  retain: false,
  ...(qos > 0 ? { messageId } : {}),
});
