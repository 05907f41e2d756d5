import { generate, type Packet } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectPacket, openTestBroker, publishPacket, type TestBroker } from '../../testing/raw-mqtt.ts';

// The cases of Eclipse Paho's MQTT 3.1.1 conformance tests that apply to a broker for publishing devices, each with its
// own connection.

const SOON = { timeout: 60_000 };

let test: TestBroker;
beforeEach(async () => {
  test = await openTestBroker({ maySubscribe: (_, filter) => !filter.startsWith('no/') });
});
afterEach(() => test.close());

const ping: Packet = { cmd: 'pingreq' };
const subscribe = (messageId: number, ...filters: string[]): Packet => ({
  cmd: 'subscribe',
  messageId,
  subscriptions: filters.map((topic) => ({ topic, qos: 1 as const })),
});
const unsubscribe = (messageId: number, ...unsubscriptions: string[]): Packet => ({
  cmd: 'unsubscribe',
  messageId,
  unsubscriptions,
});
/** A packet with overwritten bytes, for packets that the generator refuses to make. */
const bent = (packet: Packet, change: (bytes: Buffer) => void): Buffer => {
  const bytes = generate(packet);
  change(bytes);
  return bytes;
};
const will = { topic: 'a/status', payload: Buffer.from('gone'), qos: 1, retain: false } as const;
// In a CONNECT of MQTT 3.1.1: two bytes of header (at most 127 bytes follow), the name, the level, the flags.
const LEVEL = 8;
const FLAGS = 9;

