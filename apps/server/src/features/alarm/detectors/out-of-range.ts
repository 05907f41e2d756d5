import { OUT_OF_RANGE } from '@airdeck/contract/standard/built-in';
import { parseChannelKey } from '@airdeck/domain/channel';
import type { Db } from '../../../platform/db/pool.ts';
import type { SubjectCondition } from '../subject-condition.ts';
import { listOutOfRange } from '../sweep-queries.ts';
import { earliestRejection, type Refused, repeatedConditions } from './repeated-rejections.ts';
import type { Detector, DetectorContext } from './types.ts';

const outOfRangeConditions = async (db: Db, context: DetectorContext): Promise<SubjectCondition[]> => {
  const rows = await listOutOfRange(db, earliestRejection(context));
  const refused = rows.flatMap(({ meter_id, key, recent, sample }): Refused[] => {
    const sensor = context.snapshot.meters.get(meter_id)?.sensors.get(parseChannelKey(key) ?? 0);
    if (sensor === undefined) return [];
    return [{ meter: sensor.meter, sensor, times: recent.map((time) => time.getTime()), detail: sample }];
  });
  return repeatedConditions(db, context, { source: 'REJECTED', code: OUT_OF_RANGE }, refused);
};

/** A sensor whose readings are rejected again and again, because they are out of its range. */
export const outOfRange: Detector = {
  source: 'REJECTED',
  codes: [OUT_OF_RANGE],
  onSweep: { sweeps: 1, find: outOfRangeConditions },
};
