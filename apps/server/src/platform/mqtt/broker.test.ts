import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { generate, type Packet, writeToStream } from 'mqtt-packet';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  connectPacket,
  openTestBroker,
  publishPacket,
  type RawClient,
  rawClient,
  type TestBroker,
} from '../../testing/raw-mqtt.ts';
import { selfSigned } from '../../testing/self-signed.ts';
import type { BrokerRules } from './broker-rules.ts';
import type { NamedConnection } from './named-connections.ts';

const SOON = { timeout: 60_000 };

let test: TestBroker;
afterEach(async () => {
  vi.useRealTimers();
  await test.close();
});

const ping: Packet = { cmd: 'pingreq' };
const subscribe = (...filters: string[]): Packet => ({
  cmd: 'subscribe',
  messageId: 1,
  subscriptions: filters.map((topic) => ({ topic, qos: 1 as const })),
});
const will = { topic: 'a/status', payload: Buffer.from('gone'), qos: 1, retain: false } as const;
const topics = () => test.received.map(({ topic }) => topic);
const isAlive = async (client: RawClient): Promise<void> => {
  client.send(ping);
  expect(await client.next()).toBe('pingresp');
};

describe('a last will', () => {
  it('is not said of a client that stays, however long', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    test = await openTestBroker();
    const clients = [];
    for (let i = 0; i < 30; i++) clients.push(await test.connect({ clientId: `c${i}`, will }));
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    for (const client of clients) await isAlive(client);
    expect(test.received).toEqual([]);
  });

  it('a last will that is refused or makes its receiver throw closes no other connection', async () => {
    test = await openTestBroker({
      receive: (_, { payload }, done) => {
        if (String(payload) === 'throws') throw new Error('poison');
        done(new Error('refused'));
      },
    });
    const witness = await test.connect({ clientId: 'witness' });
    for (const payload of ['throws', 'refused']) {
      const dies = await test.connect({ clientId: payload, will: { ...will, payload: Buffer.from(payload) } });
      dies.lose();
    }
    await expect.poll(() => test.lines.map(({ msg }) => msg), SOON).toContain('mqtt: a message failed');
    await isAlive(witness);
  });

  it('for another device is refused with the login', async () => {
    test = await openTestBroker({ mayPublish: (who, topic) => topic.startsWith(`${who}/`) });
    const client = test.open();
    client.send(connectPacket({ will: { ...will, topic: 'other/status' } }));
    expect([await client.next(), await client.next()]).toEqual(['connack 5', 'closed']);
    const own = await test.connect({ will: { ...will, topic: 'somebody/status' } });
    own.lose();
    await expect.poll(topics, SOON).toEqual(['somebody/status']);
  });

  it('is not said when the server stops or ends the connection', async () => {
    test = await openTestBroker();
    const [ended, stays] = [
      await test.connect({ clientId: 'a', will, username: 'ended' }),
      await test.connect({ will }),
    ];
    test.broker.disconnect((who) => who === 'ended');
    expect(await ended.next()).toBe('closed');
    await isAlive(stays);
    await test.broker.stop();
    expect(await stays.next()).toBe('closed');
    expect(test.received).toEqual([]);
  });
});

