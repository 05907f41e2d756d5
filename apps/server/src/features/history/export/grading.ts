import { GRADES, type Grade, gradeOf } from '@airdeck/domain/grade';
import type { Rating } from '@airdeck/domain/rating';
import { isGraded, type SensorType } from '@airdeck/domain/sensor-type';
import { knownMeter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';

/** The grade of a meter's value at a time; null where its type has none. */
export type Grading = (meterId: number, time: string, type: SensorType, value: number | null) => Grade | null;

export const UNGRADED: Grading = () => null;

/** Grades by the standards of the meter's organization on that day. */
export const createGrading =
  ({ snapshot, thresholdsAt }: Pick<RequestContext, 'snapshot' | 'thresholdsAt'>): Grading =>
  (meterId, time, type, value) => {
    const organization = knownMeter(snapshot, meterId)?.organization;
    if (value === null || !organization || !isGraded(type)) return null;
    return gradeOf(type, value, thresholdsAt(organization, Date.parse(time)));
  };

/** The grade of a rating; null for warm, dry and the like, which are neither good nor bad. */
export const gradeOfRating = (rating: Rating | null): Grade | null => GRADES.find((grade) => grade === rating) ?? null;
