import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type HistorySearch, historySearch } from './search.ts';

/** Changes part of the address; `visit` makes the back button return to what was before. */
export type ChangeSearch = (part: Partial<HistorySearch>, options?: { visit?: boolean }) => void;

/** What the query of a history address says, and a way to change it. Another question begins at its first page. */
export function useHistorySearch(): [HistorySearch, ChangeSearch] {
  const raw = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = useMemo(() => historySearch.parse(raw), [raw]);
  const change = useCallback<ChangeSearch>(
    (part, { visit = false } = {}) =>
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, page: undefined, ...part }),
        replace: !visit,
        resetScroll: false,
      }),
    [navigate],
  );
  return [search, change];
}
