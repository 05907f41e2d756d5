import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BLOCK_DAYS,
  type BlockDays,
  blockOf,
  CorruptBlockError,
  type DayColumns,
  decodeBlock,
  encodeBlock,
} from './hour-block.ts';
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
    min: mean.map((ticks) => ticks - 37),
    max: mean.map((ticks) => ticks + 41),
  };
});

describe('packed hours', () => {
  it('hold every value that rollup_hour can hold', () => {
    fc.assert(
      fc.property(anyChannel, anyBlock, (channel, days) => {
        expect(decodeBlock(channel, encodeBlock(channel, days))).toEqual(days);
      }),
    );
  });

  it('take some bytes an hour', () => {
    expect(encodeBlock(501, air).length).toBeLessThan(4 * 24 * BLOCK_DAYS);
    expect(decodeBlock(501, encodeBlock(501, air))).toEqual(air);
  });

  it('reading corrupt packed hours fails, and takes no longer than reading others', () => {
    const blob = encodeBlock(501, air);
    const bomb = Buffer.concat([Buffer.of(1), deflateRawSync(Buffer.alloc(10_000_000))]);
    for (const bad of [Buffer.of(), Buffer.of(1), blob.subarray(0, -9), bomb, Buffer.concat([Buffer.of(9), blob])]) {
      expect(() => decodeBlock(501, bad)).toThrow(CorruptBlockError);
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        try {
          decodeBlock(501, Buffer.concat([Buffer.of(1), deflateRawSync(bytes)]));
        } catch (error) {
          expect(error).toBeInstanceOf(CorruptBlockError);
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
