import { queryClient } from '../../../lib/api/query-client.ts';
import { followed } from '../../../shared/long-question/followed.ts';
import { choicesQuery } from '../api/meters.ts';
import { seriesQuery } from '../api/series.ts';
import { placesWith } from '../model/request-text.ts';
import type { HistoryScreen } from '../model/screen.ts';
import { SCREEN } from '../model/screen.ts';
import type { HistorySearch } from '../model/search.ts';
import { metersFor } from '../model/selection.ts';
import { historyOf } from '../model/use-history.ts';
import { drawableOf, measureOf, measuresOf } from './drawable.ts';
import { shownOf } from './shown-series.ts';

/** Loads the lines of a graph as soon as the meters are known, while the screen is not drawn yet. */
export async function prefetchGraph(screen: HistoryScreen, written: HistorySearch): Promise<void> {
  const { kind } = SCREEN[screen];
  const meters = metersFor(kind, await queryClient.fetchQuery(choicesQuery()));
  const { covered, search, level, request } = historyOf(screen, meters, written);
  if (request === null || kind === 'purifier') return;
  const measure = measureOf(measuresOf(kind, covered, search), search);
  const ids =
    level === undefined ? drawableOf(kind, covered, search, measure) : placesWith(level, covered).map(({ id }) => id);
  const { range, step } = request;
  const query = seriesQuery({
    ...{ kind: level ?? kind, ids: shownOf(ids, search.series), measure, step, range },
    weeksAgo: search.weeks ?? [],
  });
  // A graph that is shown renews itself.
  if (queryClient.getQueryData(query.queryKey) === undefined) await queryClient.prefetchQuery(followed(query));
}
