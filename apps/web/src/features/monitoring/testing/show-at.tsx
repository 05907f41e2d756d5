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
import { BreadcrumbOutlet } from '../../../ui/breadcrumb.tsx';

/** For tests: renders at an address, with a separate cache. Returns the router and the cache. */
export function showAt(address: string, element: React.ReactNode) {
  const root = createRootRoute({
    component: () => (
      <>
        <BreadcrumbOutlet place="strip" />
        <Outlet />
      </>
    ),
  });
  const screen = createRoute({
    getParentRoute: () => root,
    path: '/monitoring/$screen/{-$id}',
    component: () => element,
  });
  const router = createRouter({
    routeTree: root.addChildren([screen]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <SnackbarProvider>
        <RouterProvider router={router} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return { router, client };
}
