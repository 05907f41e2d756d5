import { type AlarmCounts, getAlarmCounts, type SeverityCounts } from '@airdeck/contract/alarm/routes';
import { SEVERITIES, type Severity } from '@airdeck/contract/standard/schema';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queriesOf, queryKey } from '../api/query-keys.ts';
import type { ApiFailure } from '../failure.ts';

export type CountedKind = AlarmCounts['places'][number]['kind'];

/** Live events bring changes; this finds changes without events. */
const RELOAD_MS = 60_000;

interface Counts {
  open: number;
  /** Alarms under a cause. */
  unknown: number;
  counts: SeverityCounts;
  places: ReadonlyMap<string, SeverityCounts>;
}

const countKey = (kind: CountedKind, id: number): string => `${kind} ${id}`;

const countsQuery = () =>
  queryOptions<Counts, ApiFailure>({
    queryKey: queryKey('alarms', 'counts'),
    queryFn: async ({ signal }) => {
      const { open, unknown, counts, places } = await call(getAlarmCounts, { signal });
      return {
        open,
        unknown,
        counts,
        places: new Map(places.map((each) => [countKey(each.kind, each.id), each.counts])),
      };
    },
    refetchInterval: RELOAD_MS,
    // The title of a hidden tab shows the number of alarms.
    refetchIntervalInBackground: true,
    structuralSharing: false,
  });

/** Numbers of alarms that need an action now: the badge, the title, the pills and the live list all show these; undefined until they are loaded. */
export const useAlarmCounts = (): Counts | undefined => useQuery(countsQuery()).data;

/** Those of a place, a meter or a sensor; undefined where there are none. */
export const useAlarmCountsOf = (kind: CountedKind, id: number): SeverityCounts | undefined =>
  useQuery({ ...countsQuery(), select: ({ places }) => places.get(countKey(kind, id)) ?? null }).data ?? undefined;

export const forgetAlarms = (client: QueryClient): Promise<void> => client.invalidateQueries(queriesOf('alarms'));

/** The worst severity of which there is an alarm. */
export const worstOf = (counts: SeverityCounts): Severity | null =>
  SEVERITIES.find((severity) => counts[severity] > 0) ?? null;

export const sumOf = (counts: SeverityCounts): number =>
  SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0);
