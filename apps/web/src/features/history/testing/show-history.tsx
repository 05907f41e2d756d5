import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { parseSearch, stringifySearch } from '../../../lib/url/search-text.ts';
import { HISTORY_SCREENS, historyAddress } from '../model/screen.ts';
import { historySearch } from '../model/search.ts';
import { HistoryScreen } from '../screen/history-screen.tsx';

/** For tests: the five screens at their addresses, with a separate cache. */
export function showHistory(address: string) {
  const root = createRootRoute({ component: Outlet });
  const screens = HISTORY_SCREENS.map((screen) =>
    createRoute({
      getParentRoute: () => root,
      path: historyAddress(screen),
      validateSearch: historySearch,
      component: () => <HistoryScreen screen={screen} />,
    }),
  );
  const router = createRouter({
    routeTree: root.addChildren(screens),
    history: createMemoryHistory({ initialEntries: [`/current/current/${address}`] }),
    parseSearch,
    stringifySearch,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  render(
    <QueryClientProvider client={client}>
      <SnackbarProvider>
        <RouterProvider router={router} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return { router, client };
}
