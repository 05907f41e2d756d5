import type { SensorTypeDescriptor } from './types.ts';

export const co2 = {
  type: 'CO2',
  category: 'GAS',
  unit: 'ppm',
  digits: 0,
  min: 0,
  max: 10_000,
  scale: 'GRADE',
  thresholds: { good: 600, normal: 800, bad: 1000, very_bad: 1500 },
  top: 5000,
  toCanonical: { ppm: (v) => v, ppb: (v) => v / 1000 },
  // Baseline correction keeps the value at 400 or slightly above in empty rooms.
  stuck: { restsUpTo: 450, restsFrom: 10_000, coarseFrom: 450 },
  wallOrder: 20,
} as const satisfies SensorTypeDescriptor;
