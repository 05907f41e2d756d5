import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_DAYS, type BlockDays, CorruptBlockError, type DayColumns, hoursOfDays } from './block-hours.ts';
import { blockOf, decodeBlock, encodeBlock } from './hour-block.ts';
import { encodeBits } from './hour-block-bits.ts';
import { encodeDeflated } from './hour-block-deflated.ts';
import { INDEX_CHANNEL } from './rollup-rows.ts';

const INT = { min: -2_147_483_648, max: 2_147_483_647 };
const SMALLINT = { min: -32_768, max: 32_767 };

const nullable = (bounds: { min: number; max: number }, length: number) =>
  fc.array(fc.option(fc.integer(bounds)), { minLength: length, maxLength: length });

const anyDay = fc.constantFrom(1, 23, 24, 25, 26, 255).chain(
  (length): fc.Arbitrary<DayColumns> =>
    fc.record({
      count: nullable(INT, length),
      sum: nullable(INT, length),
      min: nullable(SMALLINT, length),
      max: nullable(SMALLINT, length),
    }),
);
const anyBlock = fc.array(fc.option(anyDay), { minLength: BLOCK_DAYS, maxLength: BLOCK_DAYS });
const anyChannel = fc.constantFrom(INDEX_CHANNEL, 101, 799);

/** Air as it mostly is: sixty readings an hour, all day long. */
const air: BlockDays = Array.from({ length: BLOCK_DAYS }, (_, day) => {
  const mean = Array.from({ length: 24 }, (__, hour) => 4_000 + Math.round(500 * Math.sin((day * 24 + hour) / 4)));
  return {
    count: mean.map(() => 60),
    sum: mean.map((ticks, hour) => ticks * 60 + hour),
    min: mean.map((ticks, hour) => ticks - 20 - ((hour * 13 + day * 7) % 31)),
    max: mean.map((ticks, hour) => ticks + 20 + ((hour * 17 + day * 5) % 37)),
  };
});

/** Hours whose mean lies between their minimum and their maximum. */
const anyTrueHour = fc
  .tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: -300, max: 300 }), fc.nat(300), fc.nat(100))
  .map(([count, min, range, percent]) => {
    const sum = Math.floor(count * (min + (range * percent) / 100));
    return { count, min, max: min + range, sum };
  });
const anyTrueDay = fc.option(fc.array(fc.option(anyTrueHour), { minLength: 23, maxLength: 25 }));
/** Of a meter that reports multiples of a unit; the index has its sum as minimum and maximum. */
const anyTrueBlock = (channel: number) =>
  fc
    .tuple(fc.constantFrom(1, 10, 100), fc.array(anyTrueDay, { minLength: BLOCK_DAYS, maxLength: BLOCK_DAYS }))
    .map(([unit, days]): BlockDays => {
      const column = (hours: ({ [key: string]: number } | null)[], name: string, factor: number) =>
        hours.map((hour) => hour && (hour[channel === INDEX_CHANNEL && name !== 'count' ? 'min' : name] ?? 0) * factor);
      return days.map(
        (hours) =>
          hours && {
            count: column(hours, 'count', 1),
            sum: column(hours, 'sum', unit),
            min: column(hours, 'min', unit),
            max: column(hours, 'max', unit),
          },
      );
    });
const anyTrue = anyChannel.chain((channel) => fc.tuple(fc.constant(channel), anyTrueBlock(channel)));

describe('packed hours', () => {
  it('hold every value that rollup_hour can hold', () => {
    fc.assert(
      fc.property(anyChannel, anyBlock, (channel, days) => {
        expect(decodeBlock(channel, encodeBlock(channel, days))).toEqual(days);
      }),
    );
  });

  it('hold true hours, with gaps, as bits', () => {
    fc.assert(
      fc.property(anyTrue, ([channel, days]) => {
        const bits = encodeBits(channel, hoursOfDays(days));
        expect(bits?.[0]).toBe(2);
        expect(decodeBlock(channel, bits ?? Buffer.of())).toEqual(days);
        expect(encodeBlock(channel, days).length).toBeLessThanOrEqual(bits?.length ?? 0);
      }),
    );
  });

  it('take some bytes an hour, and no more where a meter reports fewer digits than are stored', () => {
    const tenTimes = (values: (number | null)[]) => values.map((value) => value && value * 10);
    const coarse = air.map(
      (day) => day && { ...day, sum: tenTimes(day.sum), min: tenTimes(day.min), max: tenTimes(day.max) },
    );
    const length = encodeBlock(501, air).length;
    expect(length).toBeLessThan(4 * 24 * BLOCK_DAYS);
    expect(encodeBlock(501, coarse)).toHaveLength(length);
    for (const days of [air, coarse]) expect(decodeBlock(501, encodeBlock(501, days))).toEqual(days);
  });

  it('are deflated where few hours are unlike the others, or where they are not true', () => {
    const calm = (day: number): DayColumns => {
      const values = Array.from({ length: 24 }, (_, hour) => (day === 4 && hour < 3 ? 9_000 * (hour + 1) : 400));
      return { count: values.map(() => 60), sum: values.map((value) => value * 60), min: values, max: values };
    };
    const untrue = air.map((day) => day && { ...day, min: day.max, max: day.min });
    for (const days of [Array.from({ length: BLOCK_DAYS }, (_, day) => calm(day)), untrue]) {
      expect(encodeBlock(501, days)[0]).toBe(1);
      expect(decodeBlock(501, encodeBlock(501, days))).toEqual(days);
    }
  });

  it('reading corrupt packed hours fails, and takes no longer than reading others', () => {
    const blob = encodeBlock(501, air);
    const bomb = Buffer.concat([Buffer.of(1), deflateRawSync(Buffer.alloc(10_000_000))]);
    const deflated = encodeDeflated(501, hoursOfDays(air));
    expect([blob[0], deflated[0]]).toEqual([2, 1]);
    const cut = [blob, deflated].flatMap((whole) => [
      whole.subarray(0, -9),
      whole.subarray(0, 9),
      whole.subarray(0, 1),
    ]);
    for (const bad of [
      Buffer.of(),
      ...cut,
      Buffer.concat([blob, Buffer.of(0)]),
      bomb,
      Buffer.concat([Buffer.of(9), blob]),
    ]) {
      expect(() => decodeBlock(501, bad)).toThrow(CorruptBlockError);
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        for (const bad of [
          Buffer.concat([Buffer.of(1), deflateRawSync(bytes)]),
          Buffer.concat([Buffer.of(2), bytes]),
        ]) {
          try {
            decodeBlock(501, bad);
          } catch (error) {
            expect(error).toBeInstanceOf(CorruptBlockError);
          }
        }
      }),
    );
  });

  it('refuse a day that no calendar has', () => {
    const long = new Array<number>(256).fill(1);
    expect(() => encodeBlock(501, [{ count: long, sum: long, min: long, max: long }])).toThrow(RangeError);
  });

  it('lie in blocks of ten days', () => {
    expect(blockOf('1970-01-01')).toEqual({ first: '1970-01-01', place: 0 });
    expect(blockOf('2027-01-14')).toEqual({ first: '2027-01-12', place: 2 });
    expect(blockOf('2027-01-11')).toEqual({ first: '2027-01-02', place: 9 });
  });
});
