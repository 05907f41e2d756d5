import { PARTICLE_STUCK, PARTICLE_UNITS } from './particles.ts';
import type { SensorTypeDescriptor } from './types.ts';

export const pm2_5 = {
  type: 'PM2.5',
  category: 'PARTICLE',
  unit: 'µg/m³',
  digits: 1,
  min: 0,
  max: 1000,
  scale: 'GRADE',
  thresholds: { good: 8, normal: 15, bad: 35, very_bad: 75 },
  top: 500,
  toCanonical: PARTICLE_UNITS,
  stuck: PARTICLE_STUCK,
  wallOrder: 10,
} as const satisfies SensorTypeDescriptor;
