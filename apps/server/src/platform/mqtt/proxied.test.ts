import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { generate } from 'mqtt-packet';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { headerFor, ipv6Block, proxyHeader } from '../../testing/proxy-header.ts';
import {
  connectPacket,
  openTestBroker,
  publishPacket,
  rawClient,
  type TestBroker,
  type TestBrokerOptions,
} from '../../testing/raw-mqtt.ts';
import { selfSigned } from '../../testing/self-signed.ts';
import { proxyRule } from '../net/trusted-proxies.ts';

const LOOPBACK = proxyRule([['127.0.0.1', 32]]);
const ELSEWHERE = proxyRule([['192.0.2.1', 32]]);
const CLIENT = '203.0.113.9';

const ends: (() => unknown)[] = [];
let test: TestBroker;
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0).reverse()) await end();
});
const open = async (options: TestBrokerOptions = {}): Promise<void> => {
  test = await openTestBroker({}, { isProxy: LOOPBACK, ...options });
  ends.push(test.close);
};
/** A connection as of a proxy. */
const enter = async (...bytes: Buffer[]): Promise<Socket> => {
  const socket = connect(test.broker.port(), '127.0.0.1').setNoDelay(true);
  ends.push(() => socket.destroy());
  await once(socket, 'connect');
  for (const each of bytes) socket.write(each);
  return socket;
};
const CONNECT = generate(connectPacket());
const PUBLISH = generate(publishPacket('a', 'x', 1, 7));
const addresses = () => test.received.map(({ ip }) => ip);

describe('a connection from a trusted proxy', () => {
  it.each([
    ['in one piece', [Buffer.concat([headerFor(CLIENT), CONNECT, PUBLISH])]],
    ['byte by byte', [...Buffer.concat([headerFor(CLIENT), CONNECT, PUBLISH])].map((byte) => Buffer.of(byte))],
  ])('has the address of its header, %s', async (_, pieces) => {
    await open();
    const client = rawClient(await enter(...pieces));
    expect([await client.next(), await client.next()]).toEqual(['connack 0', 'puback 7']);
    expect(addresses()).toEqual([CLIENT]);
  });

  it('has the address of its header over TLS', async () => {
    await open({ tls: selfSigned() });
    const socket = await enter(headerFor(CLIENT));
    const tls = connectTls({ socket, rejectUnauthorized: false });
    const client = rawClient(tls);
    tls.write(Buffer.concat([CONNECT, PUBLISH]));
    expect([await client.next(), await client.next()]).toEqual(['connack 0', 'puback 7']);
    expect(addresses()).toEqual([CLIENT]);
  });

  it('is logged with the address of its header', async () => {
    await open();
    const header = proxyHeader({ family: 0x21, rest: ipv6Block('20010db8000000000000000000000007') });
    const client = rawClient(await enter(header, PUBLISH));
    expect(await client.next()).toBe('closed');
    expect(test.lines).toMatchObject([{ address: '2001:db8::7', msg: 'mqtt connection closed' }]);
  });

  it('has the address of the proxy if it is its own', async () => {
    await open();
    const local = proxyHeader({ command: 0x20, family: 0, rest: Buffer.alloc(0) });
    const client = rawClient(await enter(local, CONNECT, PUBLISH));
    expect([await client.next(), await client.next()]).toEqual(['connack 0', 'puback 7']);
    expect(addresses()).toEqual(['127.0.0.1']);
  });

  it.each([
    ['nothing but MQTT', CONNECT],
    ['version 1', Buffer.from(`PROXY TCP4 ${CLIENT} 10.0.0.1 1 2\r\n`)],
    ['a huge header', proxyHeader({ length: 0xffff })],
    ['no address', proxyHeader({ family: 0 })],
  ])('is closed when it sends %s', async (_, bytes) => {
    await open();
    const client = rawClient(await enter(bytes, CONNECT));
    expect(await client.next()).toBe('closed');
    expect(test.lines).toMatchObject([{ address: '127.0.0.1', msg: 'mqtt connection closed' }]);
  });

  it.each([false, true])('is closed when its header does not come in time (TLS: %s)', async (isTls) => {
    await open({ tls: isTls ? selfSigned() : null });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const client = rawClient(await enter(headerFor(CLIENT).subarray(0, 20)));
    // The broker sees the connection a moment later than its peer.
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await client.next()).toBe('closed');
    expect(test.lines).toMatchObject([{ reason: 'no PROXY header in time' }]);
  });

  it('counts for its client, not for the proxy', async () => {
    await open({ connections: { max: 4, maxPerAddress: 1 } });
    let clients = 0;
    const answer = async (address: string): Promise<string> => {
      const connects = generate(connectPacket({ clientId: `c${++clients}` }));
      return rawClient(await enter(headerFor(address), connects)).next();
    };
    expect([await answer('203.0.113.1'), await answer('203.0.113.2'), await answer('203.0.113.1')]).toEqual([
      'connack 0',
      'connack 0',
      'closed',
    ]);
  });
});

describe('a connection from any other address', () => {
  it('is closed when it sends a header', async () => {
    await open({ isProxy: ELSEWHERE });
    const client = rawClient(await enter(headerFor(CLIENT), CONNECT, PUBLISH));
    expect(await client.next()).toBe('closed');
    expect(test.received).toEqual([]);
    expect(test.lines).toMatchObject([{ address: '127.0.0.1' }]);
  });

  it('needs none', async () => {
    await open({ isProxy: ELSEWHERE });
    const client = rawClient(await enter(CONNECT, PUBLISH));
    expect([await client.next(), await client.next()]).toEqual(['connack 0', 'puback 7']);
    expect(addresses()).toEqual(['127.0.0.1']);
  });
});
