import type { SensorTypeDescriptor } from './types.ts';

export const humidity = {
  type: 'HUMIDITY',
  category: 'CLIMATE',
  unit: '%',
  digits: 2,
  min: 0,
  max: 100,
  scale: 'DRYNESS',
  thresholds: { very_dry: 30, some_dry: 40, some_humid: 60, very_humid: 70 },
  top: null,
  toCanonical: { '%': (v) => v, '1': (v) => v * 100 },
  stuck: { restsUpTo: 1, restsFrom: 99, coarseFrom: null },
  wallOrder: 40,
} as const satisfies SensorTypeDescriptor;
