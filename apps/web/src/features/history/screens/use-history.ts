import type { Step } from '@airdeck/contract/history/query';
import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import { useMemo } from 'react';
import { type HistoryScreen, SCREEN, type ScreenShape } from '../address/screen.ts';
import type { HistorySearch, View } from '../address/search.ts';
import { type ChangeSearch, useHistorySearch } from '../address/use-history-search.ts';
import { type Asked, scopeOf, unitOf } from '../api/asked.ts';
import { choiceOf, coveredMeters } from '../choose/choice.ts';
import { typesOf } from '../list/column-world.ts';
import { type DayRange, faultsOf, rangeOf } from '../period/range.ts';
import { useToday } from '../period/use-today.ts';

/** What one of the five screens shows now: its address, and what follows from it. */
export interface History extends ScreenShape {
  screen: HistoryScreen;
  search: HistorySearch;
  change: ChangeSearch;
  /** Every meter that can be chosen here, and those that the address is about. */
  meters: readonly ChoiceMeter[];
  covered: readonly ChoiceMeter[];
  /** In which days are meant: of the organization that is looked at. */
  zone: string;
  today: string;
  range: DayRange;
  step: Step;
  view: View;
  /** null: nothing is chosen, nothing of it is there, or the period is wrong. */
  asked: Asked | null;
}

function stepOf({ averages, kind }: ScreenShape, { step = averages ? 'hour' : 'each', view }: HistorySearch): Step {
  // What a graph of states counts are minutes of a bucket.
  return averages || (kind === 'purifier' && view === 'graph') ? unitOf(step) : step;
}

/** Without types that none of the meters measures: nobody could take them away again. */
function withTypesOf(covered: readonly ChoiceMeter[], search: HistorySearch): HistorySearch {
  const type = typesOf(covered).filter((each) => search.type?.includes(each));
  return { ...search, type: type.length === 0 ? undefined : type };
}

export function useHistory(screen: HistoryScreen, meters: readonly ChoiceMeter[]): History {
  const [written, change] = useHistorySearch();
  const shape = SCREEN[screen];
  const covered = useMemo(() => coveredMeters(shape.kind, meters, choiceOf(written)), [shape, meters, written]);
  const search = useMemo(() => withTypesOf(covered, written), [covered, written]);
  const zone = (covered[0] ?? meters[0])?.time_zone ?? 'UTC';
  const today = useToday(zone);
  return useMemo(() => {
    const range = rangeOf(search, today);
    const step = stepOf(shape, search);
    const scope = scopeOf(shape.kind, search);
    const canAsk = covered.length > 0 && Object.keys(faultsOf(range, today)).length === 0;
    const asked = scope !== null && canAsk ? { scope, range, step } : null;
    const view = search.view ?? 'list';
    return { ...shape, screen, search, change, meters, covered, zone, today, range, step, view, asked };
  }, [screen, shape, search, change, meters, covered, zone, today]);
}
