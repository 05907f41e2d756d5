import type { FieldCode } from '@airdeck/contract/error/field-code';
import { enteredBounds, rangeErrors, type StandardInput, standardErrors } from '@airdeck/contract/standard/rule';
import type { StandardState } from '@airdeck/contract/standard/schema';
import type { SensorType } from '@airdeck/domain/sensor-type';
import type { FieldValues } from 'react-hook-form';

/** A master sensor or an organization's, as far as its thresholds go. */
export interface StandardSensor extends StandardState {
  type: SensorType;
  unit: string;
  range_min: number;
  range_max: number;
}

export const boundsOf = (sensor: StandardSensor): readonly number[] =>
  enteredBounds(sensor.type, { ...sensor }).filter((bound) => bound !== null);

/** The range that is being entered, or the one that cannot be changed here. */
export const rangeOf = (values: FieldValues, { range_min, range_max }: StandardSensor) => ({
  min: typeof values.range_min === 'number' ? values.range_min : range_min,
  max: typeof values.range_max === 'number' ? values.range_max : range_max,
});

/** The server's validation rule for the form of a sensor. */
export const standardRule = (values: FieldValues, sensor: StandardSensor | null): Record<string, FieldCode> => {
  if (sensor === null) return {};
  const range = rangeOf(values, sensor);
  const errors = rangeErrors(sensor.type, range);
  if (Object.keys(errors).length > 0) return errors;
  const { type, valid_from, inherits, inherited_bounds: inherited, first_day: firstDay } = sensor;
  const bounds = inherits === 'Y' ? null : boundsOf(sensor);
  const decisions = valid_from === null ? [] : [{ validFrom: valid_from, bounds }];
  const isRangeEntered = 'range_min' in values;
  return standardErrors({ type, range, isRangeEntered, decisions, inherited, firstDay }, values as StandardInput);
};
