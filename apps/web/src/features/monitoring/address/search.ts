import { GRADES } from '@airdeck/domain/grade';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { texts } from '../../../lib/url/search-text.ts';

/** A grade that places are filtered by; NONE is meters that do not report. */
const GRADE_FILTERS = [...GRADES, 'NONE'] as const;
export type GradeFilter = (typeof GRADE_FILTERS)[number];

const text = z.string().min(1).optional().catch(undefined);

/** One of the words. Invalid parts of a query are ignored, so that an old link still opens its screen. */
function oneOf<const T extends readonly string[]>(words: T) {
  return z.enum(words).optional().catch(undefined);
}
function someOf<const T extends readonly string[]>(words: T) {
  return texts
    .pipe(z.array(z.enum(words)))
    .optional()
    .catch(undefined);
}

/** The query of every Monitoring screen, so that links can keep it. */
export const monitoringSearch = z.object({
  /** Parts of names, one for each level. */
  organization: text,
  office: text,
  department: text,
  meter: text,
  grade: someOf(GRADE_FILTERS),
  type: someOf(SENSOR_TYPES),
  view: oneOf(['cards', 'table']),
  sort: texts.optional().catch(undefined),
  /** Sensor of the big chart, as the device protocol writes it: `CO2`, `CO2:2`. */
  sensor: text,
  show: oneOf(['graph', 'list']),
});
export type MonitoringSearch = z.infer<typeof monitoringSearch>;

export const NAME_FILTERS = ['organization', 'office', 'department', 'meter'] as const;
export type NameFilter = (typeof NAME_FILTERS)[number];

/** The query of a Monitoring address, where a screen keeps its state, and a way to change it. */
export function useMonitoringSearch(): [MonitoringSearch, (change: Partial<MonitoringSearch>) => void] {
  const raw = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = useMemo(() => monitoringSearch.parse(raw), [raw]);
  const change = useCallback(
    (part: Partial<MonitoringSearch>) =>
      void navigate({ to: '.', search: (old: object) => ({ ...old, ...part }), replace: true, resetScroll: false }),
    [navigate],
  );
  return [search, change];
}

/**
 * Whether the names of a place, from its organization down to itself, contain the searched names. Filters of levels
 * below the place are ignored.
 */
export function matchesNames(names: readonly string[], search: MonitoringSearch): boolean {
  return NAME_FILTERS.slice(0, names.length).every((filter, level) => {
    const part = search[filter];
    return part === undefined || (names[level] ?? '').toLocaleLowerCase().includes(part.toLocaleLowerCase());
  });
}
