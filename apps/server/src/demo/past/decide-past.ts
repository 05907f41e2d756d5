import { setImmediate } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { isStale } from '@airdeck/domain/freshness';
import { listStanding, type StandingRow } from '../../features/alarm/alarm-queries.ts';
import type { AlarmRuleSet } from '../../features/alarm/alarm-rule-set.ts';
import { applyConditions } from '../../features/alarm/apply-conditions.ts';
import type { MeterStates } from '../../features/alarm/condition-state-queries.ts';
import { errorConditions } from '../../features/alarm/detectors/device-error.ts';
import { gatewayConditions } from '../../features/alarm/detectors/gateway.ts';
import { silenceConditions } from '../../features/alarm/detectors/silence.ts';
import { movedConditions, stuckConditions } from '../../features/alarm/detectors/stuck.ts';
import { evaluateValues } from '../../features/alarm/detectors/value.ts';
import type { DeviceErrorRow, GatewayRow } from '../../features/alarm/device-state-queries.ts';
import type { SubjectCondition } from '../../features/alarm/subject-condition.ts';
import type { StoredFrame } from '../../feed/entry.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import { readFrames } from '../../store/packed/read-frames-queries.ts';
import { createPastFrames, type PastFrames } from './past-frames.ts';
import type { Staff } from './staff.ts';

/** The simulated clock moves on by this much: no meter of the demo measures more often. */
const STEP_MS = MINUTE_MS;
/** The sweep looks for stuck sensors at this interval. */
const STUCK_EVERY_MS = 15 * MINUTE_MS;
/** The frames of this much time are in memory at once. */
const WINDOW_MS = 2 * DAY_MS;

/** Part of the past, epoch milliseconds: from ≤ time < to. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The reports of devices besides their frames. */
export interface PastReports {
  readonly errors: readonly (Period & { error: Omit<DeviceErrorRow, 'state' | 'changed_time'> })[];
  readonly gateways: readonly { organizationId: number; gateway: string; cuts: readonly Period[] }[];
}

interface PastContext {
  readonly snapshot: RegistrySnapshot;
  readonly ruleSet: AlarmRuleSet;
  readonly reports: PastReports;
  readonly staff: Staff;
}

/** Errors that last now, and those that have ended since `before`. */
const errorsAt = ({ errors }: PastReports, before: number, now: number): DeviceErrorRow[] =>
  errors.flatMap(({ from, to, error }): DeviceErrorRow[] => {
    if (from <= now && now < to) return [{ ...error, state: 'RAISED', changed_time: new Date(from) }];
    return before < to && to <= now ? [{ ...error, state: 'ENDED', changed_time: new Date(to) }] : [];
  });

const gatewaysAt = ({ gateways }: PastReports, now: number): GatewayRow[] =>
  gateways.map(({ organizationId, gateway, cuts }) => {
    const cut = cuts.find(({ from, to }) => from <= now && now < to);
    const changed_time = new Date(cut?.from ?? now);
    const status = cut ? ('OFFLINE' as const) : ('ONLINE' as const);
    return { organization_id: organizationId, gateway, meters: 1, interval_s: 1, measured: null, status, changed_time };
  });

const heardRow = ({ meterId, last }: PastFrames) => ({
  meter_id: meterId,
  measured: new Date(last() ?? 0),
  ...{ status: null, changed_time: null, is_connected: null, connected_time: null, site_heard: null },
});

/**
 * Runs the detectors of readings, silence and device reports over the stored frames on a simulated clock, while the
 * demo's staff acknowledge and clear. `tx` works on the alarms of the past only (`withPastAlarms`).
 */
export const decidePast = async (
  db: Db,
  tx: Tx,
  { from, to }: Period,
  { snapshot, ruleSet, reports, staff }: PastContext,
): Promise<void> => {
  const meters = new Map([...snapshot.meters].map(([id, meter]) => [id, createPastFrames(meter)]));
  const meterIds = [...meters.keys()];
  const states = new Map<number, MeterStates>();
  let standing: readonly StandingRow[] = [];

  const apply = async (conditions: readonly SubjectCondition[], now: number): Promise<void> => {
    const events = await applyConditions(tx, conditions, { standing, ruleSet, now });
    if (events.length === 0) return;
    standing = await listStanding(tx, meterIds);
    staff.plan(events, standing);
  };

  const framesSince = async (wanted: readonly { meterId: number; since: number }[]): Promise<StoredFrame[]> =>
    wanted.flatMap(({ meterId, since }) => meters.get(meterId)?.since(since) ?? []);

  const step = async (now: number): Promise<void> => {
    const frames = [...meters.values()].flatMap((meter) => meter.advance(now));
    if (await staff.act(tx, now)) standing = await listStanding(tx, meterIds);
    const context = { snapshot, ruleSet, standing, listening: from, now };
    const values = await evaluateValues(frames, { states, framesSince }, context);
    for (const [meterId, state] of values.states) {
      if (Object.keys(state).length > 0) states.set(meterId, state);
      else states.delete(meterId);
    }
    const silent = new Set(standing.flatMap(({ source, meter_id }) => (source === 'SILENCE' ? [meter_id] : [])));
    // A frame that is due now and has not come is missed.
    const late = { ...context, now: now + 1 };
    const heard = [...meters.values()].filter(
      ({ meterId, last, intervalS }) =>
        last() !== null && (silent.has(meterId) || isStale(last(), intervalS, late.now)),
    );
    await apply(
      [
        ...gatewayConditions(gatewaysAt(reports, now), context),
        ...silenceConditions(heard.map(heardRow), late),
        ...values.conditions,
        ...movedConditions(frames, context),
        ...errorsAt(reports, now - STEP_MS, now).flatMap((row) => errorConditions(row, snapshot)),
      ],
      now,
    );
    if (now % STUCK_EVERY_MS > 0) return;
    const still = [...meters.values()].flatMap((meter) => meter.still(now));
    await apply(stuckConditions(still, context), now);
    // The server has other work, too.
    await setImmediate();
  };

  const first = Math.ceil(from / STEP_MS) * STEP_MS;
  for (let start = from, end = 0; start < to; start = end) {
    end = Math.min(Math.floor(start / WINDOW_MS + 1) * WINDOW_MS, to);
    const spans = meterIds.map((meterId) => ({ meterId, start, end }));
    for (const columns of await db.tx((read) => readFrames(read, spans, null)))
      meters.get(columns.meterId)?.add(columns);
    const begin = Math.max(first, Math.ceil(start / STEP_MS) * STEP_MS);
    for (let now = begin; now < end; now += STEP_MS) await step(now);
  }
};