/** Sends bytes on a fresh connection; returns the answer. */
const exchanges: [name: string, sent: (Packet | Buffer)[], answers: string[]][] = [
  ['connect', [connectPacket()], ['connack 0']],
  ['a wrong password', [connectPacket({ password: Buffer.from('x') })], ['connack 5', 'closed']],
  ['a second CONNECT', [connectPacket(), connectPacket()], ['connack 0', 'closed']],
  ['PUBLISH first', [publishPacket('a', 'x', 1)], ['closed']],
  ['PINGREQ first', [ping], ['closed']],
  ['SUBSCRIBE first', [subscribe(1, 'a')], ['closed']],
  ['a wrong protocol name', [bent(connectPacket(), (bytes) => bytes.write('MQXX', 4))], ['closed']],
  ['level 5', [connectPacket({ protocolVersion: 5 })], ['connack 1', 'closed']],
  ['level 6', [bent(connectPacket(), (bytes) => bytes.writeUInt8(6, LEVEL))], ['connack 1', 'closed']],
  ['level 0', [bent(connectPacket(), (bytes) => bytes.writeUInt8(0, LEVEL))], ['connack 1', 'closed']],
  ['level 3.1', [connectPacket({ protocolId: 'MQIsdp', protocolVersion: 3 })], ['connack 0']],
  ['the reserved flag', [bent(connectPacket(), (bytes) => bytes.writeUInt8(0xc3, FLAGS))], ['closed']],
  ['a will with QoS 3', [bent(connectPacket({ will }), (bytes) => bytes.writeUInt8(0xde, FLAGS))], ['closed']],
  ['a will QoS without a will', [bent(connectPacket(), (bytes) => bytes.writeUInt8(0xca, FLAGS))], ['closed']],
  ['no client id, clean', [connectPacket({ clientId: '' })], ['connack 0']],
  [
    'no client id, not clean',
    [bent(connectPacket({ clientId: '' }), (bytes) => bytes.writeUInt8(0xc0, FLAGS))],
    ['connack 2', 'closed'],
  ],
  ['a client id of 128', [connectPacket({ clientId: 'x'.repeat(128) })], ['connack 0']],
  ['a client id of 129', [connectPacket({ clientId: 'x'.repeat(129) })], ['connack 2', 'closed']],
  ['a wildcard as client id', [connectPacket({ clientId: 'a/#' })], ['connack 2', 'closed']],
  ['a wildcard as username', [connectPacket({ username: '+' })], ['connack 5', 'closed']],
  ['clean=0: no session is kept', [connectPacket({ clean: false })], ['connack 0']],
  ['ping', [connectPacket(), ping, ping], ['connack 0', 'pingresp', 'pingresp']],
  ['QoS 0 is not answered', [connectPacket(), publishPacket('a', 'x'), ping], ['connack 0', 'pingresp']],
  ['QoS 1', [connectPacket(), publishPacket('a', 'x', 1, 65535)], ['connack 0', 'puback 65535']],
  [
    'QoS 1 again',
    [connectPacket(), publishPacket('a', 'x', 1, 7), publishPacket('a', 'x', 1, 7, true)],
    ['connack 0', 'puback 7', 'puback 7'],
  ],
  ['QoS 2', [connectPacket(), publishPacket('a', 'x', 2, 9)], ['connack 0', 'pubrec 9']],
  ['an unknown PUBREL', [connectPacket(), { cmd: 'pubrel', messageId: 4 }], ['connack 0', 'pubcomp 4']],
  ['an unknown PUBACK', [connectPacket(), { cmd: 'puback', messageId: 4 }, ping], ['connack 0', 'pingresp']],
  [
    'message id 0',
    [connectPacket(), bent(publishPacket('a', 'x', 1, 1), (bytes) => bytes.writeUInt16BE(0, 5))],
    ['connack 0', 'closed'],
  ],
  ['no room for a message id', [connectPacket(), Buffer.from([0x32, 3, 0, 1, 0x61]), ping], ['connack 0', 'closed']],
  ['an empty topic', [connectPacket(), Buffer.from([0x30, 2, 0, 0])], ['connack 0', 'closed']],
  [
    'a wildcard as topic',
    [connectPacket(), bent(publishPacket('a', 'x'), (bytes) => bytes.write('+', 4))],
    ['connack 0', 'closed'],
  ],
  [
    'QoS 3',
    [connectPacket(), bent(publishPacket('a', 'x', 2), (bytes) => bytes.writeUInt8(0x36, 0))],
    ['connack 0', 'closed'],
  ],
  ['a packet of 64 KiB', [connectPacket(), publishPacket('a', 'x'.repeat(65_536 - 5), 1)], ['connack 0', 'puback 1']],
  ['a packet of more', [connectPacket(), publishPacket('a', 'x'.repeat(65_536 - 4), 1)], ['connack 0', 'closed']],
  ['an absurd length', [connectPacket(), Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f])], ['connack 0', 'closed']],
  [
    'a length of five bytes',
    [connectPacket(), Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 1])],
    ['connack 0', 'closed'],
  ],
  ['a reserved packet', [connectPacket(), Buffer.from([0xf0, 0])], ['connack 0', 'closed']],
  ['a CONNACK from a client', [connectPacket(), Buffer.from([0x20, 2, 0, 0])], ['connack 0', 'closed']],
  ['subscribe', [connectPacket(), subscribe(3, 'a', 'no/b')], ['connack 0', 'suback 3 [1,128]']],
  [
    'subscribe with wrong flags',
    [connectPacket(), bent(subscribe(3, 'a'), (bytes) => bytes.writeUInt8(0x80, 0))],
    ['connack 0', 'closed'],
  ],
  ['subscribe to nothing', [connectPacket(), Buffer.from([0x82, 2, 0, 1])], ['connack 0', 'closed']],
  ['a filter that is none', [connectPacket(), subscribe(3, 'a/#/b')], ['connack 0', 'closed']],
  ['a filter of 101 levels', [connectPacket(), subscribe(3, '/'.repeat(100))], ['connack 0', 'closed']],
  [
    'unsubscribe, known or not',
    [connectPacket(), subscribe(1, 'a'), unsubscribe(2, 'a', 'b')],
    ['connack 0', 'suback 1 [1]', 'unsuback 2'],
  ],
  ['DISCONNECT', [connectPacket(), { cmd: 'disconnect' }], ['connack 0', 'closed']],
];

describe('what comes back', () => {
  it.each(exchanges)('%s', async (_, sent, answers) => {
    const client = test.open();
    const [first, ...rest] = sent;
    if (first) client.send(first);
    for (const [i, answer] of answers.entries()) {
      expect(await client.next()).toBe(answer);
      if (i === 0 && rest.length > 0) client.send(...rest);
    }
  });
});

describe('a connection', () => {
  it('is closed when nothing comes for one and a half times the keep-alive', async () => {
    const client = await test.connect({ keepalive: 1, will });
    expect(await client.next()).toBe('closed');
    await expect.poll(() => test.received.map(({ topic }) => topic), SOON).toEqual(['a/status']);
  });

  it('is closed when the same client connects again', async () => {
    const [old, other] = [await test.connect({ clientId: 'same' }), await test.connect({ clientId: 'other' })];
    const young = await test.connect({ clientId: 'same' });
    expect(await old.next()).toBe('closed');
    for (const client of [young, other]) {
      client.send(ping);
      expect(await client.next()).toBe('pingresp');
    }
  });

  it('says its will when it is lost, and not after a DISCONNECT', async () => {
    const leaves = await test.connect({ clientId: 'leaves', will });
    leaves.send({ cmd: 'disconnect' });
    expect(await leaves.next()).toBe('closed');
    const dies = await test.connect({ clientId: 'dies', will: { ...will, topic: 'b/status' } });
    dies.send(subscribe(1, 'c'));
    await dies.next();
    dies.lose();
    await expect.poll(() => test.received, SOON).toHaveLength(1);
    expect(test.received[0]).toMatchObject({ topic: 'b/status', ip: '127.0.0.1', from: 'somebody' });
  });
});

