import { describe, expect, it } from 'vitest';
import { SENSOR_TYPE_DESCRIPTORS } from './index.ts';
import type { SensorTypeDescriptor } from './types.ts';

/** A type that the product does not have: what an engineer writes to add one. */
const tvoc = {
  type: 'TVOC',
  category: 'GAS',
  unit: 'µg/m³',
  digits: 0,
  min: 0,
  max: 30_000,
  scale: 'GRADE',
  thresholds: { good: 100, normal: 300, bad: 500, very_bad: 1000 },
  top: 10_000,
  toCanonical: { 'µg/m³': (v) => v, 'mg/m³': (v) => v * 1000 },
  stuck: { restsUpTo: 20, restsFrom: 30_000, coarseFrom: 100 },
  wallOrder: 45,
} as const satisfies SensorTypeDescriptor;

const ALL: readonly SensorTypeDescriptor[] = [...SENSOR_TYPE_DESCRIPTORS, tvoc];
const SMALLINT_MAX = 32_767;

describe.each(ALL.map((descriptor) => [descriptor.type, descriptor] as const))('%s', (_, descriptor) => {
  const { min, max, top, digits, unit, stuck } = descriptor;
  const bounds: readonly number[] = Object.values(descriptor.thresholds);

  it('has ascending thresholds within its range', () => {
    expect(bounds).toHaveLength(4);
    expect(bounds).toEqual([...new Set(bounds)].sort((a, b) => a - b));
    for (const bound of bounds) expect(bound >= min && bound <= max).toBe(true);
  });

  it('reaches the end of the index above its thresholds and within its range', () => {
    if (top !== null) expect(top > Math.max(...bounds) && top <= max).toBe(true);
  });

  it('fits a smallint', () => {
    for (const end of [min, max]) expect(Math.abs(end * 10 ** digits)).toBeLessThanOrEqual(SMALLINT_MAX);
  });

  it('accepts its own unit unchanged', () => expect(descriptor.toCanonical[unit]?.(12.5, 25)).toBe(12.5));

  it('can be stuck at some value within its range', () => {
    expect(stuck.restsUpTo).toBeGreaterThanOrEqual(min);
    expect(stuck.restsUpTo).toBeLessThan(stuck.restsFrom);
    expect(stuck.restsFrom).toBeLessThanOrEqual(max);
  });
});

it('gives each type a name and a place on wall displays of its own', () => {
  expect(new Set(ALL.map(({ type }) => type)).size).toBe(ALL.length);
  expect(new Set(ALL.map(({ wallOrder }) => wallOrder)).size).toBe(ALL.length);
});
