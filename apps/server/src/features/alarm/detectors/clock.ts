import { CLOCK_OFF } from '@airdeck/contract/standard/built-in';
import type { Db } from '../../../platform/db/pool.ts';
import type { SubjectCondition } from '../subject-condition.ts';
import { listClocksOff } from '../sweep-queries.ts';
import { earliestRejection, type Refused, repeatedConditions } from './repeated-rejections.ts';
import type { Detector, DetectorContext } from './types.ts';

const clockConditions = async (db: Db, context: DetectorContext): Promise<SubjectCondition[]> => {
  const rows = await listClocksOff(db, earliestRejection(context));
  const refused = rows.flatMap(({ meter_id, recent, measured_time }): Refused[] => {
    const meter = context.snapshot.meters.get(meter_id);
    if (meter === undefined) return [];
    return [{ meter, times: recent.map((time) => time.getTime()), detail: measured_time.toISOString() }];
  });
  return repeatedConditions(db, context, { source: 'CLOCK', code: CLOCK_OFF }, refused);
};

/** A device whose frames are quarantined again and again, because their time is impossible. */
export const clock: Detector = {
  source: 'CLOCK',
  codes: [CLOCK_OFF],
  onSweep: { sweeps: 1, find: clockConditions },
};
