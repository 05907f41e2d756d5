import { PARTICLE_STUCK, PARTICLE_UNITS } from './particles.ts';
import type { SensorTypeDescriptor } from './types.ts';

export const pm10 = {
  type: 'PM10',
  category: 'PARTICLE',
  unit: 'µg/m³',
  digits: 1,
  min: 0,
  max: 1000,
  scale: 'GRADE',
  thresholds: { good: 15, normal: 30, bad: 80, very_bad: 150 },
  top: 600,
  toCanonical: PARTICLE_UNITS,
  stuck: PARTICLE_STUCK,
  wallOrder: 50,
} as const satisfies SensorTypeDescriptor;
