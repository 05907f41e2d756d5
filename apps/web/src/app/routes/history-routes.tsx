import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { z } from 'zod';
import { choicesQuery } from '../../features/history/api/meters.ts';
import { HISTORY_SCREENS, historyAddress } from '../../features/history/model/screen.ts';
import { historySearch } from '../../features/history/model/search.ts';
import { queryClient } from '../../lib/api/query-client.ts';

interface HistoryRoute {
  path: string;
  component: RouteComponent;
  search: z.ZodType<object>;
  /** Asks for what can be chosen while the screen's code is on its way; nothing waits for it. */
  prefetch: () => void;
}

/** The five screens of what was measured; their code is loaded when the first of them is opened. */
export const HISTORY_ROUTES: readonly HistoryRoute[] = HISTORY_SCREENS.map((screen) => ({
  path: historyAddress(screen),
  component: lazyRouteComponent(async () => {
    const { HistoryScreen } = await import('../../features/history/screen/history-screen.tsx');
    return { Screen: () => <HistoryScreen screen={screen} /> };
  }, 'Screen'),
  search: historySearch,
  prefetch: () => void queryClient.prefetchQuery(choicesQuery()),
}));
