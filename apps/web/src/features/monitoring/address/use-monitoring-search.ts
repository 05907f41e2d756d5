import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type MonitoringSearch, monitoringSearch } from './search.ts';

/** What the query of a Monitoring address says, and a way to change it: the address is where a screen keeps its state. */
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
