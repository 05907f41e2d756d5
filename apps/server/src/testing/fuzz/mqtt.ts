import { connect } from 'node:net';
import { TOPIC_ROOT } from '@airdeck/contract/protocol/topic';
import fc from 'fast-check';
import { generate, type Packet } from 'mqtt-packet';
import { spoilt, strangeJson } from './mutate.ts';

/** The credentials of one organization, which the run may use in any way. */
export interface FuzzLogin {
  organization: string;
  device: string;
  username: string;
  password: string;
}

const readings = fc.record({
  time: fc.oneof(fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }), fc.constant('2026-01-01T00:00:00Z')),
  readings: fc.dictionary(fc.constantFrom('CO2', 'PM10', 'PM2.5', 'CO2:2', 'TEMPERATURE', 'MOON'), fc.double(), {
    maxKeys: 6,
  }),
});
const status = fc.record({ status: fc.constantFrom('ONLINE', 'OFFLINE'), time: fc.integer() });
const state = fc.record({
  power: fc.constantFrom('ON', 'OFF'),
  time: fc.integer(),
  fan_speed: fc.constantFrom('WEAK', 'STOP'),
});
const payload = fc.oneof(strangeJson(readings), strangeJson(readings), strangeJson(status), strangeJson(state));

const REST = ['readings', 'status', 'purifiers/1/state', 'errors', 'commands', 'commands/ack', 'settings', 'moon', ''];

const topicOf = ({ organization, device }: FuzzLogin): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...REST).map((rest) => `${TOPIC_ROOT}/${organization}/${device}/${rest}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('$SYS/x', '#', '+/+', `${TOPIC_ROOT}/00000000/W/readings`, 'a'.repeat(9_000)),
    },
  );

const id = fc.integer({ min: 1, max: 65_535 });
const qos = fc.constantFrom(0 as const, 1 as const, 2 as const);

const packetOf = (login: FuzzLogin): fc.Arbitrary<Packet> =>
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc
        .record({ topic: topicOf(login), payload, qos, messageId: id, dup: fc.boolean(), retain: fc.boolean() })
        .map((fields): Packet => ({ cmd: 'publish', ...fields, dup: fields.qos > 0 && fields.dup })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.array(fc.record({ topic: topicOf(login), qos }), { minLength: 1, maxLength: 40 }), id)
        .map(([subscriptions, messageId]): Packet => ({ cmd: 'subscribe', subscriptions, messageId })),
    },
    { weight: 1, arbitrary: id.map((messageId): Packet => ({ cmd: 'pubrel', messageId })) },
    { weight: 1, arbitrary: id.map((messageId): Packet => ({ cmd: 'puback', messageId })) },
    { weight: 1, arbitrary: id.map((messageId): Packet => ({ cmd: 'pubrec', messageId })) },
    {
      weight: 1,
      arbitrary: id.map((messageId): Packet => ({ cmd: 'unsubscribe', unsubscriptions: ['x'], messageId })),
    },
    { weight: 1, arbitrary: fc.constant<Packet>({ cmd: 'pingreq' }) },
  );

const connectOf = ({ username, password }: FuzzLogin): fc.Arbitrary<Packet> =>
  fc
    .record({
      clientId: fc.oneof(fc.stringMatching(/^[a-z]{1,20}$/), fc.constantFrom('', '#', 'x'.repeat(300))),
      clean: fc.boolean(),
      keepalive: fc.constantFrom(0, 1, 60, 65_535),
      will: fc.option(
        fc.record({
          topic: fc.constantFrom(`${TOPIC_ROOT}/x/y/status`, '#'),
          payload: payload.map((text) => Buffer.from(text)),
          qos,
        }),
        {
          nil: undefined,
          freq: 5,
        },
      ),
    })
    .map(
      ({ will, ...fields }): Packet => ({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        username,
        password: Buffer.from(password),
        ...fields,
        ...(will && { will: { ...will, retain: false } }),
      }),
    );

/** A packet that mqtt-packet refuses to generate is not sent. */
const written = (packet: Packet): Buffer => {
  try {
    return generate(packet);
  } catch {
    return Buffer.alloc(0);
  }
};

/** One connection's bytes, and the intended number of packets. */
export interface Conversation {
  bytes: Buffer;
  packets: number;
}

/** Conversations with a broker: some begin correctly, most contain errors. */
export const conversation = (login: FuzzLogin): fc.Arbitrary<Conversation> => {
  const valid = packetOf(login).map(written);
  const opening = connectOf(login).map(written);
  return fc
    .tuple(
      fc.oneof({ weight: 8, arbitrary: opening }, { weight: 1, arbitrary: spoilt(opening) }),
      fc.array(fc.oneof({ weight: 3, arbitrary: valid }, { weight: 2, arbitrary: spoilt(valid) }), { maxLength: 20 }),
    )
    .map(([first, rest]) => ({ bytes: Buffer.concat([first, ...rest]), packets: rest.length + 1 }));
};

const PATIENCE_MS = 20_000;

/** Sends everything on a separate connection and waits until that has ended. */
export const converse = async (port: number, { bytes }: Conversation): Promise<void> => {
  const socket = connect(port, '127.0.0.1');
  // The broker may reset faulty connections; the run checks that others continue.
  socket.on('error', () => undefined);
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.resume();
  socket.end(bytes);
  // Not by `once`, which rejects when the connection is reset.
  await new Promise((resolve) => socket.once('close', resolve));
};
