import type { SensorCard } from '@airdeck/contract/monitoring/schema';

/** For tests: a sensor with something in every field. */
export const sampleSensor = (change: Partial<SensorCard> = {}): SensorCard => ({
  id: 1,
  type: 'CO2',
  sequence: 1,
  name: 'CO2 1',
  value: 700,
  rating: 'GOOD',
  since: null,
  time: '2026-11-21T09:00:00+09:00',
  stale: false,
  bounds: [600, 800, 1000, 1500],
  today_min: 650,
  today_max: 720,
  course: [660, null, 700],
  ...change,
});
