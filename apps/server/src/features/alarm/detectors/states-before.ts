import { type ConditionState, takeSamples } from '@airdeck/domain/alarm/condition';
import { localDay } from '@airdeck/domain/calendar';
import type { StoredFrame } from '../../../feed/entry.ts';
import type { Tx } from '../../../platform/db/pool.ts';
import type { Meter, Sensor } from '../../../registry/snapshot.ts';
import type { FrameColumns } from '../../../store/frames/frame-columns.ts';
import { readFrames } from '../../../store/packed/read-frames-queries.ts';
import type { EffectiveRule } from '../alarm-rule-set.ts';
import { loadStates, type MeterStates, type StatesRow } from '../condition-state-queries.ts';
import type { BatchContext, LockedContext } from './types.ts';
import { samplesOf, sourceOf } from './value-samples.ts';

/** Meters whose frames are read together. */
const MAX_METERS = 500;

/** The sensor and the rule of a state; undefined when one of them no longer exists. */
export const ruleOfState = (
  key: string,
  meter: Meter | undefined,
  { ruleSet, now }: Pick<LockedContext, 'ruleSet' | 'now'>,
): { sensor: Sensor; rule: EffectiveRule } | undefined => {
  const [channel, code, direction] = key.split('/');
  const sensor = meter?.sensors.get(Number(channel));
  if (meter === undefined || sensor === undefined) return undefined;
  const rule = ruleSet
    .rulesOf(meter.organization.id, sensor.type, localDay(now, meter.organization.timeZone))
    .find((each) => each.code === code && each.direction === direction);
  return rule && { sensor, rule };
};

const newestOf = (states: MeterStates): number => Math.max(...Object.values(states).map(({ newest }) => newest ?? 0));

/** Start of the frames that a state may lack. Samples that it has already change nothing. */
const lackingFrom = ({ settledTo, pending, newest }: ConditionState): number =>
  settledTo ?? pending[0]?.time ?? newest ?? 0;

const addFrames = (states: MeterStates, frames: FrameColumns, context: LockedContext): MeterStates => {
  const meter = context.snapshot.meters.get(frames.meterId);
  const added = Object.entries(states).map(([key, state]): [string, ConditionState] => {
    const found = ruleOfState(key, meter, context);
    if (meter === undefined || found === undefined) return [key, state];
    return [key, takeSamples(state, samplesOf(found.sensor, frames), found.rule, sourceOf(meter))];
  });
  return Object.fromEntries(added);
};

/** Adds the stored frames up to `until` that rows behind may lack. */
const catchUp = async (
  tx: Tx,
  rows: readonly StatesRow[],
  until: ReadonlyMap<number, number>,
  context: LockedContext,
): Promise<[number, MeterStates][]> => {
  const caughtUp: [number, MeterStates][] = [];
  for (let i = 0; i < rows.length; i += MAX_METERS) {
    const some = rows.slice(i, i + MAX_METERS);
    const spans = some.map(({ meterId, states }) => ({
      meterId,
      start: Math.min(...Object.values(states).map(lackingFrom)),
      end: (until.get(meterId) ?? 0) + 1,
    }));
    const frames = await readFrames(tx, spans, null);
    for (const [at, { meterId, states }] of some.entries()) {
      const own = frames[at];
      if (own) caughtUp.push([meterId, addFrames(states, own, context)]);
    }
  }
  return caughtUp;
};

/** States of the meters of a batch before it, of those that have any. */
export interface StatesBefore {
  states: Map<number, MeterStates>;
  /** Meters whose states still lack stored frames: the batch has only older ones. */
  incomplete: Set<number>;
}

/**
 * Takes the states from memory, or from the store. A row that is behind gets the frames up to the newest of the batch,
 * and no newer ones: their conditions are evaluated with their own batches.
 */
export const statesBefore = async (
  tx: Tx,
  frames: readonly StoredFrame[],
  context: BatchContext,
): Promise<StatesBefore> => {
  const newest = new Map<number, number>();
  for (const { meterId, time } of frames) newest.set(meterId, Math.max(newest.get(meterId) ?? time, time));
  const states = new Map<number, MeterStates>();
  const others: number[] = [];
  for (const meterId of newest.keys()) {
    const kept = context.states.get(meterId);
    if (kept) states.set(meterId, kept);
    else others.push(meterId);
  }
  const rows = await loadStates(tx, others);
  for (const row of rows) states.set(row.meterId, row.states);
  const behind = rows.filter(({ isBehind }) => isBehind);
  const hasNewer = (row: StatesRow): boolean => (newest.get(row.meterId) ?? 0) > newestOf(row.states);
  const incomplete = new Set(behind.filter((row) => !hasNewer(row)).map(({ meterId }) => meterId));
  const caughtUp = await catchUp(tx, behind.filter(hasNewer), newest, context);
  for (const [meterId, after] of caughtUp) states.set(meterId, after);
  return { states, incomplete };
};