describe('a last will that waits', () => {
  /** Admitted and gone connections, in order. */
  let story: string[];
  const named: NamedConnection[] = [];
  const open = async (willDelayMs: number): Promise<void> => {
    story = [];
    named.length = 0;
    test = await openTestBroker(
      {},
      {
        willDelayMs,
        onConnected(connection) {
          named.push(connection);
          story.push(`${connection.name} is there`);
        },
        onGone: ({ name }) => void story.push(`${name} is gone`),
      },
    );
  };
  const username = 'device';
  const CAME_AND_WENT = ['device/c1 is there', 'device/c1 is gone'];

  it('is published when its client does not come back', async () => {
    await open(20);
    const client = await test.connect({ username, will });
    client.lose();
    await expect.poll(topics, SOON).toEqual(['a/status']);
    await expect.poll(() => story, SOON).toEqual(CAME_AND_WENT);
  });

  it.each([0, 60_000])('is not published for a connection that its client replaces (delay %i)', async (delayMs) => {
    await open(delayMs);
    const older = await test.connect({ username, will });
    const newer = await test.connect({ username, will });
    expect(await older.next()).toBe('closed');
    await isAlive(newer);
    expect(test.received).toEqual([]);
    expect(story).toEqual([...CAME_AND_WENT, 'device/c1 is there']);
  });

  it('is not published when its client comes back, here or elsewhere', async () => {
    await open(60_000);
    const lost = await test.connect({ username, will });
    lost.lose();
    const back = await test.connect({ username, will: { ...will, payload: Buffer.from('later') } });
    await expect.poll(() => story, SOON).toEqual([...CAME_AND_WENT, 'device/c1 is there']);
    back.lose();
    await expect.poll(test.broker.connections, SOON).toBe(0);
    named.at(-1)?.replace();
    expect(story).toEqual([...CAME_AND_WENT, ...CAME_AND_WENT]);
    expect(test.received).toEqual([]);
  });

  it('is dropped with the rights of its connection, and when the broker stops', async () => {
    await open(60_000);
    for (const name of ['refused', 'other']) (await test.connect({ will, username: name })).lose();
    await expect.poll(test.broker.connections, SOON).toBe(0);
    test.broker.disconnect((who) => who === 'refused');
    expect(story.at(-1)).toBe('refused/c1 is gone');
    await test.broker.stop();
    expect(story.at(-1)).toBe('other/c1 is gone');
    expect(test.received).toEqual([]);
  });

  it('a client without an id has no name', async () => {
    await open(0);
    const client = await test.connect({ clientId: '', will });
    client.lose();
    await expect.poll(topics, SOON).toEqual(['a/status']);
    expect(story).toEqual([]);
  });

  it('a connection that is replaced is logged', async () => {
    await open(0);
    const client = await test.connect({ username, will });
    client.send(publishPacket('a', 'x', 1, 7));
    expect(await client.next()).toBe('puback 7');
    named[0]?.replace();
    expect(await client.next()).toBe('closed');
    expect(test.lines).toMatchObject([{ client: 'c1', reason: 'its client is connected elsewhere' }]);
  });
});

describe('a rule that throws', () => {
  const poison = (text: string): never => {
    throw new RangeError(text);
  };
  const rules: Partial<BrokerRules<string>> = {
    admit: ({ username }) => (username === 'poison' ? poison('admit') : username),
    mayPublish: (_, topic) => topic !== 'poison' || poison('mayPublish'),
    maySubscribe: (_, filter) => filter !== 'poison' || poison('maySubscribe'),
    receive: (_, { payload }, done) => (String(payload) === 'poison' ? poison('receive') : done()),
  };

  it('costs that login, message or subscription only, which is answered', async () => {
    test = await openTestBroker(rules);
    const refused = test.open();
    refused.send(connectPacket({ username: 'poison' }));
    expect([await refused.next(), await refused.next()]).toEqual(['connack 3', 'closed']);
    const client = await test.connect();
    client.send(publishPacket('a', 'poison', 1, 1), publishPacket('poison', 'x', 1, 2), publishPacket('a', 'x', 1, 3));
    expect([await client.next(), await client.next(), await client.next()]).toEqual([
      'puback 1',
      'puback 2',
      'puback 3',
    ]);
    client.send(publishPacket('a', 'poison', 2, 4), subscribe('poison', 'a'));
    expect([await client.next(), await client.next()].sort()).toEqual(['pubrec 4', 'suback 1 [128,1]']);
    const errors = test.lines.filter(({ level }) => level === 50);
    expect(errors).toHaveLength(5);
    expect(errors[1]).toMatchObject({ address: '127.0.0.1', client: 'c1', err: { message: 'receive' } });
  });

  it('after its answer has been given changes nothing', async () => {
    test = await openTestBroker({
      receive: (_, __, done) => {
        done();
        done(new Error('twice'));
        poison('too late');
      },
    });
    const client = await test.connect();
    client.send(publishPacket('a', 'x', 1, 8));
    expect(await client.next()).toBe('puback 8');
    await isAlive(client);
  });
});

