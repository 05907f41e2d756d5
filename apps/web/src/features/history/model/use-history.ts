import type { Level, Step } from '@airdeck/contract/history/query';
import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import { localDay } from '@airdeck/domain/calendar';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { everySecond } from '../../../lib/clock.ts';
import { type DayRange, faultsOf, rangeOf } from './day-range.ts';
import { type HistoryRequest, scopeOf, unitOf } from './history-request.ts';
import { type HistoryScreen, SCREEN, type ScreenShape } from './screen.ts';
import { HISTORY_VIEWS, type HistorySearch, type HistoryView, historySearch } from './search.ts';
import { coveredMeters, selectionOf, typesOf } from './selection.ts';

/** Changes part of the address; with `visit` the back button returns to the previous state. */
type ChangeSearch = (part: Partial<HistorySearch>, options?: { visit?: boolean }) => void;

/** The query of a history address, and a function that changes it. A changed request starts at its first page. */
function useHistorySearch(): [HistorySearch, ChangeSearch] {
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

/** Today in a zone; the component renders again at midnight. */
const useToday = (zone: string): string => useSyncExternalStore(everySecond, () => localDay(Date.now(), zone));

/** The state of one of the five screens: its address, and what follows from it. */
export interface History extends ScreenShape {
  screen: HistoryScreen;
  search: HistorySearch;
  change: ChangeSearch;
  /** Every meter that can be selected here, and the selected ones. */
  meters: readonly ChoiceMeter[];
  covered: readonly ChoiceMeter[];
  /** Time zone of the days: that of the selected organization. */
  zone: string;
  today: string;
  range: DayRange;
  step: Step;
  view: HistoryView;
  /** The level whose places are rows and lines; undefined where these are meters, sensors or purifiers. */
  level: Level | undefined;
  /** null: nothing is selected, no selected item exists, or the days are invalid. */
  request: HistoryRequest | null;
}

function stepOf({ averages, kind }: ScreenShape, { step = averages ? 'hour' : 'each', view }: HistorySearch): Step {
  // A graph of states counts the minutes of a bucket.
  return averages || (kind === 'purifier' && view === 'graph') ? unitOf(step) : step;
}

/** Views of a screen's rows. */
export const viewsOf = ({ averages }: Pick<ScreenShape, 'averages'>): readonly HistoryView[] =>
  HISTORY_VIEWS.filter((view) => averages || (view !== 'week' && view !== 'calendar'));

/** The search without types that none of the meters measures: no control would remove them again. */
function withTypesOf(covered: readonly ChoiceMeter[], search: HistorySearch): HistorySearch {
  const type = typesOf(covered).filter((each) => search.type?.includes(each));
  return { ...search, type: type.length === 0 ? undefined : type };
}

type Asked = Pick<History, 'range' | 'step' | 'view' | 'level' | 'request'>;

/** The question of an address about the meters that it selects. */
function askedBy(shape: ScreenShape, covered: readonly ChoiceMeter[], search: HistorySearch, today: string): Asked {
  const range = rangeOf(search, today);
  const step = stepOf(shape, search);
  const scope = scopeOf(shape.kind, search);
  const canAsk = covered.length > 0 && Object.keys(faultsOf(range, today)).length === 0;
  const view = viewsOf(shape).find((each) => each === search.view) ?? 'list';
  const level = shape.averages && shape.kind === 'meter' ? search.level : undefined;
  const request = scope !== null && canAsk ? { scope, range, step, level, modes: search.mode } : null;
  return { range, step, view, level, request };
}

const zoneOf = (covered: readonly ChoiceMeter[], meters: readonly ChoiceMeter[]): string =>
  (covered[0] ?? meters[0])?.time_zone ?? 'UTC';

export function useHistory(screen: HistoryScreen, meters: readonly ChoiceMeter[]): History {
  const [written, change] = useHistorySearch();
  const shape = SCREEN[screen];
  const covered = useMemo(() => coveredMeters(shape.kind, meters, selectionOf(written)), [shape, meters, written]);
  const search = useMemo(() => withTypesOf(covered, written), [covered, written]);
  const zone = zoneOf(covered, meters);
  const today = useToday(zone);
  return useMemo(
    () => ({
      ...{ ...shape, screen, search, change, meters, covered, zone, today },
      ...askedBy(shape, covered, search, today),
    }),
    [screen, shape, search, change, meters, covered, zone, today],
  );
}

/** The state of a screen that is not drawn yet. */
export function historyOf(
  screen: HistoryScreen,
  meters: readonly ChoiceMeter[],
  written: HistorySearch,
): Asked & Pick<History, 'kind' | 'covered' | 'search'> {
  const shape = SCREEN[screen];
  const covered = coveredMeters(shape.kind, meters, selectionOf(written));
  const search = withTypesOf(covered, written);
  const today = localDay(Date.now(), zoneOf(covered, meters));
  return { kind: shape.kind, covered, search, ...askedBy(shape, covered, search, today) };
}
