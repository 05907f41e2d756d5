import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonBytes } from './json-bytes.ts';

const number = fc.oneof(
  fc.integer({ min: -40_000, max: 40_000 }).map((ticks) => ticks / 100),
  fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
  fc.tuple(fc.integer({ min: -100_000, max: 100_000 }), fc.nat(5)).map(([ticks, digits]) => ticks / 10 ** digits),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** The same number several times. */
const run = fc
  .tuple(fc.option(number), fc.integer({ min: 1, max: 3 }))
  .map(([value, times]) => new Array<number | null>(times).fill(value));

test('numbers and texts are as JSON.stringify writes them', () => {
  fc.assert(
    fc.property(fc.array(run), fc.nat(5), fc.string({ unit: 'grapheme' }), (runs, digits, name) => {
      const values = runs.flat();
      const json = createJsonBytes(8);
      json.text(`{"name":${JSON.stringify(name)},"values":`);
      json.decimals(
        Float64Array.from(values, (value) => value ?? Number.NaN),
        digits,
      );
      json.bytes(Buffer.from('}'));
      expect(json.take().toString()).toBe(JSON.stringify({ name, values }));
    }),
    { numRuns: 2_000 },
  );
});

test('ticks are written as the number that they stand for', () => {
  fc.assert(
    fc.property(fc.integer({ min: -2_147_483_647, max: 2_147_483_647 }), fc.nat(5), (ticks, digits) => {
      const json = createJsonBytes(8);
      json.field(Buffer.from('"a":'), ticks, digits);
      expect(json.take().toString()).toBe(`"a":${JSON.stringify(ticks / 10 ** digits)}`);
    }),
  );
});

test('takes each part once', () => {
  const json = createJsonBytes();
  json.text('[1');
  expect(json.take().toString()).toBe('[1');
  json.decimal(-0.05, 2);
  expect(json.take().toString()).toBe('-0.05');
  expect(json.take()).toHaveLength(0);
});