it('does not acknowledge what is refused, and closes the connection', async () => {
  test = await openTestBroker({ receive: (_, __, done) => done(new Error('too many')) });
  for (const qos of [0, 1, 2] as const) {
    const client = await test.connect();
    client.send(publishPacket('a', 'x', qos, 8));
    expect(await client.next()).toBe('closed');
  }
});

it('keeps no buffer for each of 65,536 packet ids', async () => {
  test = await openTestBroker();
  const client = await test.connect();
  client.send(publishPacket('a', 'x', 1, 65_535));
  expect(await client.next()).toBe('puback 65535');
  expect(writeToStream.cacheNumbers).toBe(false);
});

describe('what a client leaves half-way', () => {
  it('is counted: a hundred QoS 2 messages without release', async () => {
    test = await openTestBroker();
    const client = await test.connect();
    for (let id = 1; id <= 100; id++) {
      client.send(publishPacket('a', 'x'.repeat(60_000), 2, id));
      expect(await client.next()).toBe(`pubrec ${id}`);
    }
    client.send(publishPacket('a', 'x', 2, 100));
    expect(await client.next()).toBe('pubrec 100');
    client.send(publishPacket('a', 'x', 2, 101));
    expect(await client.next()).toBe('closed');
  });

  it('is not said again without end', async () => {
    test = await openTestBroker();
    const client = await test.connect();
    for (let i = 0; i <= 1000; i++) {
      client.send(publishPacket('a', 'x', 2, 1, true));
      expect(await client.next()).toBe('pubrec 1');
    }
    client.send(publishPacket('a', 'x', 2, 1, true));
    expect(await client.next()).toBe('closed');
    expect(test.received).toHaveLength(1);
  });

  it('goes with the connection, clean or not', async () => {
    test = await openTestBroker();
    for (const clean of [false, true]) {
      const client = await test.connect({ clean });
      client.send(publishPacket('a', 'x', 2, 1));
      expect(await client.next()).toBe('pubrec 1');
    }
    expect(test.received).toHaveLength(2);
  });

  it('is no longer read beyond a mebibyte that waits for its answer', async () => {
    const answers: (() => void)[] = [];
    test = await openTestBroker({ receive: (_, __, done) => void answers.push(done) });
    const client = await test.connect();
    const [fit, all] = [30, 60];
    const send = (id: number) => client.send(publishPacket('a', 'x'.repeat(30_000), 1, id));
    for (let id = 1; id <= fit; id++) {
      send(id);
      await expect.poll(() => answers.length, SOON).toBe(id);
    }
    for (let id = fit + 1; id <= all; id++) {
      send(id);
      // Another connection's whole exchange is enough time to read anything that would still be read.
      await isAlive(await test.connect({ clientId: `other${id}` }));
    }
    expect(answers.length).toBeLessThan(40);
    for (let id = 1; id <= all; id++) {
      await expect.poll(() => answers.length, SOON).toBeGreaterThan(0);
      answers.shift()?.();
      expect(await client.next()).toBe(`puback ${id}`);
    }
  });
});

