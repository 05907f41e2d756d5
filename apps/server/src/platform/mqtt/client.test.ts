import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { aCertificate } from '../../testing/certificate.ts';
import { type Client, type ClientOptions, connectClient } from './client.ts';
import { ClientError } from './client-error.ts';
import type { IncomingMessage } from './client-inbox.ts';

const SOON = { timeout: 60_000 };
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface FakeBroker {
  port: number;
  /** Short form of the packets that came from the client. */
  came: string[];
  say(...packets: (Packet | Buffer)[]): void;
  lose(): void;
}

const ACCEPTED: Packet = { cmd: 'connack', returnCode: 0, sessionPresent: false };

/** A broker whose answers a test chooses; by default it accepts and grants. */
const openFakeBroker = async (
  answer: (packet: Packet) => (Packet | Buffer)[] | null = () => null,
  tls: { cert: string; key: string } | null = null,
): Promise<FakeBroker> => {
  const came: string[] = [];
  let socket: Socket | null = null;
  const usual = (packet: Packet): (Packet | Buffer)[] => {
    if (packet.cmd === 'connect') return [ACCEPTED];
    if (packet.cmd === 'subscribe') {
      return [{ cmd: 'suback', messageId: packet.messageId ?? 0, granted: packet.subscriptions.map(() => 1) }];
    }
    return [];
  };
  const broker: FakeBroker = {
    port: 0,
    came,
    say(...packets) {
      for (const packet of packets) socket?.write(Buffer.isBuffer(packet) ? packet : generate(packet));
    },
    lose: () => void socket?.destroy(),
  };
  const accept = (connected: Socket): void => {
    socket = connected;
    cleanups.push(() => connected.destroy());
    connected.on('error', () => undefined);
    const packets = parser({ protocolVersion: 4 });
    packets.on('packet', (packet) => {
      came.push(packet.messageId === undefined ? packet.cmd : `${packet.cmd} ${packet.messageId}`);
      broker.say(...(answer(packet) ?? usual(packet)));
    });
    packets.on('error', () => connected.destroy());
    connected.on('data', (data) => packets.parse(data));
  };
  const server: Server = tls === null ? createServer(accept) : createTlsServer(tls, accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.close());
  const address = server.address();
  broker.port = typeof address === 'object' && address ? address.port : 0;
  return broker;
};

const stopping = new AbortController();
const open = async (port: number, changed: Partial<ClientOptions> = {}) => {
  const received: IncomingMessage[] = [];
  const tooBig: string[] = [];
  const failures: unknown[] = [];
  const client: Client = await connectClient(
    {
      ...{ host: '127.0.0.1', port, tls: null, clientId: 'c', username: 'u', password: 'p', filters: ['a/#'] },
      isAllowed: () => true,
      maxPacketBytes: 1_000,
      receive: (message, done) => {
        received.push(message);
        done();
      },
      tooBig: (topic) => tooBig.push(topic),
      heard: () => undefined,
      failed: (error) => failures.push(error),
      ...changed,
    },
    stopping.signal,
  );
  cleanups.push(() => client.end({ forget: false }));
  return { client, received, tooBig, failures };
};
const publish = (messageId: number, payload = 'x', qos: 0 | 1 | 2 = 1): IPublishPacket => ({
  ...({ cmd: 'publish', topic: 'a/b', payload, dup: false, retain: false } as const),
  ...(qos === 0 ? { qos } : { qos, messageId }),
});

describe('a message', () => {
  it('is acknowledged when the product says so, in the order in which they came', async () => {
    const waiting: ((error?: Error) => void)[] = [];
    const broker = await openFakeBroker();
    await open(broker.port, { receive: (_, done) => void waiting.push(done) });
    broker.say(publish(1), publish(2), publish(3), publish(0, 'x', 0));
    await expect.poll(() => waiting.length, SOON).toBe(4);
    waiting[2]?.();
    waiting[3]?.();
    waiting[1]?.();
    waiting[1]?.();
    expect(broker.came.filter((what) => what.startsWith('puback'))).toEqual([]);
    waiting[0]?.();
    await expect
      .poll(() => broker.came.filter((what) => what.startsWith('puback')), SOON)
      .toEqual(['puback 1', 'puback 2', 'puback 3']);
  });

  it('closes the connection for a message that cannot be handled now, and does not acknowledge it', async () => {
    const broker = await openFakeBroker();
    const { client } = await open(broker.port, { receive: (_, done) => done(new Error('full')) });
    broker.say(publish(1));
    expect(await client.ended).toMatchObject({ code: 'BUSY' });
    expect(broker.came).toEqual(['connect', 'subscribe 1']);
  });

  it('on which the product throws, or that is too big, is acknowledged and costs itself', async () => {
    const broker = await openFakeBroker();
    const { failures, tooBig } = await open(broker.port, {
      receive: () => {
        throw new Error('poison');
      },
    });
    broker.say(publish(1), publish(2, 'x'.repeat(2_000)), publish(3, 'x'.repeat(5_000_000)), publish(4));
    await expect
      .poll(() => broker.came.filter((what) => what.startsWith('puback')), SOON)
      .toEqual(['puback 1', 'puback 2', 'puback 3', 'puback 4']);
    expect(failures).toHaveLength(2);
    expect(tooBig).toEqual(['a/b', 'a/b']);
  });

  it('is no longer read beyond a mebibyte that waits for its answer', async () => {
    const waiting: (() => void)[] = [];
    const broker = await openFakeBroker();
    await open(broker.port, { receive: (_, done) => void waiting.push(done), maxPacketBytes: 65_536 });
    const all = 300;
    for (let id = 1; id <= all; id++) broker.say(publish(id, 'x'.repeat(30_000)));
    await expect.poll(() => waiting.length, SOON).toBeGreaterThan(30);
    // Messages that the socket has already read may follow.
    expect(waiting.length).toBeLessThan(40);
    for (let id = 1; id <= all; id++) {
      await expect.poll(() => waiting.length, SOON).toBeGreaterThan(0);
      waiting.shift()?.();
    }
    await expect.poll(() => broker.came.at(-1), SOON).toBe(`puback ${all}`);
  });
});

