import { parseChannelKey, typeOfChannel } from '@airdeck/domain/channel';
import type { Command } from '@airdeck/domain/control/command';
import { fromTicks } from '@airdeck/domain/stored-value';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyBinding, type BoundFrame, suggestBinding } from './binding.ts';
import { bodyOf, hexBytes, numberOf } from './body.ts';
import type { Example } from './examples.ts';
import { EXAMPLES } from './families/examples.ts';
import { DRIVERS } from './families/index.ts';
import { type Decoded, type Driver, MAX_FACTS_BYTES, MAX_NAME_LENGTH, MAX_VALUES, type Message } from './types.ts';

const encoder = new TextEncoder();

const bytesOf = ({ hex, json, text }: Example): Uint8Array => {
  const bytes = hex === undefined ? encoder.encode(text ?? JSON.stringify(json)) : hexBytes(hex);
  if (bytes === null) throw new Error('an example is not hexadecimal');
  return bytes;
};

const messageOf = (example: Example, bytes = bytesOf(example)): Message => ({
  topic: example.topic ?? '',
  address: example.address ?? null,
  model: example.model ?? null,
  isRetained: example.isRetained ?? false,
  body: bodyOf(bytes, example.fPort ?? null),
});

/** A message as the server takes it: whole, or in parts. */
const partsOf = (driver: Driver, message: Message): Message[] =>
  driver.split?.(message)?.map(({ topic, json }) => {
    const body = bodyOf(encoder.encode(JSON.stringify(json)));
    return { ...message, topic, body };
  }) ?? [message];

const readingsOf = ({ channels, ticks }: BoundFrame) => new Map(channels.map((channel, i) => [channel, ticks[i]]));

const stored = ({ frames }: Decoded) => applyBinding(frames, suggestBinding(frames)).frames;

/** Readings by channel key, in canonical units. */
const named = (frame: BoundFrame | undefined): Record<string, number> =>
  frame === undefined
    ? {}
    : Object.fromEntries(
        Object.entries(frame.channels).map(([i, channel]) => {
          const type = typeOfChannel(channel);
          const seq = channel % 100;
          return [seq === 1 ? type : `${type}:${seq}`, fromTicks(type, frame.ticks[Number(i)] ?? Number.NaN)];
        }),
      );

/** The expected readings as they are stored: rounded to the resolution of their type. */
const rounded = (readings: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(readings).map(([key, value]) => {
      const channel = parseChannelKey(key);
      if (channel === null) throw new Error(`no channel ${key}`);
      const [frame] = applyBinding(
        [{ time: null, values: [{ sensor: 'x', type: typeOfChannel(channel), value, unit: unitOf(key) }] }],
        [{ sensor: 'x', channel: key }],
      ).frames;
      return [key, named(frame)[key]];
    }),
  );
const unitOf = (key: string) =>
  key.startsWith('PM')
    ? 'µg/m³'
    : key.startsWith('CO2')
      ? 'ppm'
      : key.startsWith('T')
        ? '°C'
        : key.startsWith('HC')
          ? 'mg/m³'
          : '%';

const NO_EXAMPLE = { name: '', origin: '', expected: { readings: {} } };

/** Rules that every answer follows, for any input. */
const expectBounded = (driver: Driver, message: Message, { facts, shared }: Example): Decoded => {
  const address = driver.addressOf(message);
  driver.matches(message);
  const decoded = driver.decode(message, facts, shared);
  for (const part of partsOf(driver, message)) {
    // A part is whole.
    if (part !== message) expect(driver.split?.(part) ?? null).toBeNull();
    if (part !== message) expectBounded(driver, part, { ...NO_EXAMPLE, facts, shared });
  }
  const values = decoded.frames.flatMap((frame) => frame.values);
  expect(values.length).toBeLessThanOrEqual(MAX_VALUES);
  expect(values.every(({ value }) => Number.isFinite(value))).toBe(true);
  if (address !== null) expect(address).not.toBe('');
  for (const each of Object.values(decoded.remember ?? {})) {
    expect(JSON.stringify(each).length).toBeLessThanOrEqual(MAX_FACTS_BYTES);
  }
  return decoded;
};

test('each family has examples, and each file of examples has a family', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(DRIVERS.map(({ id }) => id).sort());
});

/** Topics that a device chose for itself are known by its discovery; discovery of others belongs to Home Assistant. */
const SHARED = [
  'esphome: discovery by another bridge → home-assistant',
  'home-assistant: one value on a topic of its own → esphome',
];
test('no message of a family is recognized as one of another', () => {
  const wrong: string[] = [];
  for (const driver of DRIVERS) {
    for (const example of EXAMPLES[driver.id]?.examples ?? []) {
      const first = DRIVERS.find((each) => each.matches(messageOf(example)));
      if (first !== undefined && first !== driver) wrong.push(`${driver.id}: ${example.name} → ${first.id}`);
    }
  }
  expect(wrong).toEqual(SHARED);
});