describe('a subscription', () => {
  const rules: Partial<BrokerRules<string>> = { maySubscribe: (who, filter) => filter.startsWith(`${who}/`) };

  it('a refused subscription has no effect, also after the client has connected again', async () => {
    test = await openTestBroker(rules);
    const first = await test.connect({ clean: false });
    first.send(subscribe('somebody/commands', 'other/commands'));
    expect(await first.next()).toBe('suback 1 [1,128]');
    first.lose();
    const again = await test.connect({ clean: false });
    for (const topic of ['other/commands', 'somebody/commands']) {
      await test.broker.publish(topic, 'x', { retain: false });
      await test.broker.publish(topic, 'x', { retain: true });
    }
    await isAlive(again);
    again.send(subscribe('somebody/commands', 'other/commands'));
    expect([await again.next(), await again.next()]).toEqual([
      'suback 1 [1,128]',
      'publish somebody/commands x retained',
    ]);
    await isAlive(again);
  });

  it('is asked about again whenever something goes out', async () => {
    let isAllowed = true;
    test = await openTestBroker({ maySubscribe: () => isAllowed });
    const client = await test.connect();
    client.send(subscribe('a'));
    await client.next();
    await test.broker.publish('a', 'one', { retain: false });
    expect(await client.next()).toBe('publish a one');
    isAllowed = false;
    await test.broker.publish('a', 'two', { retain: false });
    await isAlive(client);
  });

  it('is one of a thousand at most', async () => {
    test = await openTestBroker();
    const client = await test.connect();
    client.send(subscribe(...Array.from({ length: 1000 }, (_, i) => `f/${i}`)));
    await client.next();
    client.send(subscribe('one/more', 'f/1'));
    expect(await client.next()).toBe('suback 1 [128,1]');
    client.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['f/1'] });
    expect(await client.next()).toBe('unsuback 2');
    client.send(subscribe('one/more', 'f/1'));
    expect(await client.next()).toBe('suback 1 [1,128]');
  });

  it('of a client that does not read cost a mebibyte, and delay no other client', async () => {
    test = await openTestBroker();
    const [deaf, hears] = [connect(test.broker.port(), '127.0.0.1'), await test.connect({ clientId: 'hears' })];
    deaf.on('error', () => undefined);
    deaf.write(Buffer.concat([generate(connectPacket({ clientId: 'deaf' })), generate(subscribe('deaf'))]));
    await once(deaf, 'readable');
    hears.send(subscribe('hears'));
    await hears.next();
    const payload = 'x'.repeat(60_000);
    // The kernel takes some megabytes before the server's own buffer grows.
    for (let i = 0; i < 1000 && test.lines.length === 0; i++) {
      test.broker.publish('deaf', payload, { retain: false }).catch(() => undefined);
      await test.broker.publish('hears', String(i), { retain: false });
      expect(await hears.next()).toBe(`publish hears ${i}`);
    }
    expect(test.lines).toMatchObject([{ client: 'deaf', reason: 'what is sent is not read' }]);
    deaf.destroy();
  });
});

describe('a client id', () => {
  it('counts within its credential', async () => {
    test = await openTestBroker();
    const [a, b] = [await test.connect({ username: 'a' }), await test.connect({ username: 'b' })];
    const thief = test.open();
    thief.send(connectPacket({ username: 'a', password: Buffer.from('guessed') }));
    expect(await thief.next()).toBe('connack 5');
    for (const client of [a, b]) await isAlive(client);
    const newer = await test.connect({ username: 'a' });
    expect(await a.next()).toBe('closed');
    for (const client of [newer, b]) await isAlive(client);
  });

  it('clients that use one client id in turn leave one connection each time', async () => {
    test = await openTestBroker();
    const clients: RawClient[] = [];
    for (let i = 0; i < 20; i++) {
      const client = await test.connect();
      client.send(subscribe('a'));
      clients.push(client);
    }
    const last = clients.pop();
    for (const client of clients) {
      const heard = [await client.next(), await client.next()];
      expect(heard.filter((what) => what === 'closed' || what.startsWith('suback'))).toHaveLength(2);
    }
    expect(await last?.next()).toBe('suback 1 [1]');
    if (last) await isAlive(last);
  });
});

describe('a connection that the server ends', () => {
  it('says nothing more: what came in one piece with the last message neither', async () => {
    let end = (): void => {};
    test = await openTestBroker({
      receive: (from, message, done) => {
        test.received.push({ ...message, from });
        if (message.topic === 'last') end();
        done();
      },
    });
    end = () => test.broker.disconnect((who) => who === 'somebody');
    const [ended, other] = [await test.connect(), await test.connect({ username: 'other' })];
    ended.send(...['first', 'last', 'late', 'later'].map((topic, i) => publishPacket(topic, 'x', 1, i + 1)));
    expect(await ended.next()).toBe('puback 1');
    await isAlive(other);
    expect(topics()).toEqual(['first', 'last']);
    expect(await ended.next()).toBe('closed');
  });
});

describe('a broker that drains', () => {
  it('takes no more connections, and closes the open ones without their wills', async () => {
    test = await openTestBroker();
    const clients = [];
    for (let i = 0; i < 5; i++) clients.push(await test.connect({ clientId: `c${i}`, will }));
    const drained = test.broker.drain();
    expect(test.broker.isListening()).toBe(false);
    for (const client of clients) expect(await client.next()).toBe('closed');
    await drained;
    expect([test.broker.connections(), test.received]).toEqual([0, []]);
    expect(await test.broker.stop()).toBeUndefined();
  });
});

