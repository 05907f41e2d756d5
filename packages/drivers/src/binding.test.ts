import { channelKey, channelOf, parseChannelKey, typeOfChannel } from '@airdeck/domain/channel';
import { SENSOR_TYPE_INFO, SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { toTicks } from '@airdeck/domain/stored-value';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyBinding, suggestBinding } from './binding.ts';
import type { DeviceFrame, DeviceValue } from './types.ts';

const frameOf = (...values: DeviceValue[]): DeviceFrame[] => [{ time: null, values }];
const co2 = (sensor: string, value = 640): DeviceValue => ({ sensor, type: 'CO2', value, unit: 'ppm' });

const type = fc.constantFrom(...SENSOR_TYPES);
const key = fc.tuple(type, fc.integer({ min: 1, max: 99 })).map(([of, seq]) => channelKey(channelOf(of, seq)));

describe('suggestBinding', () => {
  test('gives a sensor the channel that it is named after', () => {
    expect(suggestBinding(frameOf(co2('CO2:2'), co2('CO2')))).toEqual([
      { sensor: 'CO2:2', channel: 'CO2:2' },
      { sensor: 'CO2', channel: 'CO2' },
    ]);
  });

  test('numbers sensors in order where the named channel is used or of another type', () => {
    expect(suggestBinding(frameOf(co2('rco2'), co2('CO2'), co2('PM10:4')))).toEqual([
      { sensor: 'rco2', channel: 'CO2' },
      { sensor: 'CO2', channel: 'CO2:2' },
      { sensor: 'PM10:4', channel: 'CO2:3' },
    ]);
  });

  test('keeps every channel of distinct channel names', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { maxLength: 40 }), (keys) => {
        const values = keys.map((sensor): DeviceValue => {
          const of = typeOfChannel(parseChannelKey(sensor) ?? 0);
          return { sensor, type: of, value: SENSOR_TYPE_INFO[of].min, unit: SENSOR_TYPE_INFO[of].unit };
        });
        expect(suggestBinding(frameOf(...values))).toEqual(keys.map((sensor) => ({ sensor, channel: sensor })));
      }),
      { seed: 25 },
    );
  });

  test('never suggests a channel twice, nor one of another type', () => {
    const value = fc.tuple(fc.oneof(key, fc.string({ minLength: 1 })), type);
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), (pairs) => {
        const values = pairs.map(([sensor, of]): DeviceValue => ({ sensor, type: of, value: 1, unit: '' }));
        const suggested = suggestBinding(frameOf(...values)).flatMap(({ sensor, channel }) =>
          channel === null ? [] : [{ sensor, channel }],
        );
        expect(new Set(suggested.map(({ channel }) => channel)).size).toBe(suggested.length);
        for (const { sensor, channel } of suggested) {
          const first = values.find((each) => each.sensor === sensor);
          expect(typeOfChannel(parseChannelKey(channel) ?? 0)).toBe(first?.type);
        }
      }),
      { seed: 25 },
    );
  });
});

describe('applyBinding', () => {
  const unknown = (value: number, unit = ''): DeviceFrame[] => frameOf({ sensor: 'result', type: null, value, unit });

  test('takes type and unit from the binding where the device says no type', () => {
    const bound = [{ sensor: 'result', channel: 'TEMPERATURE', type: 'TEMPERATURE', unit: '°F' }] as const;
    expect(applyBinding(unknown(77), bound).frames[0]?.ticks).toEqual([2500]);
  });

  test('takes the unit of the device where the binding has none', () => {
    const bound = [{ sensor: 'result', channel: 'TEMPERATURE', type: 'TEMPERATURE' }] as const;
    expect(applyBinding(unknown(77, '°F'), bound).frames[0]?.ticks).toEqual([2500]);
    expect(applyBinding(unknown(77), bound).refused).toMatchObject([{ reason: 'UNKNOWN_UNIT' }]);
  });

  test('stores a value of an unknown type as the bound one, within its range', () => {
    const value = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(type, value, (of, number) => {
        const { unit, min, max } = SENSOR_TYPE_INFO[of];
        const { frames, refused } = applyBinding(unknown(number), [{ sensor: 'result', channel: of, type: of, unit }]);
        const isInRange = number >= min && number <= max;
        expect(frames.map(({ ticks }) => ticks)).toEqual(isInRange ? [[toTicks(of, number)]] : []);
        expect(refused.map(({ reason }) => reason)).toEqual(isInRange ? [] : ['OUT_OF_RANGE']);
      }),
      { seed: 25 },
    );
  });

  test('never overrules the type and unit of the device', () => {
    fc.assert(
      fc.property(type, type, fc.string(), (said, bound, unit) => {
        const values = frameOf({ sensor: 'x', type: said, value: 1, unit: SENSOR_TYPE_INFO[said].unit });
        const plain = applyBinding(values, [{ sensor: 'x', channel: bound }]);
        expect(applyBinding(values, [{ sensor: 'x', channel: bound, type: bound, unit }])).toEqual(plain);
      }),
      { seed: 25 },
    );
  });

  test('does not store a value without a type', () => {
    expect(applyBinding(unknown(20), [{ sensor: 'result', channel: 'CO2' }])).toEqual({ frames: [], refused: [] });
  });
});
