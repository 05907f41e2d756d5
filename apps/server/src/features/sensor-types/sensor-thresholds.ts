import {
  isWithinRange,
  type StandardInput,
  standardErrors,
  THRESHOLD_NAMES,
  wishOf,
} from '@airdeck/contract/standard/rule';
import type { StandardState, ThresholdField } from '@airdeck/contract/standard/schema';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { decide, decisionOn, isInForce, plannedAfter } from '@airdeck/domain/standard';
import { DEFAULT_THRESHOLDS, THRESHOLD_FIELDS, thresholdBounds } from '@airdeck/domain/threshold';
import type { Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import { decisionsOf } from '../../registry/thresholds.ts';
import { saveDecisions, type WithStandards } from './threshold-queries.ts';

const named = (type: SensorType, bounds: readonly number[]): Record<ThresholdField, number | null> => {
  const fields: readonly string[] = THRESHOLD_FIELDS[type];
  const values = THRESHOLD_NAMES.map((name) => [name, bounds[fields.indexOf(name)] ?? null] as const);
  return Object.fromEntries(values) as Record<ThresholdField, number | null>;
};

/** The thresholds of the level above on a day: the master's for an organization, the shipped ones for the master. */
const boundsAbove = ({ type, standards }: WithStandards, organizationId: number | null, day: string) =>
  (organizationId === null ? null : decisionOn(decisionsOf(standards, null, type), day)?.bounds) ??
  thresholdBounds(type, DEFAULT_THRESHOLDS);

/** Present and planned thresholds of a type. `organizationId` null: of the master. */
export const standardState = (row: WithStandards, organizationId: number | null, today: string): StandardState => {
  const decisions = decisionsOf(row.standards, organizationId, row.type);
  const now = decisionOn(decisions, today);
  const planned = plannedAfter(decisions, today);
  const inherited = boundsAbove(row, organizationId, today);
  return {
    ...named(row.type, now?.bounds ?? inherited),
    inherits: now?.bounds ? 'N' : 'Y',
    valid_from: now?.validFrom ?? null,
    inherited_bounds: [...inherited],
    planned_from: planned?.validFrom ?? null,
    planned_bounds: planned?.bounds ? [...planned.bounds] : null,
    first_day: today,
  };
};

/**
 * Saves entered thresholds of a type: they hold from their day on, and earlier days stay as they were.
 * @throws Failure INVALID_PARAMETER when the thresholds or their day cannot be.
 */
export const saveStandard = async (
  tx: Tx,
  row: WithStandards & { range: { min: number; max: number } },
  organizationId: number | null,
  input: StandardInput,
  today: string,
): Promise<void> => {
  const { type, range } = row;
  const decisions = decisionsOf(row.standards, organizationId, type);
  const inherited = boundsAbove(row, organizationId, today);
  const isRangeEntered = organizationId === null;
  const errors = standardErrors({ type, range, isRangeEntered, decisions, inherited, firstDay: today }, input);
  if (Object.keys(errors).length > 0) throw new Failure('INVALID_PARAMETER', errors);
  const wish = wishOf(type, input);
  if (isInForce(decisions, wish, today)) {
    // Planned thresholds stay, and have to lie within a range that is being changed as well.
    if (isRangeEntered && !isWithinRange(plannedAfter(decisions, today)?.bounds ?? [], range))
      throw new Failure('INVALID_PARAMETER', { valid_from: 'REQUIRED' });
    return;
  }
  const validFrom = wish.validFrom ?? today;
  await saveDecisions(tx, organizationId, type, decide(decisions, validFrom, wish.bounds, today), today);
};
