import type { StuckRule, ToCanonical, Unit } from './types.ts';

export const PARTICLE_UNITS: Readonly<Partial<Record<Unit, ToCanonical>>> = {
  'µg/m³': (v) => v,
  'mg/m³': (v) => v * 1000,
};

export const PARTICLE_STUCK: StuckRule = { restsUpTo: 1, restsFrom: 1000, coarseFrom: 10 };
