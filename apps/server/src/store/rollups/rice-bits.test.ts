import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ALL_ZERO, BitReader, createBitWriter, MAX_BITS, riceOf } from './rice-bits.ts';

const anyNumber = fc.oneof(fc.nat(3), fc.nat(100), fc.nat(2 ** MAX_BITS - 1));

it('numbers are read as they were written, wherever they begin', () => {
  fc.assert(
    fc.property(fc.nat(5), fc.array(anyNumber), fc.array(anyNumber), (before, rice, plain) => {
      const k = riceOf(rice);
      const writer = createBitWriter();
      for (let i = 0; i < before; i++) writer.put(1, 1);
      for (const value of rice) writer.putRice(value, k);
      for (const value of plain) writer.put(value, MAX_BITS);
      const bytes = Uint8Array.of(7, ...writer.bytes());
      const reader = new BitReader(bytes, 1);
      reader.take(before);
      expect(rice.map(() => reader.takeRice(k))).toEqual(rice);
      expect(plain.map(() => reader.take(MAX_BITS))).toEqual(plain);
      expect(reader.hasEndedWell()).toBe(true);
    }),
  );
});

it('the code suits the numbers', () => {
  expect(riceOf([])).toBe(ALL_ZERO);
  expect(riceOf([0, 0])).toBe(ALL_ZERO);
  expect(riceOf([0, 1, 0])).toBe(0);
  expect(riceOf([40, 60, 50])).toBe(5);
});

it('a number that is too large is refused', () => {
  const writer = createBitWriter();
  for (const value of [-1, 2 ** MAX_BITS]) expect(() => writer.putRice(value, 3)).toThrow(RangeError);
});

it('a reader that is behind the end, or before it, knows', () => {
  const reader = new BitReader(Uint8Array.of(1, 2), 0);
  expect(reader.hasEndedWell()).toBe(false);
  reader.take(16);
  expect(reader.hasEndedWell()).toBe(true);
  reader.takeRice(4);
  expect(reader.hasEndedWell()).toBe(false);
});
