import type { SensorTypeDescriptor } from './types.ts';

export const temperature = {
  type: 'TEMPERATURE',
  category: 'CLIMATE',
  unit: '°C',
  digits: 2,
  min: -40,
  max: 125,
  scale: 'COMFORT',
  thresholds: { some_cold: 18, nice: 20, some_hot: 26, very_hot: 28 },
  top: null,
  toCanonical: { '°C': (v) => v, '°F': (v) => ((v - 32) * 5) / 9, K: (v) => v - 273.15 },
  // A room's temperature stays within half a degree for hours.
  stuck: { restsUpTo: -40, restsFrom: 125, coarseFrom: null },
  wallOrder: 30,
} as const satisfies SensorTypeDescriptor;
