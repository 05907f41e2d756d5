import { PM_NOT_FALLING } from '@airdeck/contract/standard/built-in';
import { localDay } from '@airdeck/domain/calendar';
import { INEFFECTIVE_MS, isIneffective } from '@airdeck/domain/purifier/effect';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { StoredFrame } from '../../../feed/entry.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import { thresholdsOn } from '../../../registry/thresholds.ts';
import { listFramesSince } from '../condition-state-queries.ts';
import { listStrongFans } from '../purifier-queries.ts';
import { isInUse, ofPurifier, type SubjectCondition } from '../subject-condition.ts';
import { PURIFIER_SWEEPS } from './purifier.ts';
import type { Detector, DetectorContext, Slice } from './types.ts';

/** PM2.5 of a meter over time: the mean of its sensors in each frame. */
const dustOf = (meter: Meter, frames: readonly StoredFrame[]): { time: number; value: number }[] =>
  frames.flatMap(({ time, channels, ticks }) => {
    const values = channels.flatMap((channel, i) =>
      meter.sensors.get(channel)?.type === 'PM2.5' ? [fromTicks('PM2.5', ticks[i] ?? 0)] : [],
    );
    return values.length === 0 ? [] : [{ time, value: values.reduce((sum, value) => sum + value, 0) / values.length }];
  });

const effectConditions = async (
  db: Db,
  { snapshot, now }: DetectorContext,
  slice: Slice,
): Promise<SubjectCondition[]> => {
  const strongSince = now - INEFFECTIVE_MS;
  const rows = await listStrongFans(db, { ...slice, strongSince });
  const strong = rows.flatMap(({ purifier_id, is_strong }) => {
    const meter = snapshot.purifiers.get(purifier_id)?.meter;
    return is_strong && meter ? [{ meterId: meter.id, since: strongSince }] : [];
  });
  const frames = await listFramesSince(db, strong);
  return rows.flatMap(({ purifier_id, is_strong }): SubjectCondition[] => {
    const purifier = snapshot.purifiers.get(purifier_id);
    if (purifier === undefined || !isInUse(purifier.meter)) return [];
    const { meter } = purifier;
    const { intervalS, organization } = meter;
    const dust = dustOf(
      meter,
      frames.filter(({ meterId }) => meterId === meter.id),
    );
    const { bad } = thresholdsOn(snapshot, organization.id, localDay(now, organization.timeZone))['PM2.5'];
    const holds = is_strong ? isIneffective(dust, { bound: bad, intervalS }) : false;
    if (holds === null) return [];
    const value = dust.at(-1)?.value;
    const what = { code: PM_NOT_FALLING, source: 'EFFECT' as const, since: strongSince, time: now, bound: bad };
    const measured = value !== undefined && { value: Math.round(value * 10) / 10 };
    return [{ ...ofPurifier(purifier), ...what, ...measured, holds, isFresh: true }];
  });
};

/** A purifier whose fan runs strong although PM2.5 stays high: its filter, its place or a window needs a look. */
export const purifierEffect: Detector = {
  source: 'EFFECT',
  codes: [PM_NOT_FALLING],
  onSweep: { sweeps: PURIFIER_SWEEPS, find: effectConditions },
};
