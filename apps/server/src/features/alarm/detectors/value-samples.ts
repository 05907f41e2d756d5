import type { Sample, SampleSource } from '@airdeck/domain/alarm/condition';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Meter, Sensor } from '../../../registry/snapshot.ts';

/** The source of a meter's samples. */
export const sourceOf = ({ intervalS, organization }: Meter): SampleSource => ({
  intervalS,
  zone: organization.timeZone,
});

export const sampleOf = ({ type }: Sensor, time: number, ticks: number): Sample => ({
  time,
  value: fromTicks(type, ticks),
});
