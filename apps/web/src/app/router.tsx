import { may } from '@airdeck/domain/policy/may';
import { ROLES, type Role } from '@airdeck/domain/role';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { z } from 'zod';
import { sessionStore } from '../lib/session/session-store.ts';
import { parseSearch, stringifySearch } from '../lib/url/search-text.ts';
import { NotFound, ScreenError } from './error-screens.tsx';
import { afterLogin, deniedStore, guardAddress, homeAddress } from './guard.ts';
import {
  AcknowledgeRoute,
  ADMINISTRATION_ROUTES,
  ALARM_QUALITY_ROUTE,
  ALARM_ROUTES,
  CONTROL_ROUTES,
  HISTORY_ROUTES,
  INSTALLATION_ROUTES,
  MONITORING_ROUTES,
  OWN_SEARCH_ROUTES,
  PLAN_ROUTE,
  QualityRoute,
  ResetRoute,
  SetupRoute,
} from './routes/screen-routes.tsx';
import { loadShell } from './shell/load-shell.ts';

const roleNow = (): Role | null => sessionStore.get()?.user.authority ?? null;

/** Redirects users who may not open the route. */
function guard(deny: readonly Role[] = []) {
  return ({ location, preload }: { location: ParsedLocation; preload: boolean }) => {
    const sent = guardAddress({ address: location.href, role: roleNow(), deny });
    if (sent !== null && sent.next === undefined && !preload) deniedStore.set(location.pathname);
    if (sent !== null) throw redirect({ to: sent.to, search: sent.next === undefined ? {} : { next: sent.next } });
  };
}

const root = createRootRoute({ component: Outlet });

const login = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: z.object({ next: z.string().optional().catch(undefined) }),
  beforeLoad: ({ search }) => {
    if (roleNow() !== null) throw redirect({ href: afterLogin(search.next, window.location.origin) });
  },
  // Login is outside of the console.
  component: () => null,
});

/** Page of a one-time link, with or without a session. */
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  validateSearch: z.object({ token: z.string().max(128).optional().catch(undefined) }),
  component: ResetRoute,
});

const linkSearch = z.object({ token: z.string().max(128).optional().catch(undefined) });

/** Page of the link in a mail about alarms, with or without a session. */
const acknowledge = createRoute({
  getParentRoute: () => root,
  path: '/acknowledge',
  validateSearch: linkSearch,
  component: AcknowledgeRoute,
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: guard(),
  component: lazyRouteComponent(loadShell, 'Shell'),
});

/** Short enough to feel immediate. */
const MOMENT_MS = 120;

/**
 * Ends when loading ends, or after a short time, so that a screen whose data arrive quickly is not drawn empty first.
 */
const forAMoment = (loading: Promise<void>): Promise<void> =>
  Promise.race([loading.catch(() => undefined), new Promise<void>((resolve) => setTimeout(resolve, MOMENT_MS))]);

const monitoring = createRoute({
  getParentRoute: () => shell,
  path: '/monitoring',
  beforeLoad: () => {
    throw redirect({ to: homeAddress() });
  },
});

const monitoringScreens = MONITORING_ROUTES.map(({ path, component, search, prefetch }) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    validateSearch: search,
    loader: ({ params, preload }) => forAMoment(prefetch((params as { id?: string }).id, preload)),
    component,
  }),
);

const historyScreens = HISTORY_ROUTES.map(({ path, component, search, prefetch }) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    validateSearch: search,
    loader: ({ location, preload }) => forAMoment(prefetch(location.search, preload)),
    component,
  }),
);

const listScreens = [...ADMINISTRATION_ROUTES, ...ALARM_ROUTES, ...CONTROL_ROUTES].map(
  ({ path, deny, component, search, prefetch }) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      beforeLoad: guard(deny),
      validateSearch: search,
      loader: ({ location }) => forAMoment(prefetch(location.search)),
      component,
    }),
);

const otherScreens = [...INSTALLATION_ROUTES, ...OWN_SEARCH_ROUTES].map(({ path, deny, component, search }) =>
  createRoute({ getParentRoute: () => shell, path, beforeLoad: guard(deny), validateSearch: search, component }),
);

const alarmQuality = createRoute({
  getParentRoute: () => shell,
  path: ALARM_QUALITY_ROUTE.path,
  beforeLoad: guard(ROLES.filter((role) => !may(role, 'read', 'alarms'))),
  validateSearch: ALARM_QUALITY_ROUTE.search,
  component: ALARM_QUALITY_ROUTE.component,
});

const plan = createRoute({
  getParentRoute: () => shell,
  path: PLAN_ROUTE.path,
  validateSearch: PLAN_ROUTE.search,
  component: PLAN_ROUTE.component,
});

const quality = createRoute({
  getParentRoute: () => shell,
  path: '/management/setting/measuring/$id/quality',
  component: QualityRoute,
});

const setup = createRoute({
  getParentRoute: () => shell,
  path: '/management/setup',
  beforeLoad: guard(ROLES.filter((role) => !may(role, 'create', 'users'))),
  component: SetupRoute,
});

const notFound = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: NotFound,
});

const routeTree = root.addChildren([
  login,
  reset,
  acknowledge,
  shell.addChildren([
    monitoring,
    ...monitoringScreens,
    plan,
    ...historyScreens,
    ...listScreens,
    ...otherScreens,
    alarmQuality,
    setup,
    quality,
    notFound,
  ]),
]);

export const createConsoleRouter = ({ history }: { history?: RouterHistory } = {}) =>
  createRouter({
    ...(history === undefined ? {} : { history }),
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenError,
    scrollRestoration: true,
  });

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;
