import { isDeviceTime } from '@airdeck/contract/protocol/message';
import { channelOf, isChannel, parseChannelKey } from '@airdeck/domain/channel';
import { SENSOR_TYPE_INFO, SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeReadings } from './decode-readings.ts';

const decode = (text: string) => decodeReadings(Buffer.from(text));
const CO2 = channelOf('CO2', 1);
const CO2_SECOND = channelOf('CO2', 2);
const PM10 = channelOf('PM10', 1);

/** An empty array, or frames without readings: nothing to reject. */
const holdsNothing = (message: unknown): boolean =>
  [message].flat().every((frame) => Object.keys((frame as { readings: object }).readings).length === 0);

describe('decodeReadings', () => {
  it('takes a frame with its channels in order, in ticks', () => {
    expect(decode('{"time":"2026-11-21T09:00:00+09:00","readings":{"CO2":812,"PM10":41.26,"CO2:2":700}}')).toEqual({
      frames: [{ time: Date.UTC(2026, 10, 21), channels: [PM10, CO2, CO2_SECOND], ticks: [413, 812, 700] }],
      rejected: null,
    });
  });

  it.each([
    ['a string', '"12"', 'NOT_A_NUMBER'],
    ['null', 'null', 'NOT_A_NUMBER'],
    ['true', 'true', 'NOT_A_NUMBER'],
    ['an object', '{"v":1}', 'NOT_A_NUMBER'],
    ['minus zero', '-0', 'NOT_A_NUMBER'],
    ['a huge number', '1e308', 'OUT_OF_RANGE'],
    ['what overflows to infinity', '1e999', 'OUT_OF_RANGE'],
    ['below the range', '-1', 'OUT_OF_RANGE'],
    ['above the range', '10000.5', 'OUT_OF_RANGE'],
  ])('rejects %s and keeps the rest of the frame', (_, value, reason) => {
    const { frames, rejected } = decode(`{"time":0,"readings":{"CO2":${value},"PM10":1}}`);
    expect(frames).toEqual([{ time: 0, channels: [PM10], ticks: [10] }]);
    expect(rejected).toMatchObject([{ key: 'CO2', reason }]);
  });

  it.each(['NO2', 'CO2:0', 'CO2:100', 'CO2:1', 'co2', '', '__proto__', 'constructor'])('does not know %j', (key) => {
    const { frames, rejected } = decode(`{"readings":{${JSON.stringify(key)}:1,"PM10":1}}`);
    expect(frames).toHaveLength(1);
    expect(rejected).toMatchObject([{ key, reason: 'UNKNOWN_TYPE' }]);
  });

  it.each([
    ['plain', '{"readings":{"CO2":1,"CO2":2,"PM10":3}}'],
    ['with a blank before a colon that hides it from a count', '{"readings":{"CO2" :1,"CO2":2,"PM10":3}}'],
    ['behind a bracket in a string', '{"note":"}","readings":{"x":"}","CO2":1,"CO2":2,"PM10":3}}'],
    ['written with an escape', '{"readings":{"CO2":1,"\\u0043O2":2,"PM10":3}}'],
  ])('rejects a repeated key, %s: the meant value is unknown', (_, text) => {
    const { frames, rejected } = decode(text);
    expect(frames).toEqual([{ time: null, channels: [PM10], ticks: [30] }]);
    expect(rejected?.filter(({ key }) => key !== 'x')).toMatchObject([{ key: 'CO2', reason: 'REPEATED_KEY' }]);
  });

  it('does not take a string that looks like a key for one', () => {
    expect(decode('{"note":"a \\"CO2\\": b","readings":{"CO2":1}}').rejected).toBeNull();
  });

  it('lets one key stand in several frames', () => {
    expect(decode('[{"time":0,"readings":{"CO2":1}},{"time":1,"readings":{"CO2":2}}]')).toMatchObject({
      frames: [{ time: 0 }, { time: 1 }],
      rejected: null,
    });
  });

  it('converts units, HCHO with the temperature of its own frame', () => {
    const { frames } = decode('{"readings":{"TEMPERATURE":77,"HCHO":100},"units":{"TEMPERATURE":"°F","HCHO":"ppb"}}');
    expect(frames[0]?.ticks).toEqual([2500, 123]);
  });

  it.each(['"furlong"', '5', 'null'])('rejects the unit %s', (unit) => {
    const { frames, rejected } = decode(`{"readings":{"CO2":5},"units":{"CO2":${unit}}}`);
    expect(frames).toEqual([]);
    expect(rejected).toMatchObject([{ key: 'CO2', reason: 'UNKNOWN_UNIT' }]);
  });

  it.each(['{', '', '{"readings":{"CO2":NaN}}', '{"readings":{"CO2":1}', '\u0000'])('records %j as no JSON', (text) => {
    expect(decode(text)).toMatchObject({ frames: [], rejected: [{ key: '', reason: 'NOT_JSON' }] });
  });

  it.each(['5', 'null', '"x"', '{}', '{"readings":[1]}', '[[]]', '{"readings":null}'])(
    'records %s as no frame',
    (text) => {
      expect(decode(text)).toMatchObject({ frames: [], rejected: [{ key: '', reason: 'NOT_A_FRAME' }] });
    },
  );

  it.each([
    '"2026-11-21T09:00:00"',
    '"yesterday"',
    '1.5',
    'null',
    '"2026-13-01T00:00:00Z"',
    '9007199254740991',
    '"2026-01-01T00:00:00Z\\n"',
  ])('does not take the time %s', (time) => {
    expect(decode(`{"time":${time},"readings":{"CO2":5}}`)).toMatchObject({
      frames: [],
      rejected: [{ reason: 'BAD_TIME' }],
    });
  });

  it('stops at the bounds of a frame and of a message', () => {
    const many = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [i === 0 ? 'CO2' : `CO2:${i + 1}`, 500]));
    const one = decode(JSON.stringify({ readings: many }));
    expect(one.frames[0]?.channels).toHaveLength(64);
    expect(one.rejected).toEqual([{ key: '', reason: 'TOO_MANY', sample: '70 readings' }]);
    const frames = decode(JSON.stringify(Array.from({ length: 501 }, (_, i) => ({ time: i, readings: { CO2: 1 } }))));
    expect(frames.frames).toHaveLength(500);
    expect(frames.rejected).toMatchObject([{ reason: 'TOO_MANY' }]);
  });

  it.each([
    ['arrays', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['one more than allowed', `${'['.repeat(17)}${']'.repeat(17)}`],
    ['beside a frame', `{"readings":{"CO2":1},"x":${'['.repeat(16)}${']'.repeat(16)}}`],
  ])('rejects %s in one another as too deep', (_, text) => {
    expect(decode(text)).toMatchObject({ frames: [], rejected: [{ key: '', reason: 'TOO_DEEP' }] });
  });

  it.each([
    ['as deep as allowed', `{"readings":{"CO2":1},"x":${'['.repeat(15)}${']'.repeat(15)}}`],
    ['brackets in strings', `{"readings":{"CO2":1},"x":"${'[{'.repeat(1000)}"}`],
  ])('takes %s', (_, text) => {
    expect(decode(text)).toMatchObject({ frames: [{ ticks: [1] }], rejected: null });
  });

  it('takes times from 1900 to 2200, and no others', () => {
    const [first, last] = [Date.UTC(1900, 0, 1), Date.UTC(2200, 0, 1)];
    const times = [first - 1, first, last, last + 1];
    const { frames, rejected } = decode(JSON.stringify(times.map((time) => ({ time, readings: { CO2: 1 } }))));
    expect(frames.map(({ time }) => time)).toEqual([first, last]);
    expect(rejected).toMatchObject([{ reason: 'BAD_TIME' }, { reason: 'BAD_TIME' }]);
  });

  it('makes frames or a reason of any input, and never throws', { timeout: 60_000 }, () => {
    const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-8.64e15, 8.64e15, 2 ** 53, 1e308, -0, 0));
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u0000', '\ud800', '\udc00x', '__proto__', 'constructor', '{"', '[[', 'CO2', '…'),
    );
    const value = fc.oneof(number, text, fc.constantFrom(null, true), fc.array(number, { maxLength: 3 }));
    const key = fc.oneof(fc.constantFrom('CO2', 'CO2:2', 'HCHO', 'TEMPERATURE', 'PM2.5'), text);
    const frame = fc.record(
      {
        time: fc.oneof(number, text, fc.date({ noInvalidDate: true }).map(String)),
        readings: fc.oneof(fc.dictionary(key, value), value),
        units: fc.oneof(fc.dictionary(key, fc.oneof(text, fc.constantFrom('ppm', 'K', '°F'))), value),
      },
      { requiredKeys: [] },
    );
    const deep = fc
      .tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom(['[', ']'], ['{"readings":', '}'], ['{"a":', '}']))
      .map(([depth, [open, close]]) => `${open?.repeat(depth)}1${close?.repeat(depth)}`);
    const json = fc.oneof(
      fc.oneof(frame, fc.array(frame, { maxLength: 5 })).map((message) => JSON.stringify(message)),
      fc.json(),
      deep,
    );
    const cut = fc
      .tuple(json, fc.nat(), fc.nat(), fc.uint8Array({ maxLength: 4 }))
      .map(([whole, at, length, bytes]) => {
        const buffer = Buffer.from(whole);
        const from = at % (buffer.length + 1);
        return Buffer.concat([buffer.subarray(0, from), bytes, buffer.subarray(from + (length % 4))]);
      });
    const payload = fc.oneof(
      json.map((whole) => Buffer.from(whole)),
      cut,
      fc.uint8Array().map(Buffer.from),
    );
    fc.assert(
      fc.property(payload, (bytes) => {
        const { frames, rejected } = decodeReadings(bytes);
        if (frames.length === 0 && rejected === null) expect(JSON.parse(bytes.toString())).toSatisfy(holdsNothing);
        for (const { time, channels, ticks } of frames) {
          if (time !== null) expect(isDeviceTime(time)).toBe(true);
          expect(channels.every(isChannel) && ticks.every((t) => Math.abs(t) <= 32_767)).toBe(true);
          expect(ticks).toHaveLength(channels.length);
        }
        for (const { sample } of rejected ?? []) expect(sample.length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives back every measured value, to the resolution', () => {
    const reading = fc.constantFrom(...SENSOR_TYPES).chain((type) => {
      const { min, max, digits } = SENSOR_TYPE_INFO[type];
      const scale = 10 ** digits;
      const value = fc
        .integer({ min: min * scale, max: max * scale })
        .map((ticks) => (ticks === 0 ? 0 : ticks / scale));
      return fc.tuple(
        fc.integer({ min: 1, max: 99 }).map((seq) => (seq === 1 ? type : `${type}:${seq}`)),
        value,
      );
    });
    fc.assert(
      fc.property(fc.uniqueArray(reading, { minLength: 1, maxLength: 20, selector: ([key]) => key }), (readings) => {
        const { frames, rejected } = decode(JSON.stringify({ readings: Object.fromEntries(readings) }));
        const [frame] = frames;
        expect(rejected).toBeNull();
        expect(frame?.channels).toEqual(frame?.channels.toSorted((a, b) => a - b));
        for (const [key, value] of readings) {
          const at = frame?.channels.indexOf(parseChannelKey(key) ?? -1) ?? -1;
          const [type] = key.split(':') as [(typeof SENSOR_TYPES)[number]];
          expect(fromTicks(type, frame?.ticks[at] ?? Number.NaN)).toBe(value);
        }
      }),
    );
  });
});
