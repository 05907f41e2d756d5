import { parseChannelKey, typeOfChannel } from '@airdeck/domain/channel';
import { toTicks } from '@airdeck/domain/stored-value';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyBinding, suggestBinding } from './binding.ts';
import { bodyOf } from './body.ts';
import { UPLINKS } from './envelopes/examples.ts';
import { ENVELOPES } from './envelopes/index.ts';
import type { UplinkExample } from './examples.ts';
import { DRIVERS } from './families/index.ts';
import { type Arrival, type Envelope, IGNORED_REASONS, MAX_NAME_LENGTH, type Message, type Uplink } from './types.ts';

const encoder = new TextEncoder();
const bytesOf = ({ json }: UplinkExample): Uint8Array => encoder.encode(JSON.stringify(json));
const arrivalOf = (example: UplinkExample, bytes = bytesOf(example)): Arrival => ({
  topic: example.topic,
  isRetained: false,
  body: bodyOf(bytes),
});
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Rules that every answer follows, for any input. */
const openBounded = (envelope: Envelope, arrival: Arrival): Uplink | null => {
  envelope.matches(arrival);
  const opened = envelope.open(arrival);
  if ('ignored' in opened) {
    expect(IGNORED_REASONS).toContain(opened.ignored);
    return null;
  }
  expect(opened.address).toMatch(/./);
  expect(opened.address.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
  expect(opened.time === null || Number.isFinite(opened.time)).toBe(true);
  if (opened.body !== null) {
    expect(opened.body.fPort).toBeGreaterThanOrEqual(0);
    expect(opened.body.fPort).toBeLessThanOrEqual(255);
  }
  return opened;
};

const messageOf = ({ topic }: Arrival, { address, model, body }: Uplink): Message | null =>
  body === null ? null : { topic, address, model, body, isRetained: false };

/** Readings in ticks, by channel, as the suggested binding of the first matching family stores them. */
const storedOf = (message: Message): { family: string | null; readings: Map<number, number> } => {
  const driver = DRIVERS.find((each) => each.matches(message));
  const frames = (driver?.decode(message).frames ?? []).filter(({ time }) => time === null);
  const [stored] = applyBinding(frames, suggestBinding(frames)).frames;
  return {
    family: driver?.id ?? null,
    readings: new Map(stored?.channels.map((channel, i) => [channel, stored.ticks[i] ?? Number.NaN])),
  };
};

test.each([
  [
    'chirpstack-v4',
    'application/a1/device/1000000000000001/event/up',
    'application/a1/device/1000000000000001/command/down',
    { devEui: '1000000000000001', confirmed: false, fPort: 10, data: 'AQL/' },
  ],
  [
    'the-things-stack-v3',
    'v3/app@tenant/devices/fan-1/up',
    'v3/app@tenant/devices/fan-1/down/push',
    { downlinks: [{ f_port: 10, frm_payload: 'AQL/', priority: 'NORMAL' }] },
  ],
  [
    'milesight-gateway',
    'milesight/uplink/1000000000000001',
    'milesight/downlink/1000000000000001',
    { devEUI: '1000000000000001', confirmed: false, fPort: 10, data: 'AQL/' },
  ],
])('%s takes downlinks beside its uplinks', (id, uplinkTopic, topic, message) => {
  const envelope = ENVELOPES.find((each) => each.id === id);
  const body = { fPort: 10, bytes: Uint8Array.of(1, 2, 255) };
  const sent = envelope?.downlink?.(uplinkTopic, '1000000000000001', body);
  expect({ ...sent, payload: JSON.parse(String(sent?.payload)) }).toEqual({ topic, payload: message });
  expect(envelope?.downlink?.('/doors/token', '1000000000000001', body)).toBeNull();
});

test('each network server has examples', () => {
  expect(Object.keys(UPLINKS)).toEqual(ENVELOPES.map(({ id }) => id));
});

for (const envelope of ENVELOPES) {
  const uplinks = UPLINKS[envelope.id] ?? [];
  describe(envelope.id, () => {
    test.each(uplinks)('opens $name', (example) => {
      const arrival = arrivalOf(example);
      expect(ENVELOPES.filter((each) => each.matches(arrival)).map(({ id }) => id)).toEqual([envelope.id]);
      const { expected } = example;
      const opened = openBounded(envelope, arrival);
      if (opened === null) {
        expect(envelope.open(arrival)).toEqual({ ignored: expected.ignored });
        return;
      }
      expect(opened.address).toBe(expected.address);
      expect(opened.model).toBe(expected.model ?? null);
      expect(opened.time).toBe(expected.time === undefined ? null : Date.parse(expected.time));
      expect(opened.uplinkId).toBe(expected.uplinkId ?? null);
      expect(opened.decoded).toEqual(expected.decoded);
      expect(opened.body && { fPort: opened.body.fPort, hex: hexOf(opened.body.bytes) }).toEqual(
        expected.hex === undefined ? null : { fPort: expected.fPort, hex: expected.hex },
      );
      expect(opened.warnings).toEqual((expected.warnings ?? []).map((part) => expect.stringContaining(part)));
    });

    test.each(uplinks.filter(({ expected }) => expected.readings))('leads $name to its readings', (example) => {
      const arrival = arrivalOf(example);
      const opened = openBounded(envelope, arrival);
      const message = opened && messageOf(arrival, opened);
      const { family, readings } = example.expected;
      const expected = Object.entries(readings ?? {}).map(([key, value]): [number, number] => {
        const channel = parseChannelKey(key) ?? Number.NaN;
        return [channel, toTicks(typeOfChannel(channel), value)];
      });
      expected.sort(([a], [b]) => a - b);
      expect(message && storedOf(message)).toEqual({ family, readings: new Map(expected) });
    });

    test.each(uplinks)('opens nothing of $name when it is cut off', (example) => {
      const whole = bytesOf(example);
      for (let length = 0; length < whole.length; length++) {
        expect(openBounded(envelope, arrivalOf(example, whole.subarray(0, length)))).toBeNull();
      }
    });

    test('bears flipped bits and foreign messages', () => {
      const foreign = Object.values(UPLINKS).flatMap((each) => each ?? []);
      const cases = fc.tuple(fc.constantFrom(...uplinks, ...foreign), fc.array(fc.nat(), { maxLength: 8 }));
      fc.assert(
        fc.property(cases, ([example, places]) => {
          const bytes = bytesOf(example).slice();
          for (const place of places) {
            const at = Math.trunc(place / 8) % bytes.length;
            bytes[at] = (bytes[at] ?? 0) ^ (1 << (place % 8));
          }
          const arrival = arrivalOf(example, bytes);
          const opened = openBounded(envelope, arrival);
          const message = opened && messageOf(arrival, opened);
          if (message !== null) storedOf(message);
        }),
        { numRuns: Number(process.env.DRIVER_CASES ?? 300), seed: 25 },
      );
    });
  });
}
