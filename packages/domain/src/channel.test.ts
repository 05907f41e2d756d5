import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelKey, channelOf, isChannel, parseChannelKey, seqOfChannel, typeOfChannel } from './channel.ts';
import { SENSOR_TYPES } from './sensor-type.ts';

const anyType = fc.constantFrom(...SENSOR_TYPES);
const anySeq = fc.integer({ min: 1, max: 99 });

describe('channel', () => {
  it.each([
    ['PM10', 1, 101, 'PM10'],
    ['PM10', 99, 199, 'PM10:99'],
    ['PM2.5', 1, 201, 'PM2.5'],
    ['PM1.0', 3, 303, 'PM1.0:3'],
    ['CO2', 2, 402, 'CO2:2'],
    ['TEMPERATURE', 1, 501, 'TEMPERATURE'],
    ['HUMIDITY', 10, 610, 'HUMIDITY:10'],
    ['HCHO', 99, 799, 'HCHO:99'],
  ] as const)('%s number %i is %i, in the protocol %s', (type, seq, channel, key) => {
    expect(channelOf(type, seq)).toBe(channel);
    expect(channelKey(channel)).toBe(key);
    expect(parseChannelKey(key)).toBe(channel);
  });

  it('round-trips through its number and its key', () => {
    fc.assert(
      fc.property(anyType, anySeq, (type, seq) => {
        const channel = channelOf(type, seq);
        expect(isChannel(channel)).toBe(true);
        expect([typeOfChannel(channel), seqOfChannel(channel)]).toEqual([type, seq]);
        expect(parseChannelKey(channelKey(channel))).toBe(channel);
      }),
    );
  });

  it.each(['CO2:1', 'CO2:0', 'CO2:02', 'CO2:100', 'CO2:', 'CO2:x', 'co2', 'CO2 ', 'CO2\n', 'VOC', '', 'constructor'])(
    'takes no key %j',
    (key) => {
      expect(parseChannelKey(key)).toBeNull();
    },
  );

  it.each([0, 99, 100, 200, 800, 801, 101.5, -101, Number.NaN])('rejects the number %d', (n) => {
    expect(isChannel(n)).toBe(false);
    expect(() => typeOfChannel(n)).toThrow(new RangeError(`no channel: ${n}`));
    expect(() => seqOfChannel(n)).toThrow(new RangeError(`no channel: ${n}`));
  });

  it.each([0, 100, 1.5, -1, Number.NaN])('rejects the sequence number %d', (seq) => {
    expect(() => channelOf('CO2', seq)).toThrow(new RangeError(`no sequence number: ${seq}`));
  });
});
