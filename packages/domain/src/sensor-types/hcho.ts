import { hchoMgPerM3 } from '../formulas.ts';
import type { SensorTypeDescriptor } from './types.ts';

export const hcho = {
  type: 'HCHO',
  category: 'GAS',
  unit: 'mg/m³',
  digits: 3,
  min: 0,
  max: 5,
  scale: 'GRADE',
  thresholds: { good: 0.03, normal: 0.05, bad: 0.08, very_bad: 0.1 },
  top: 1,
  toCanonical: {
    'mg/m³': (v) => v,
    'µg/m³': (v) => v / 1000,
    ppm: (v, temperatureC) => hchoMgPerM3(v, temperatureC),
    ppb: (v, temperatureC) => hchoMgPerM3(v / 1000, temperatureC),
  },
  stuck: { restsUpTo: 0.03, restsFrom: 5, coarseFrom: 0.03 },
  wallOrder: 60,
} as const satisfies SensorTypeDescriptor;
