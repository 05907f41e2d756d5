import { isDeepStrictEqual } from 'node:util';
import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { type Decision, decisionOn } from '@airdeck/domain/standard';
import { DEFAULT_THRESHOLDS, THRESHOLD_FIELDS, type Thresholds } from '@airdeck/domain/threshold';
import type { StandardRow } from './registry-queries.ts';
import type { RegistrySnapshot, StandardHistory } from './snapshot.ts';

/** Maps bounds in ascending order to the type's named thresholds. */
const named = (type: SensorType, bounds: readonly number[]): Partial<Thresholds> => ({
  [type]: Object.fromEntries(THRESHOLD_FIELDS[type].map((field, i) => [field, bounds[i]])),
});

/** The threshold decisions for a type, of the master (null) or of an organization. */
export const decisionsOf = (
  rows: readonly StandardRow[],
  organizationId: number | null,
  type: SensorType,
): Decision[] =>
  rows
    .filter((row) => row.organization_id === organizationId && row.type === type)
    .map((row) => ({ validFrom: row.valid_from, bounds: row.bounds }));

/** The thresholds that the master (null) or an organization has set, as of a day. */
const ownOn = (rows: readonly StandardRow[], organizationId: number | null, day: string): Partial<Thresholds> =>
  Object.assign(
    {},
    ...SENSOR_TYPES.map((type) => {
      const bounds = decisionOn(decisionsOf(rows, organizationId, type), day)?.bounds ?? null;
      return bounds === null ? {} : named(type, bounds);
    }),
  );

/**
 * The threshold history of an organization: for each day on which anything changed, the defaults, overlaid by the
 * master's thresholds of that day, overlaid by the organization's. Newest day first.
 */
export const standardHistory = (rows: readonly StandardRow[], organizationId: number): StandardHistory => {
  const relevant = rows.filter((row) => row.organization_id === null || row.organization_id === organizationId);
  const days = [...new Set(['0001-01-01', ...relevant.map((row) => row.valid_from)])].sort().reverse();
  return days.map((day) => ({
    validFrom: day,
    thresholds: {
      ...DEFAULT_THRESHOLDS,
      ...ownOn(relevant, null, day),
      ...ownOn(relevant, organizationId, day),
    },
  }));
};

/**
 * Keeps the history of an organization. It stays the same object until a threshold changes: assessments and grade runs
 * are made again for another one.
 */
export const putStandards = (
  { standards }: Pick<RegistrySnapshot, 'standards'>,
  organizationId: number,
  history: StandardHistory,
  before: RegistrySnapshot['standards'],
): void => {
  const known = before.get(organizationId);
  standards.set(organizationId, known && isDeepStrictEqual(known, history) ? known : history);
};

/** Thresholds of an organization on one of its local days ('YYYY-MM-DD'). */
export const thresholdsOn = (snapshot: RegistrySnapshot, organizationId: number, day: string): Thresholds =>
  snapshot.standards.get(organizationId)?.find((entry) => entry.validFrom <= day)?.thresholds ?? DEFAULT_THRESHOLDS;
