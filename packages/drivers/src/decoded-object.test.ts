import { expect, test } from 'vitest';
import { decodedOfObject, hasKnownKey } from './decoded-object.ts';

test('reads at most 100 numbers, and keys five objects deep', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`n${i}`, i]));
  const { frames, warnings } = decodedOfObject(many);
  expect(frames[0]?.values).toHaveLength(100);
  expect(warnings).toEqual(['only the first 100 numbers were read']);
  const nested = (depth: number): object => (depth === 1 ? { co2: 500 } : { a: nested(depth - 1) });
  expect(hasKnownKey(JSON.parse(JSON.stringify(nested(5))))).toBe(true);
  expect(hasKnownKey(JSON.parse(JSON.stringify(nested(6))))).toBe(false);
});

test('knows common names only', () => {
  expect(hasKnownKey({ rssi: -60, battery: 3.1, name: 'co2' })).toBe(false);
  expect(hasKnownKey([{ co2: 500 }])).toBe(false);
  expect(hasKnownKey({ hcho: 0.02 })).toBe(true);
  expect(hasKnownKey({ co2: 'none' })).toBe(false);
});
