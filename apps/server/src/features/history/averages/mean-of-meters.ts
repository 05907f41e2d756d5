import type { AveragesSummary } from '@airdeck/contract/history/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { levelIndex, roundIndex } from '@airdeck/domain/air-index';
import { completenessOf, receivedFrames } from '@airdeck/domain/completeness';
import { gradeOfIndex } from '@airdeck/domain/grade';
import type { TimeRange } from '@airdeck/domain/range';
import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks, meanFromTicks } from '@airdeck/domain/stored-value';
import { localName } from '../../../registry/registry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import { type CellOf, joinCells } from './cells.ts';
import { channelsOf } from './meter-averages.ts';

/** The measurements of one meter in a period. */
export interface MeterPart {
  meter: Meter;
  cellOf: CellOf;
  /** Index of its means; null without graded readings. */
  index: number | null;
  /** Its frames, counted once. */
  frames: number;
}

const meanOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

const cellsOfType = (parts: readonly MeterPart[], type: SensorType) =>
  parts.flatMap(({ meter, cellOf }) => joinCells(channelsOf(meter, type), cellOf) ?? []);

/** The mean of the meters' means in ticks; null where none of them measured the type. */
export const meanTicks = (parts: readonly MeterPart[], type: SensorType): number | null => {
  const cells = cellsOfType(parts, type);
  return cells.length === 0 ? null : meanOf(cells.map(({ sum, count }) => sum / count));
};

const summaryValues = (parts: readonly MeterPart[]): AveragesSummary['values'] => {
  const values: AveragesSummary['values'] = {};
  for (const type of SENSOR_TYPES) {
    const cells = cellsOfType(parts, type);
    if (cells.length === 0) continue;
    values[type] = {
      mean: meanFromTicks(type, meanOf(cells.map(({ sum, count }) => sum / count))),
      min: fromTicks(type, Math.min(...cells.map(({ min }) => min ?? 0))),
      max: fromTicks(type, Math.max(...cells.map(({ max }) => max ?? 0))),
    };
  }
  return values;
};

/** The mean of the meters' indexes; null without any. */
export const meanIndex = (parts: readonly MeterPart[]): number | null =>
  levelIndex(parts.flatMap(({ index }) => index ?? []));

/** The meter with the highest index, the first of equals. */
const worstOf = (parts: readonly MeterPart[], language: Language): AveragesSummary['worst'] => {
  let worst: { meter: Meter; index: number } | null = null;
  for (const { meter, index } of parts) {
    if (index !== null && (worst === null || index > worst.index)) worst = { meter, index };
  }
  return (
    worst && {
      meter_id: worst.meter.id,
      meter_name: localName(worst.meter, language),
      index: roundIndex(worst.index),
      grade: gradeOfIndex(worst.index),
    }
  );
};

/**
 * Combines the measurements of several meters. Every meter weighs the same, regardless of its interval and number of
 * sensors; otherwise a place would be as good as its most talkative meter. `meters` are all of the place, also those that
 * sent nothing; completeness counts those that were registered and in use in
 * their span.
 */
export const meanOfMeters = (
  parts: readonly MeterPart[],
  { meters, spanOf, language }: { meters: readonly Meter[]; spanOf(meter: Meter): TimeRange; language: Language },
): AveragesSummary => {
  const frames = new Map(parts.map((part) => [part.meter, part.frames]));
  const received = meters.map((meter) => {
    const { start, end } = spanOf(meter);
    return receivedFrames(frames.get(meter) ?? 0, meter, start, end);
  });
  const index = meanIndex(parts);
  const grades = parts.flatMap((part) => (part.index === null ? [] : gradeOfIndex(part.index)));
  return {
    values: summaryValues(parts),
    index: index === null ? null : roundIndex(index),
    grade: index === null ? null : gradeOfIndex(index),
    completeness: completenessOf(received) ?? 0,
    meters: parts.length,
    meters_in_use: received.filter(({ expected }) => expected > 0).length,
    bad: grades.filter((grade) => grade === 'BAD').length,
    very_bad: grades.filter((grade) => grade === 'VERY_BAD').length,
    worst: worstOf(parts, language),
  };
};
