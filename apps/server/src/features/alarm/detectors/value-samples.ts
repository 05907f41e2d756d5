import type { Sample, SampleSource } from '@airdeck/domain/alarm/condition';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Meter, Sensor } from '../../../registry/snapshot.ts';
import type { FrameColumns } from '../../../store/frames/frame-columns.ts';

/** The source of a meter's samples. */
export const sourceOf = ({ intervalS, organization }: Meter): SampleSource => ({
  intervalS,
  zone: organization.timeZone,
});

export const sampleOf = ({ type }: Sensor, time: number, ticks: number): Sample => ({
  time,
  value: fromTicks(type, ticks),
});

/** The samples of a sensor among stored frames, in the order of their times. */
export const samplesOf = (sensor: Sensor, { times, channels }: FrameColumns): Sample[] => {
  const ticks = channels.get(sensor.channel) ?? [];
  return times.flatMap((time, i): Sample[] => {
    const value = ticks[i] ?? null;
    return value === null ? [] : [sampleOf(sensor, time, value)];
  });
};