describe('bad connections', () => {
  it('are logged with their address, and not without end', async () => {
    test = await openTestBroker();
    for (let i = 0; i < 100; i++) {
      const client = test.open();
      client.send(publishPacket('a', 'x'));
      expect(await client.next()).toBe('closed');
    }
    expect(test.lines).toHaveLength(60);
    for (const line of test.lines) expect(line).toMatchObject({ address: '127.0.0.1', msg: 'mqtt connection closed' });
    const refused = await openTestBroker({ admit: () => null });
    const client = refused.open();
    client.send(connectPacket({ clientId: 'who' }));
    expect([await client.next(), await client.next()]).toEqual(['connack 5', 'closed']);
    await expect.poll(() => refused.lines, SOON).toMatchObject([{ client: 'who', address: '127.0.0.1' }]);
    await refused.close();
  });

  it('with more control packets than there is use for are closed', async () => {
    test = await openTestBroker();
    const flood = await test.connect();
    flood.send(Buffer.concat(Array.from({ length: 20_000 }, () => generate(ping))));
    let answer = await flood.next();
    while (answer === 'pingresp') answer = await flood.next();
    expect(answer).toBe('closed');
    await expect.poll(() => test.lines, SOON).toMatchObject([{ reason: 'too many packets' }]);
  });

  it('have a span of time for so many control packets, and messages are not among them', async () => {
    let now = 0;
    test = await openTestBroker({}, { monotonic: () => now });
    // Its CONNECT is one of 10,000.
    const client = await test.connect();
    const pings = async (count: number) => {
      client.send(Buffer.concat(Array.from({ length: count }, () => generate(ping))));
      for (let i = 0; i < count; i++) expect(await client.next()).toBe('pingresp');
    };
    await pings(9_999);
    client.send(Buffer.concat(Array.from({ length: 10_001 }, () => generate(publishPacket('a', 'x')))));
    await expect.poll(() => test.received.length, SOON).toBe(10_001);
    now += 10_000;
    await pings(10_000);
    client.send(ping);
    expect(await client.next()).toBe('closed');
  });

  it('have different log messages', async () => {
    test = await openTestBroker();
    const faults: [bytes: Buffer, reason: string][] = [
      [Buffer.from([0x32, 3, 0, 1, 0x61]), 'a packet that is shorter than what it holds'],
      [Buffer.from([0x32, 5, 0, 1, 0x61, 0, 0]), 'no message id'],
      [Buffer.from([0x40, 2, 0, 0]), 'no message id'],
      [Buffer.from([0x50, 2, 0, 0]), 'no message id'],
      [Buffer.from([0x62, 2, 0, 0]), 'no message id'],
      [Buffer.from([0x70, 2, 0, 0]), 'no message id'],
      [Buffer.from([0xa2, 5, 0, 0, 0, 1, 0x61]), 'no message id'],
      [Buffer.from([0xa2, 2, 0, 1]), 'an empty unsubscribe'],
      [Buffer.from([0x30, 0x80, 0x80, 0x40]), `a packet of ${2 ** 20} bytes`],
    ];
    for (const [bytes, reason] of faults) {
      const client = await test.connect();
      client.send(bytes, ping);
      expect([reason, await client.next()]).toEqual([reason, 'closed']);
      await expect.poll(() => test.lines.at(-1)?.reason, SOON).toBe(reason);
    }
  });

  it('beyond its share are refused, with a line of its own', async () => {
    test = await openTestBroker({}, { connections: { max: 2, maxPerAddress: 1 } });
    const client = await test.connect();
    const other = test.open();
    expect(await other.next()).toBe('closed');
    expect(test.lines).toMatchObject([{ listener: 'mqtt', refused: 1, max: 2, maxPerAddress: 1 }]);
    expect(test.broker.connections()).toBe(1);
    await isAlive(client);
  });

  it('reset at any moment, before and within a CONNECT and after it, end no other connection', async () => {
    test = await openTestBroker();
    const witness = await test.connect({ clientId: 'witness' });
    const bytes = Buffer.concat([generate(connectPacket()), generate(publishPacket('a', 'x', 1)), generate(ping)]);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const socket = connect(test.broker.port(), '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(bytes.subarray(0, cut), () => socket.resetAndDestroy());
      await once(socket, 'close');
    }
    await isAlive(witness);
  });
});