describe('what is published', () => {
  it('is there when the broker acknowledged it, and never waits for a connection', async () => {
    const broker = await openFakeBroker((packet) =>
      packet.cmd === 'publish'
        ? packet.topic === 'yes'
          ? [{ cmd: 'puback', messageId: packet.messageId ?? 0 }]
          : []
        : null,
    );
    const { client } = await open(broker.port);
    expect(await client.publish('yes', 'x', { retain: false })).toBe(true);
    const unanswered = client.publish('no', 'x', { retain: false });
    await expect.poll(() => broker.came.at(-1), SOON).toBe('publish 3');
    broker.lose();
    expect(await unanswered).toBe(false);
    expect(await client.publish('yes', 'x', { retain: false })).toBe(false);
  });
});

describe('the name of a host', () => {
  it('is resolved, and its refused addresses are passed over', async () => {
    const { port } = await openFakeBroker();
    const checked: string[] = [];
    const isAllowed = (address: string): boolean => {
      checked.push(address);
      return address === '127.0.0.1';
    };
    const { client } = await open(port, { host: 'localhost', isAllowed });
    expect(checked).toContain('127.0.0.1');
    expect(await Promise.race([client.ended, Promise.resolve('there')])).toBe('there');
  });
});

describe('no connection', () => {
  const failing = async (port: number, changed: Partial<ClientOptions> = {}) => {
    const error = await open(port, changed).then(
      () => null,
      (reason: unknown) => reason,
    );
    return error instanceof ClientError ? error.code : error;
  };
  const refused = (packet: Packet): Packet[] | null =>
    packet.cmd === 'connect' ? [{ cmd: 'connack', returnCode: 5, sessionPresent: false }] : null;
  const ungranted = (packet: Packet): Packet[] | null =>
    packet.cmd === 'subscribe' ? [{ cmd: 'suback', messageId: packet.messageId ?? 0, granted: [128] }] : null;

  it.each([
    ['the login is refused', refused, 'LOGIN'],
    ['the subscription is refused', ungranted, 'SUBSCRIPTION'],
    ['something else is sent', () => [Buffer.from(`HTTP/1.1 400 Bad Request\r\n\r\n${' '.repeat(100)}`)], 'NO_MQTT'],
    ['QoS 2 comes', () => [ACCEPTED, publish(1, 'x', 2)], 'NO_MQTT'],
    ['a message has no id', () => [ACCEPTED, Buffer.from([0x32, 5, 0, 1, 0x61, 0, 0])], 'NO_MQTT'],
    ['a packet is cut short', () => [ACCEPTED, Buffer.from([0x32, 3, 0, 9, 0x61])], 'NO_MQTT'],
  ])('when %s', async (_, answer, code) => {
    expect(await failing((await openFakeBroker(answer)).port)).toBe(code);
  });

  it('to a name without an allowed address, or without any', async () => {
    const { port } = await openFakeBroker();
    expect(await failing(port, { host: 'localhost', isAllowed: () => false })).toBe('ADDRESS');
    expect(await failing(port, { host: 'nothing.invalid' })).toBe('UNREACHABLE');
  });

  it('to what speaks no TLS, or shows a certificate that is not trusted', async () => {
    const own = aCertificate();
    const [plain, secure] = [await openFakeBroker(), await openFakeBroker(undefined, own)];
    expect(await failing(plain.port, { tls: { ca: null } })).toBe('TLS');
    expect(await failing(secure.port, { tls: { ca: null } })).toBe('TLS');
    expect(await failing(secure.port, { tls: { ca: aCertificate().cert } })).toBe('TLS');
    expect(await failing(secure.port, { tls: { ca: 'none' } })).toBe('TLS');
    const { client } = await open(secure.port, { tls: { ca: own.cert } });
    expect(await Promise.race([client.ended, Promise.resolve('there')])).toBe('there');
  });
});