describe('QoS 2', () => {
  it('takes a message once, however often it comes before its release, and again after it', async () => {
    const client = await test.connect();
    for (const expected of [1, 1, 1]) {
      client.send(publishPacket('a', 'x', 2, 5, true));
      expect(await client.next()).toBe('pubrec 5');
      expect(test.received).toHaveLength(expected);
    }
    client.send({ cmd: 'pubrel', messageId: 5 }, { cmd: 'pubrel', messageId: 5 });
    expect([await client.next(), await client.next()]).toEqual(['pubcomp 5', 'pubcomp 5']);
    client.send(publishPacket('a', 'y', 2, 5));
    expect(await client.next()).toBe('pubrec 5');
    expect(test.received).toHaveLength(2);
  });
});

describe('what the server sends', () => {
  it('comes once, however many filters match it', async () => {
    const client = await test.connect();
    client.send(subscribe(1, 'a/+', 'a/b'));
    expect(await client.next()).toBe('suback 1 [1,1]');
    await test.broker.publish('a/b', 'x', { retain: false });
    client.send(ping);
    const came = [await client.next(), await client.next()].sort();
    expect(came).toEqual(['pingresp', expect.stringMatching('publish a/b x')]);
  });

  it('is kept when it is retained, and comes with a subscription, marked', async () => {
    for (const [topic, value] of [
      ['s/1', 'old'],
      ['s/1', 'new'],
      ['s/2', 'gone'],
      ['s/2', ''],
    ] as const) {
      await test.broker.publish(topic, value, { retain: true });
    }
    const client = await test.connect();
    client.send(subscribe(1, 's/+'));
    expect(await client.next()).toBe('suback 1 [1]');
    expect(await client.next()).toBe('publish s/1 new retained');
  });

  it('comes for what a filter matches of what is retained, and for nothing else', async () => {
    const topics = ['a', 'a/b', 'a/b/c', 'a/d', 'x/b'];
    for (const topic of topics) await test.broker.publish(topic, '1', { retain: true });
    const matching: [filter: string, topics: string[]][] = [
      ['a', ['a']],
      ['a/#', ['a', 'a/b', 'a/b/c', 'a/d']],
      ['a/b/#', ['a/b', 'a/b/c']],
      ['a/+', ['a/b', 'a/d']],
      ['a/+/#', ['a/b', 'a/b/c', 'a/d']],
      ['a/+/c', ['a/b/c']],
      ['+/b', ['a/b', 'x/b']],
      ['+', ['a']],
      ['#', topics],
      ['b/#', []],
    ];
    for (const [filter, expected] of matching) {
      const client = await test.connect({ clientId: 'hears' });
      client.send(subscribe(1, filter));
      expect(await client.next()).toBe('suback 1 [1]');
      const came: string[] = [];
      for (const _ of expected) came.push(await client.next());
      client.send(ping);
      expect([filter, ...came.sort(), await client.next()]).toEqual([
        filter,
        ...expected.map((topic) => `publish ${topic} 1 retained`),
        'pingresp',
      ]);
    }
  });

  it('comes no more after UNSUBSCRIBE', async () => {
    const client = await test.connect();
    client.send(subscribe(1, 'a'), unsubscribe(2, 'a'));
    expect([await client.next(), await client.next()]).toEqual(['suback 1 [1]', 'unsuback 2']);
    await test.broker.publish('a', 'x', { retain: false });
    client.send(ping);
    expect(await client.next()).toBe('pingresp');
  });

  it('is never what another client published', async () => {
    const [hears, says] = [await test.connect({ clientId: 'hears' }), await test.connect({ clientId: 'says' })];
    hears.send(subscribe(1, '#'));
    await hears.next();
    says.send(publishPacket('a', 'x', 1));
    expect(await says.next()).toBe('puback 1');
    hears.send(ping);
    expect(await hears.next()).toBe('pingresp');
  });
});