describe('the broker', () => {
  it('listens from start to stop, and on no port that is taken', async () => {
    test = await openTestBroker();
    expect(test.broker.isListening()).toBe(true);
    await expect(openTestBroker({}, { port: test.broker.port() })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await test.broker.stop();
    expect(test.broker.isListening()).toBe(false);
    expect(() => test.broker.port()).toThrow('does not listen');
  });

  it('ends the requested clients, and does not ask about a client that is not admitted', async () => {
    test = await openTestBroker();
    const [silent, known] = [test.open(), await test.connect({ username: 'known' })];
    await expect.poll(() => test.broker.connections(), SOON).toBe(2);
    const asked: unknown[] = [];
    test.broker.disconnect((who) => asked.push(who) > 0);
    expect(await known.next()).toBe('closed');
    expect(asked).toEqual(['known']);
    silent.send(connectPacket());
    expect(await silent.next()).toBe('connack 0');
  });

  it('says how long a message with QoS 1 waited for its acknowledgement, and of nothing else', async () => {
    let now = 0;
    const waits: number[] = [];
    test = await openTestBroker(
      {
        receive: (from, message, done) => {
          test.received.push({ ...message, from });
          now += 7;
          done(message.topic === 'refused' ? new Error('refused') : undefined);
        },
      },
      { monotonic: () => now, onAcknowledged: (ms) => waits.push(ms) },
    );
    const client = await test.connect({ will });
    client.send(publishPacket('zero', 'x'), publishPacket('one', 'x', 1, 1), publishPacket('two', 'x', 2, 2));
    expect([await client.next(), await client.next()]).toEqual(['puback 1', 'pubrec 2']);
    client.send(publishPacket('refused', 'x', 1, 3));
    expect(await client.next()).toBe('closed');
    await expect.poll(topics, SOON).toEqual(['zero', 'one', 'two', 'refused', 'a/status']);
    expect(waits).toEqual([7]);
  });

  it('takes a QoS 1 message whose id a QoS 2 message has that is half-way', async () => {
    test = await openTestBroker();
    const client = await test.connect();
    client.send(publishPacket('two', 'x', 2, 1));
    expect(await client.next()).toBe('pubrec 1');
    client.send(publishPacket('one', 'x', 1, 1));
    expect(await client.next()).toBe('puback 1');
    expect(topics()).toEqual(['two', 'one']);
  });

  it('refuses a login without a name by itself', async () => {
    const asked: string[] = [];
    test = await openTestBroker({
      admit: ({ username }) => {
        asked.push(username);
        return username;
      },
    });
    const client = test.open();
    client.send({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clientId: 'c1', clean: true });
    expect([await client.next(), await client.next()]).toEqual(['connack 5', 'closed']);
    expect(asked).toEqual([]);
  });
});

describe('over TLS', () => {
  it('acknowledges a message, and lives through what is no TLS', async () => {
    test = await openTestBroker({}, { tls: selfSigned() });
    const plain = test.open();
    plain.send(connectPacket());
    expect(await plain.next()).toBe('closed');
    expect(test.lines).toMatchObject([{ address: '127.0.0.1', msg: 'mqtt connection closed' }]);
    const socket = connectTls({ port: test.broker.port(), host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const client = rawClient(socket);
    client.send(connectPacket(), publishPacket('a', 'x', 1, 3));
    expect([await client.next(), await client.next()]).toEqual(['connack 0', 'puback 3']);
    expect(test.received).toMatchObject([{ topic: 'a', ip: '127.0.0.1' }]);
    // A connection that never finishes its TLS handshake does not delay the end.
    const idle = connect(test.broker.port(), '127.0.0.1');
    await once(idle, 'connect');
    const ends = Promise.all([once(idle, 'close'), client.next()]);
    await test.broker.stop();
    expect((await ends)[1]).toBe('closed');
  });
});
