import { DEFAULT_THRESHOLDS, THRESHOLD_FIELDS, type Thresholds } from '@airdeck/domain/threshold';
import type { StandardRow } from './queries.ts';
import type { RegistrySnapshot, StandardHistory } from './snapshot.ts';

/** Bounds in ascending order → the type's named thresholds. */
const named = (row: StandardRow): Partial<Thresholds> => ({
  [row.type]: Object.fromEntries(THRESHOLD_FIELDS[row.type].map((field, i) => [field, row.bounds[i]])),
});

/**
 * The cascade of one organization: on each day on which anything changed, the defaults, overlaid by what the
 * master had by then, overlaid by what the organization had by then. Newest day first.
 */
export const standardHistory = (rows: readonly StandardRow[], organizationId: number): StandardHistory => {
  const relevant = rows.filter((row) => row.organization_id === null || row.organization_id === organizationId);
  const days = [...new Set(['0001-01-01', ...relevant.map((row) => row.valid_from)])].sort().reverse();
  const ascending = relevant.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1));
  return days.map((day) => {
    const inForce = ascending.filter((row) => row.valid_from <= day);
    const masters = inForce.filter((row) => row.organization_id === null).map(named);
    const own = inForce.filter((row) => row.organization_id !== null).map(named);
    return { validFrom: day, thresholds: Object.assign({}, DEFAULT_THRESHOLDS, ...masters, ...own) as Thresholds };
  });
};

/** The thresholds of an organization on a day ('YYYY-MM-DD') of its own. */
export const thresholdsOn = (snapshot: RegistrySnapshot, organizationId: number, day: string): Thresholds =>
  snapshot.standards.get(organizationId)?.find((entry) => entry.validFrom <= day)?.thresholds ?? DEFAULT_THRESHOLDS;
