import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import { type Bounds, type Decision, type DecisionWish, isInForce, wishIssue } from '@airdeck/domain/standard';
import { THRESHOLD_FIELDS, type ThresholdIssue, thresholdIssues } from '@airdeck/domain/threshold';
import type { FieldCode } from '../error/field-code.ts';
import type { ThresholdField } from './schema.ts';

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Thresholds and day as a person entered them. */
export type StandardInput = Readonly<Record<ThresholdField, number | null>> & {
  readonly inherits: 'Y' | 'N';
  readonly valid_from: string | null;
};

/** The properties of the edited row that the rule needs. */
export interface StandardBasis {
  readonly type: SensorType;
  readonly range: Range;
  /** Whether the range is a field of the same form (the master's); else it may have been narrowed since. */
  readonly isRangeEntered: boolean;
  readonly decisions: readonly Decision[];
  /** Bounds of the level above. */
  readonly inherited: Bounds;
  /** The first day on which a change can begin. */
  readonly firstDay: string;
}

export const THRESHOLD_NAMES = [...new Set(Object.values(THRESHOLD_FIELDS).flat())] as readonly ThresholdField[];

/** The four thresholds of a type as entered, in ascending order; null for a missing one. */
export const enteredBounds = (type: SensorType, input: Readonly<Record<string, unknown>>): (number | null)[] =>
  THRESHOLD_FIELDS[type].map((field) => {
    const value = input[field];
    return typeof value === 'number' ? value : null;
  });

/** The requested decision; a missing threshold is NaN, which equals none. */
export const wishOf = (type: SensorType, input: StandardInput): DecisionWish => ({
  validFrom: input.valid_from,
  bounds: input.inherits === 'Y' ? null : enteredBounds(type, input).map((bound) => bound ?? Number.NaN),
});

/** The errors of a range alone: it must lie within the type's range, and ascend. */
export const rangeErrors = (type: SensorType, { min, max }: Range): Record<string, FieldCode> => {
  const info = SENSOR_TYPE_INFO[type];
  if (min < info.min) return { range_min: 'TOO_SMALL' };
  if (max > info.max) return { range_max: 'TOO_LARGE' };
  return max <= min ? { range_max: 'NOT_ASCENDING' } : {};
};

const codeOf = (issue: ThresholdIssue, bound: number | null, range: Range): FieldCode => {
  if (bound === null) return 'REQUIRED';
  if (issue === 'NOT_ASCENDING') return issue;
  return bound < range.min ? 'TOO_SMALL' : 'TOO_LARGE';
};

const boundErrors = (type: SensorType, input: StandardInput, range: Range): Record<string, FieldCode> => {
  const fields: readonly string[] = THRESHOLD_FIELDS[type];
  const others = THRESHOLD_NAMES.filter((name) => !fields.includes(name) && input[name] !== null);
  const entered = THRESHOLD_NAMES.flatMap((name) => (input[name] === null ? [] : [[name, input[name]] as const]));
  const issues = Object.entries(thresholdIssues(type, Object.fromEntries(entered), range));
  return Object.fromEntries([
    ...others.map((name) => [name, 'INVALID'] as const),
    ...issues.map(([name, issue]) => [name, codeOf(issue, input[name as ThresholdField], range)] as const),
  ]);
};

/** Whether all of them lie within a range. */
export const isWithinRange = (bounds: Bounds, { min, max }: Range): boolean =>
  bounds.every((bound) => bound >= min && bound <= max);

/** Whether a value is a multiple of the type's resolution; a finer one would be compared with rounded readings. */
const isResolved = (type: SensorType, value: number): boolean => {
  const ticks = value * 10 ** SENSOR_TYPE_INFO[type].digits;
  return Math.abs(ticks - Math.round(ticks)) < 1e-6;
};

const resolutionErrors = (type: SensorType, input: StandardInput): Record<string, FieldCode> =>
  Object.fromEntries(
    THRESHOLD_FIELDS[type].flatMap((field: ThresholdField) => {
      const value = input[field];
      return value === null || isResolved(type, value) ? [] : [[field, 'TOO_FINE'] as const];
    }),
  );

const ANY_RANGE: Range = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };

/** Thresholds that stay as they are must not block a change of the other fields. */
const rangeFor = ({ type, decisions, firstDay, ...basis }: StandardBasis, input: StandardInput): Range =>
  !basis.isRangeEntered && isInForce(decisions, wishOf(type, input), firstDay) ? ANY_RANGE : basis.range;

const thresholdErrors = (basis: StandardBasis, input: StandardInput): Record<string, FieldCode> => {
  const { type, inherited } = basis;
  const range = rangeFor(basis, input);
  if (input.inherits === 'N') return boundErrors(type, input, range);
  return isWithinRange(inherited, range) ? {} : { inherits: 'INVALID' };
};

/**
 * The errors of thresholds and their day, field → code: four of the type, within the range, ascending, and for new ones
 * in the resolution of the type and from no past day on. For inherited thresholds, only that the inherited ones are
 * within the range. Unchanged ones of an organization may lie outside of a range that was narrowed later.
 */
export const standardErrors = (basis: StandardBasis, input: StandardInput): Record<string, FieldCode> => {
  const { type, decisions, firstDay } = basis;
  const errors = thresholdErrors(basis, input);
  if (Object.keys(errors).length > 0) return errors;
  const wish = wishOf(type, input);
  if (isInForce(decisions, wish, firstDay)) return {};
  const fine = input.inherits === 'N' ? resolutionErrors(type, input) : {};
  if (Object.keys(fine).length > 0) return fine;
  const issue = wishIssue(wish, firstDay);
  return issue === null ? {} : { valid_from: issue };
};
