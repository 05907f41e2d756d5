import { isGraded, SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import type { FieldCode } from '../error/field-code.ts';
import type { AlarmRuleFields } from './schema.ts';

/** Default release of a rule without its own release bound: this share on the other side of its bound. */
const RELEASE = 0.1;

export const defaultRelease = (direction: AlarmRuleFields['direction'], bound: number): number => {
  const away = RELEASE * Math.abs(bound);
  return direction === 'ABOVE' ? bound - away : bound + away;
};

type Input = Pick<
  AlarmRuleFields,
  'applies_to' | 'basis' | 'direction' | 'limit' | 'release' | 'average' | 'duration_min'
>;

const releaseErrors = ({ applies_to: type, direction, limit, release }: Input): Record<string, FieldCode> => {
  if (release === null) return {};
  // Types have different units, so no number applies to all.
  if (type === 'ALL') return { release: 'INVALID' };
  const { min, max } = SENSOR_TYPE_INFO[type];
  const isAbove = direction === 'ABOVE';
  if (release < min || (!isAbove && limit !== null && release < limit)) return { release: 'TOO_SMALL' };
  return release > max || (isAbove && limit !== null && release > limit) ? { release: 'TOO_LARGE' } : {};
};

const valueErrors = ({ applies_to: type, limit }: Input): Record<string, FieldCode> => {
  if (type === 'ALL') return { applies_to: 'REQUIRED' };
  if (limit === null) return { limit: 'REQUIRED' };
  const { min, max } = SENSOR_TYPE_INFO[type];
  if (limit < min) return { limit: 'TOO_SMALL' };
  return limit > max ? { limit: 'TOO_LARGE' } : {};
};

const gradeErrors = ({ applies_to: type, direction, limit }: Input): Record<string, FieldCode> => {
  if (type !== 'ALL' && !isGraded(type)) return { basis: 'INVALID' };
  if (limit !== null) return { limit: 'INVALID' };
  return direction === 'BELOW' ? { direction: 'INVALID' } : {};
};

/**
 * Errors of a rule as a whole, field → code: its own value needs a type, and a release on the better side; the mean of
 * 24 hours excludes a duration.
 */
export const ruleErrors = (input: Input): Record<string, FieldCode> => {
  if (input.average === 'DAY' && input.duration_min > 0) return { duration_min: 'TOO_LARGE' };
  const errors = input.basis === 'VALUE' ? valueErrors(input) : gradeErrors(input);
  return Object.keys(errors).length > 0 ? errors : releaseErrors(input);
};
