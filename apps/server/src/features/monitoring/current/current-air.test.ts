import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeEntry } from '../../../feed/codec.ts';
import { createCurrentAir, type MeterAir } from './current-air.ts';
import { entryOf, slotMean, slotOf } from './trend.ts';

const T = Date.UTC(2026, 2, 2, 3);
const MINUTE = 60_000;
const CO2 = 401;
const PM10 = 101;

const frame = (time: number, readings: Record<number, number>) => ({
  meterId: 1,
  time,
  channels: Object.keys(readings).map(Number),
  ticks: Object.values(readings),
});

const setUp = () => {
  const current = createCurrentAir();
  const value = (channel: number) => {
    const air = current.open(1);
    const at = air.channels.indexOf(channel);
    return [air.ticks[at], air.times[at]];
  };
  const mean = (time: number, channel: number) => {
    const { trend, channels } = current.open(1);
    return slotMean(trend, entryOf(trend, slotOf(time)), channels.indexOf(channel));
  };
  return { current, value, mean, air: () => current.open(1) };
};

test('the current value is the one measured last, in any order of arrival', () => {
  const { current, value, air } = setUp();
  current.apply([frame(T, { [CO2]: 800 })]);
  current.apply([frame(T - MINUTE, { [CO2]: 5000 })]);
  expect(value(CO2)).toEqual([800, T]);
  expect(air().time).toBe(T);
});

test('repeated and late frames change nothing', () => {
  const { current, air } = setUp();
  current.apply([frame(T, { [CO2]: 800 }), frame(T + MINUTE, { [CO2]: 900 })]);
  const before = structuredClone(air());
  current.apply([frame(T + MINUTE, { [CO2]: 900 }), frame(T, { [CO2]: 800 })]);
  expect(air()).toEqual({ ...before, isLate: true });
});

test('each channel has its own newest time', () => {
  const { current, value } = setUp();
  current.apply([frame(T, { [PM10]: 10, [CO2]: 800 }), frame(T + MINUTE, { [CO2]: 900 })]);
  current.apply([frame(T + MINUTE, { [PM10]: 20 })]);
  expect([value(PM10), value(CO2)]).toEqual([
    [20, T + MINUTE],
    [900, T + MINUTE],
  ]);
});

test('keeps ten-minute means for six hours', () => {
  const { current, mean } = setUp();
  current.apply([frame(T, { [CO2]: 800 }), frame(T + MINUTE, { [CO2]: 900 })]);
  expect(mean(T, CO2)).toBe(850);
  current.apply([frame(T + 10 * MINUTE, { [CO2]: 400 })]);
  expect([mean(T, CO2), mean(T + 10 * MINUTE, CO2)]).toEqual([850, 400]);
  current.apply([frame(T + 370 * MINUTE, { [CO2]: 700 })]);
  expect(mean(T + 370 * MINUTE, CO2)).toBe(700);
});

test('only a late frame within the trend outdates it', () => {
  const { current } = setUp();
  current.apply([frame(T, { [CO2]: 800 })]);
  current.apply([frame(T, { [CO2]: 800 }), frame(T - 7 * 60 * MINUTE, { [CO2]: 700 })]);
  expect(current.takeLate(10)).toEqual([]);
  current.apply([frame(T - 5 * 60 * MINUTE, { [CO2]: 700 })]);
  expect(current.takeLate(10).map((air) => air.meterId)).toEqual([1]);
});

test('frames in any order, some repeated, lead to the same current values', () => {
  const readings = fc.uniqueArray(fc.record({ minute: fc.nat(400), co2: fc.nat(5000), both: fc.boolean() }), {
    selector: ({ minute }) => minute,
    minLength: 1,
  });
  const property = fc.property(readings, fc.array(fc.nat(1000)), (all, keys) => {
    const frames = all.map(({ minute, co2, both }) =>
      frame(T + minute * MINUTE, both ? { [PM10]: minute, [CO2]: co2 } : { [CO2]: co2 }),
    );
    const inOrder = setUp();
    inOrder.current.apply(frames.toSorted((a, b) => a.time - b.time));
    const mixed = setUp();
    mixed.current.apply([...frames, ...keys.flatMap((key) => frames.slice(key % frames.length))]);
    expect([mixed.value(CO2), mixed.value(PM10)]).toEqual([inOrder.value(CO2), inOrder.value(PM10)]);
  });
  fc.assert(property);
});

test('frames that wait lead to the same air, whenever it is read', () => {
  const arrivals = fc.array(
    fc.record({ minute: fc.nat(40), co2: fc.nat(5000), both: fc.boolean(), isRead: fc.boolean() }),
    { maxLength: 40 },
  );
  const property = fc.property(arrivals, (all) => {
    const frames = all.map(({ minute, co2, both }) =>
      frame(T + minute * MINUTE, both ? { [PM10]: minute, [CO2]: co2 } : { [CO2]: co2 }),
    );
    const atOnce = setUp();
    const taken: number[] = [];
    const waiting = createCurrentAir((_, { time }) => taken.push(time));
    for (const [i, each] of frames.entries()) {
      atOnce.current.apply([each]);
      for (const { data } of encodeEntry({ kind: 'frames', frames: [each] })) waiting.take(data);
      if (all[i]?.isRead) waiting.of(1);
    }
    const seen = ({ trend, channels, ...air }: MeterAir) => ({
      ...{ ...air, channels, waiting: null, waitingTime: 0 },
      means: frames.map(({ time }) => channels.map((_, i) => slotMean(trend, entryOf(trend, slotOf(time)), i))),
    });
    expect(seen(waiting.open(1))).toEqual(seen(atOnce.air()));
    expect(taken).toEqual(frames.map(({ time }) => time));
    expect(waiting.takeLate(1)).toHaveLength(atOnce.current.takeLate(1).length);
  });
  fc.assert(property);
});

test('a meter that is deleted forgets what waited', () => {
  const { current } = setUp();
  for (const { data } of encodeEntry({ kind: 'frames', frames: [frame(T, { [CO2]: 800 })] })) current.take(data);
  current.keepOnly(() => false);
  expect(current.of(1)).toBeUndefined();
  expect(current.open(1).channels).toEqual([]);
});
