import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { Aedes } from 'aedes';
import fc from 'fast-check';
import { generate, type Packet } from 'mqtt-packet';
import { expect, test } from 'vitest';
import { mayRead, openConnection } from './connection.ts';
import { publishDirectly, readPublish } from './direct-publishes.ts';

const MAX_BYTES = 1_000;
const CONNECT: Packet = { cmd: 'connect', clientId: 'a', protocolId: 'MQTT', protocolVersion: 4, clean: true };

const publish = fc
  .record({
    topic: fc
      .array(fc.constantFrom('a', '온도', 'D-1', ''), { minLength: 2, maxLength: 20 })
      .map((all) => all.join('/')),
    qos: fc.constantFrom(1 as const, 1 as const, 1 as const, 0 as const),
    messageId: fc.integer({ min: 1, max: 65_535 }),
    payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    retain: fc.boolean(),
    dup: fc.boolean(),
  })
  .map((each) => generate({ cmd: 'publish', ...each, dup: each.qos > 0 && each.dup }));
const PING = generate({ cmd: 'pingreq' });
const SUBSCRIBE = generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'x', qos: 0 }] });
const packet = fc.oneof(
  { weight: 8, arbitrary: publish },
  { weight: 1, arbitrary: fc.constant(PING) },
  { weight: 1, arbitrary: fc.constant(SUBSCRIBE) },
);

/**
 * Packets of an answer, all shorter than 128 bytes, in no order: aedes reads on when further bytes arrive while it handles
 * one packet, but not while it handles two. So it may answer a ping before or after a subscription, and MQTT allows both.
 */
const sortedPackets = (bytes: Buffer): string[] => {
  const packets: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 + (bytes[at + 1] as number);
    packets.push(bytes.toString('hex', at, end));
    at = end;
  }
  return packets.sort();
};

/** Packets that aedes hears when these bytes arrive in these pieces, and what it answers. */
const hear = async (pieces: readonly Buffer[], isDirect: boolean) => {
  const heard: unknown[] = [];
  const answers: Buffer[] = [];
  const aedes = new Aedes();
  await aedes.listen();
  aedes.authorizePublish = (_, each, done) => {
    const { topic, qos, dup, retain, payload } = each;
    const { messageId } = each as unknown as { messageId?: number };
    heard.push({ topic, qos, dup, retain, messageId: qos === 0 ? null : messageId, payload: payload.toString('hex') });
    // Acknowledged elsewhere.
    (each as { qos: number }).qos = 0;
    setImmediate(done, null);
  };
  const stream = new Duplex({
    read() {},
    write(chunk, _, done) {
      answers.push(chunk);
      done();
    },
  });
  const closed = once(stream, 'close');
  const client = aedes.handle(stream as never);
  if (isDirect) publishDirectly(client, { isAdmitted: () => true, mayRead: () => true, maxBytes: () => MAX_BYTES });
  const connected = once(client, 'connected');
  stream.push(generate(CONNECT));
  await connected;
  for (const piece of pieces) {
    stream.push(piece);
    // The next piece arrives on its own.
    await new Promise(setImmediate);
  }
  // A client that leaves gets no more answers: aedes alone reads the next packets when the last ones are answered.
  for (let i = 0; i < 2 * pieces.length; i++) await new Promise(setImmediate);
  stream.push(generate({ cmd: 'disconnect' }));
  stream.push(null);
  await closed;
  aedes.close();
  return { heard, answers: sortedPackets(Buffer.concat(answers)) };
};

const cut = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at
    .slice(1)
    .map((end, i) => bytes.subarray(at[i], end))
    .filter(({ length }) => length > 0);
};

test('the same is heard and answered as through aedes alone, however the bytes are cut', async () => {
  const property = fc.asyncProperty(
    fc.array(packet, { minLength: 1, maxLength: 12 }),
    fc.array(fc.nat(4_000), { maxLength: 8 }),
    async (packets, places) => {
      const pieces = cut(Buffer.concat(packets), places);
      expect(await hear(pieces, true)).toEqual(await hear(pieces, false));
    },
  );
  const report = generate({
    cmd: 'publish',
    topic: 'a/a',
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
    payload: '',
  });
  // A ping that arrives while a subscription, but no message, is being handled.
  const early: [Buffer[], number[]] = [
    [SUBSCRIBE, report, report, PING],
    [1, SUBSCRIBE.length + report.length],
  ];
  await fc.assert(property, { numRuns: 150, examples: [early] });
});

test('damaged bytes lead to what they lead to through aedes alone', async () => {
  const property = fc.asyncProperty(
    fc.array(packet, { minLength: 1, maxLength: 5 }),
    fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { minLength: 1, maxLength: 3 }),
    async (packets, damages) => {
      const bytes = Buffer.concat(packets);
      for (const [place, byte] of damages) bytes[place % bytes.length] = byte;
      const [direct, alone] = [await hear([bytes], true), await hear([bytes], false)];
      expect(direct.heard).toEqual(alone.heard);
    },
  );
  await fc.assert(property, { numRuns: 150 });
});

test.each([
  ['QoS 0', { qos: 0 as const }],
  ['a wildcard', { topic: 'a/#' }],
  ['many levels', { topic: 'a/'.repeat(20) }],
  ['more bytes than allowed', { payload: Buffer.alloc(MAX_BYTES) }],
])('a packet with %s is left to aedes', (_, other) => {
  const each = { cmd: 'publish' as const, qos: 1 as const, topic: 'a/b', messageId: 7, payload: Buffer.from('x') };
  const whole = generate({ ...each, dup: false, retain: false });
  expect(readPublish(whole, 0, MAX_BYTES)).toMatchObject({ topic: 'a/b', messageId: 7, end: whole.length });
  for (let end = 1; end < whole.length; end++) expect(readPublish(whole.subarray(0, end), 0, MAX_BYTES)).toBeNull();
  expect(readPublish(generate({ ...each, dup: false, retain: false, ...other }), 0, MAX_BYTES)).toBeNull();
});

test('reads on while messages wait for their answers, as long as it may', async () => {
  /** Of the bytes that may wait. */
  const share = 1024 * 1024 * 0.05;
  const dones: (() => void)[] = [];
  const aedes = new Aedes();
  await aedes.listen();
  const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const client = aedes.handle(stream as never);
  const connection = openConnection(client, '');
  aedes.authorizePublish = (_client, each, done) => {
    (each as { qos: number }).qos = 0;
    connection.waitingBytes += share;
    dones.push(() => {
      connection.waitingBytes -= share;
      done(null);
    });
  };
  publishDirectly(client, { isAdmitted: () => true, mayRead: () => mayRead(connection), maxBytes: () => MAX_BYTES });
  const connected = once(client, 'connected');
  stream.push(generate(CONNECT));
  await connected;
  const send = async (...ids: number[]): Promise<void> => {
    const all = ids.map((messageId) =>
      generate({ cmd: 'publish', qos: 1, topic: 'a', messageId, payload: 'x', dup: false, retain: false }),
    );
    stream.push(Buffer.concat(all));
    await new Promise(setImmediate);
  };
  for (let i = 0; i < 8; i++) await send(3 * i + 1, 3 * i + 2, 3 * i + 3);
  // Those that were read together with the last one are not lost.
  expect(dones).toHaveLength(21);
  dones[0]?.();
  await new Promise(setImmediate);
  expect(dones).toHaveLength(21);
  dones[1]?.();
  await new Promise(setImmediate);
  expect(dones).toHaveLength(24);
  stream.destroy();
  aedes.close();
});