for (const driver of DRIVERS) {
  const { examples, commands = [] } = EXAMPLES[driver.id] ?? { examples: [] };
  describe(driver.id, () => {
    test.each(examples)('decodes $name', (example) => {
      const message = messageOf(example);
      const { expected } = example;
      expect(driver.addressOf(message)).toBe(expected.address ?? example.address ?? null);
      const decoded = expectBounded(driver, message, example);
      const [first, ...more] = stored(decoded);
      expect(named(first)).toEqual(rounded(expected.readings));
      expect(first?.time ?? null).toBe(expected.time === undefined ? null : Date.parse(expected.time));
      expect(more.map((frame) => ({ time: frame.time, readings: named(frame) }))).toEqual(
        (expected.more ?? []).map(({ time, readings }) => ({
          time: time === undefined ? null : Date.parse(time),
          readings: rounded(readings),
        })),
      );
      const values = decoded.frames.flatMap((frame) => frame.values);
      for (const [sensor, value] of Object.entries(expected.other ?? {})) {
        const found = values.find((each) => each.sensor === sensor);
        expect(found?.value, sensor).toBeCloseTo(value, 6);
        expect(found?.type === null || found?.note !== undefined, `${sensor} is suggested`).toBe(true);
      }
      expect(decoded.purifier).toEqual(expected.purifier);
      expect(decoded.status).toBe(expected.status);
      expect(decoded.missing ?? []).toEqual(expected.missing ?? []);
      expect(decoded.warnings).toEqual((expected.warnings ?? []).map((part) => expect.stringContaining(part)));
      expect(decoded.remember).toEqual(expected.remember);
      expect(decoded.ask?.topic).toBe(expected.ask);
      expect(decoded.subscribe).toEqual(expected.subscribe);
      const parts = partsOf(driver, message).filter((part) => part !== message);
      const answers = parts.map((part) => ({ address: driver.addressOf(part), decoded: driver.decode(part) }));
      const read = answers.map(({ address, decoded: { warnings, ...rest } }) => ({
        ...{ address, warnings },
        frames: stored({ warnings, ...rest }).map((frame) => ({ time: frame.time, readings: named(frame) })),
      }));
      expect(read).toEqual(
        (expected.parts ?? []).map(({ address = null, frames, warnings = [] }) => ({
          address,
          frames: frames.map(({ time, readings }) => ({
            time: time === undefined ? null : Date.parse(time),
            readings: rounded(readings),
          })),
          warnings: warnings.map((part) => expect.stringContaining(part)),
        })),
      );
      if (expected.capabilities) expect(driver.capabilities?.(example.facts)).toEqual(expected.capabilities);
    });

    // A bare number looks like its own beginning; MQTT delivers whole messages.
    const framed = examples.filter(({ text }) => numberOf(text) === null);
    test.each(framed)('stores nothing false of $name when it is cut off', (example) => {
      const whole = bytesOf(example);
      // A bare number that was cut off is a number too; a transport does not cut it.
      if (typeof messageOf(example).body.json === 'number') return;
      const storedOf = (message: Message) =>
        partsOf(driver, message).flatMap((part) => stored(expectBounded(driver, part, example)));
      const frames = storedOf(messageOf(example)).map(readingsOf);
      for (let length = 0; length < whole.length; length++) {
        const cut = storedOf(messageOf(example, whole.subarray(0, length)));
        for (const [i, frame] of cut.entries()) {
          for (const [channel, ticks] of readingsOf(frame)) {
            expect({ length, channel, ticks }).toEqual({ length, channel, ticks: frames[i]?.get(channel) });
          }
        }
      }
    });

    test('bears flipped bits', () => {
      const cases = fc.tuple(fc.constantFrom(...examples), fc.array(fc.nat(), { minLength: 1, maxLength: 8 }));
      fc.assert(
        fc.property(cases, ([example, places]) => {
          const bytes = bytesOf(example).slice();
          for (const place of places) {
            const at = Math.trunc(place / 8) % Math.max(1, bytes.length);
            bytes[at] = (bytes[at] ?? 0) ^ (1 << (place % 8));
          }
          expectBounded(driver, messageOf(example, bytes), example);
        }),
        // 10,000 by `DRIVER_CASES=10000`, which takes a minute.
        { numRuns: Number(process.env.DRIVER_CASES ?? 300), seed: 25 },
      );
    });

    test.each(commands)('encodes $name', ({ topic, payload, command, facts, ...request }) => {
      const sent = driver.encode?.({ ...request, facts, command: command as Command }) ?? null;
      expect(sent && { topic: sent.topic, payload: sent.payload }).toEqual(
        payload === null ? null : { topic, payload },
      );
    });

    test('has texts and bounds that a screen can show', () => {
      expect(driver.title.ko.length * driver.title.en.length).toBeGreaterThan(0);
      expect(driver.defaultInterval).toBeGreaterThan(0);
      for (const { json } of examples) if (json !== undefined) expect(JSON.stringify(json).length).toBeLessThan(20_000);
      for (const sensor of examples.flatMap((example) =>
        driver
          .decode(messageOf(example), example.facts, example.shared)
          .frames.flatMap(({ values }) => values.map((value) => value.sensor)),
      )) {
        expect(sensor.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
      }
    });
  });
}
