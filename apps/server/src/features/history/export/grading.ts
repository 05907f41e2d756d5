import { GRADES, type Grade, gradeOf } from '@airdeck/domain/grade';
import type { Rating } from '@airdeck/domain/rating';
import { isGraded, type SensorType } from '@airdeck/domain/sensor-type';
import type { RequestContext } from '../../../registry/request-context.ts';

/** The grade of a value of a meter at a time; null where its type has none. */
export type Grading = (meterId: number, time: string, type: SensorType, value: number | null) => Grade | null;

export const UNGRADED: Grading = () => null;

/** Grades by the standards that the meter's organization had on the day. */
export const createGrading =
  ({ snapshot, thresholdsAt }: Pick<RequestContext, 'snapshot' | 'thresholdsAt'>): Grading =>
  (meterId, time, type, value) => {
    const organization = snapshot.meters.get(meterId)?.organization;
    if (value === null || !organization || !isGraded(type)) return null;
    return gradeOf(type, value, thresholdsAt(organization, Date.parse(time)));
  };

/** A rating that is good or bad; warm and dry are neither. */
export const gradeOfRating = (rating: Rating | null): Grade | null => GRADES.find((grade) => grade === rating) ?? null;
