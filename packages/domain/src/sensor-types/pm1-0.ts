import { PARTICLE_STUCK, PARTICLE_UNITS } from './particles.ts';
import type { SensorTypeDescriptor } from './types.ts';

export const pm1_0 = {
  type: 'PM1.0',
  category: 'PARTICLE',
  unit: 'µg/m³',
  digits: 1,
  min: 0,
  max: 1000,
  scale: 'GRADE',
  // PM1.0 has no legal limit and reuses the thresholds of PM2.5.
  thresholds: { good: 8, normal: 15, bad: 35, very_bad: 75 },
  top: 500,
  toCanonical: PARTICLE_UNITS,
  stuck: PARTICLE_STUCK,
  wallOrder: 70,
} as const satisfies SensorTypeDescriptor;
