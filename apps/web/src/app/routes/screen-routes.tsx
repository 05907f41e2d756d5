import type { UseQueryOptions } from '@tanstack/react-query';
import { lazyRouteComponent, type RouteComponent, useParams, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { z } from 'zod';
import { ADMINISTRATION, isAdministration } from '../../features/administration/entities/screens.ts';
import { administrationSearch } from '../../features/administration/model/search.ts';
import { alarmSearch } from '../../features/alarm/model/search.ts';
import { qualitySearch } from '../../features/alarm/quality/search.ts';
import { autoModeSearch } from '../../features/auto-mode/model/search.ts';
import { airSearch, commandSearch } from '../../features/control/model/search.ts';
import { choicesQuery } from '../../features/history/api/meters.ts';
import { HISTORY_SCREENS, type HistoryScreen, historyAddress } from '../../features/history/model/screen.ts';
import { type HistorySearch, historySearch } from '../../features/history/model/search.ts';
import {
  type CardsView,
  MONITORING_SCREENS,
  type MonitoringScreen,
  placeOfScreen,
  SPECIFIED_WORD,
} from '../../features/monitoring/address/screen.ts';
import { monitoringSearch } from '../../features/monitoring/address/search.ts';
import { cardsQuery, purifiersQuery, sensorsQuery } from '../../features/monitoring/api/queries.ts';
import { attentionQuery } from '../../features/monitoring/attention/attention-query.ts';
import { currentSearch } from '../../features/purifier/model/search.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import type { ApiFailure } from '../../lib/failure.ts';
import { type LoginHint, markReload, writeLoginHint } from '../../lib/session/session-storage.ts';
import { number } from '../../lib/url/search-fields.ts';
import { preloadChart } from '../../ui/chart/image/use-chart-canvas.ts';
import { NotFound } from '../error-screens.tsx';
import { MENU_ROUTES, type MenuRoute } from '../menu/menu-routes.ts';
import { loadCards } from './load-cards.ts';
import { loadGraph } from './load-graph.ts';
import { loadCardsPrefetch, loadGraphPrefetch } from './load-prefetch.ts';

const isId = (text: string | undefined): boolean => text === undefined || /^[1-9]\d{0,9}$/.test(text);

interface MonitoringScreenProps {
  /** The {id} of the address; without it a screen shows everything that the user may see. */
  id: number | undefined;
}

type ScreenComponent = ComponentType<MonitoringScreenProps>;

/** Passes the address's optional {id} to the screen. Anything else than an id is an unknown address. */
function withId(Screen: ScreenComponent) {
  return function MonitoringRoute() {
    const { id } = useParams({ strict: false });
    return isId(id) ? <Screen id={id === undefined ? undefined : Number(id)} /> : <NotFound />;
  };
}

async function cardsScreen(view: CardsView): Promise<ScreenComponent> {
  const { CardsScreen } = await loadCards();
  return ({ id }) => <CardsScreen view={view} id={id} />;
}

/** Each screen's code is loaded when it is first opened. */
const LOAD: Record<MonitoringScreen, () => Promise<ScreenComponent>> = {
  organizations: () => cardsScreen('organizations'),
  offices: () => cardsScreen('offices'),
  departments: () => cardsScreen('departments'),
  meter: () => cardsScreen('meter'),
  sensor: async () => (await import('../../features/monitoring/sensor/sensor-screen.tsx')).SensorScreen,
  localization: async () =>
    (await import('../../features/monitoring/localization/localization-screen.tsx')).LocalizationScreen,
  purifier: async () => (await import('../../features/monitoring/purifier/purifier-screen.tsx')).PurifierScreen,
};

/** One meter: its sensors, its purifiers, and what its cards show. */
async function prefetchMeter(id: number, isHovered: boolean): Promise<void> {
  preloadChart();
  void queryClient.prefetchQuery(purifiersQuery(id));
  const [{ meters }, { prefetchCards }] = await Promise.all([
    queryClient.fetchQuery(sensorsQuery(id)),
    loadCardsPrefetch(),
  ]);
  const [meter] = meters;
  if (meter !== undefined) await prefetchCards(meter, isHovered);
}

/** The first query of each screen. A failure shows on the screen itself, which asks too. */
const PREFETCH: Record<MonitoringScreen, (id: number | undefined, isHovered: boolean) => Promise<void>> = {
  organizations: (id) => queryClient.prefetchQuery(cardsQuery('organizations', id)),
  offices: (id) => queryClient.prefetchQuery(cardsQuery('offices', id)),
  departments: (id) => queryClient.prefetchQuery(cardsQuery('departments', id)),
  meter: (id) => queryClient.prefetchQuery(cardsQuery('meter', id)),
  sensor: (id, isHovered) =>
    id === undefined ? queryClient.prefetchQuery(sensorsQuery(id)) : prefetchMeter(id, isHovered),
  localization: (id) => queryClient.prefetchQuery(sensorsQuery(id)),
  purifier: (id) => queryClient.prefetchQuery(purifiersQuery(id)),
};

interface MonitoringRoute {
  path: string;
  component: RouteComponent;
  search: z.ZodType<object>;
  /** Loads the screen's data while its link is hovered and its code loads. */
  prefetch: (id: string | undefined, isHovered: boolean) => Promise<void>;
}

/** The seven screens of Monitoring. */
export const MONITORING_ROUTES: readonly MonitoringRoute[] = MONITORING_SCREENS.map((name) => ({
  path: `/monitoring/${SPECIFIED_WORD[name]}/{-$id}`,
  component: lazyRouteComponent(async () => ({ Screen: withId(await LOAD[name]()) }), 'Screen'),
  search: monitoringSearch,
  prefetch: async (id, isHovered) => {
    // The banner on each of these screens.
    if (!isId(id)) return;
    const place = placeOfScreen(name, id === undefined ? undefined : Number(id));
    void queryClient.prefetchQuery(attentionQuery(place));
    await PREFETCH[name](id === undefined ? undefined : Number(id), isHovered);
  },
}));

/** Present states and history of purifiers share one address. */
const currentAirSearch = historySearch.extend({ ...currentSearch.shape, sort: historySearch.shape.sort });

/** The meters, and unless the link is only hovered the lines. */
async function prefetchHistoryGraph(screen: HistoryScreen, search: HistorySearch, isHovered: boolean): Promise<void> {
  const choices = queryClient.prefetchQuery(choicesQuery());
  if (isHovered) return choices;
  const { prefetchGraph } = await loadGraphPrefetch();
  await prefetchGraph(screen, search);
}

interface HistoryRoute {
  path: string;
  component: RouteComponent;
  search: z.ZodType<object>;
  /** Loads the meters, and the lines of a graph, while the code of the screen and of its view loads. */
  prefetch: (search: object, isHovered: boolean) => Promise<void>;
}

/** The five history screens; their code is loaded when the first of them is opened. */
export const HISTORY_ROUTES: readonly HistoryRoute[] = HISTORY_SCREENS.map((screen) => ({
  path: historyAddress(screen),
  component: lazyRouteComponent(async () => {
    if (screen === 'purifierReadings') return { Screen: (await import('./current-air.tsx')).CurrentAir };
    const { HistoryScreen } = await import('../../features/history/screen/history-screen.tsx');
    return { Screen: () => <HistoryScreen screen={screen} /> };
  }, 'Screen'),
  search: screen === 'purifierReadings' ? currentAirSearch : historySearch,
  prefetch: (raw, isHovered) => {
    const search = historySearch.parse(raw);
    if (search.view !== 'graph') return queryClient.prefetchQuery(choicesQuery());
    preloadChart();
    loadGraph().catch(() => undefined);
    return prefetchHistoryGraph(screen, search, isHovered);
  },
}));

/** Loads a list, unless it is shown: then it renews itself. Nothing is asked for that the server could not answer. */
async function prefetchList<List>(query: UseQueryOptions<List, ApiFailure>): Promise<void> {
  const { enabled, ...asked } = query;
  if (enabled === false || queryClient.getQueryData(query.queryKey) !== undefined) return;
  await queryClient.prefetchQuery(asked);
}

interface ScreenRoute extends MenuRoute {
  component: RouteComponent;
  search: z.ZodType<object>;
}

interface ListRoute extends ScreenRoute {
  /** Loads the list while its code loads. */
  prefetch: (search: object) => Promise<void>;
}

/** The screens of administration; a screen's definition is loaded when it is first opened. */
export const ADMINISTRATION_ROUTES: readonly ListRoute[] = MENU_ROUTES.flatMap((route) => {
  const { key } = route;
  if (!isAdministration(key)) return [];
  const component = lazyRouteComponent(async () => {
    const [{ ResourceScreen }, definition] = await Promise.all([
      import('../../features/administration/screen/resource-screen.tsx'),
      ADMINISTRATION[key].load(),
    ]);
    return { Screen: () => <ResourceScreen definition={definition} /> };
  }, 'Screen');
  const prefetch = async (raw: object) => {
    const [{ pageQuery }, definition] = await Promise.all([
      import('../../features/administration/model/api.ts'),
      ADMINISTRATION[key].load(),
    ]);
    await prefetchList(pageQuery(definition, administrationSearch.parse(raw)));
  };
  return [{ ...route, component, search: administrationSearch, prefetch }];
});

/** The two screens of alarms. */
export const ALARM_SCREENS = ['liveError', 'errorHistory'] as const;

const ALARM_COMPONENT: Readonly<Record<(typeof ALARM_SCREENS)[number], RouteComponent>> = {
  liveError: lazyRouteComponent(() => import('../../features/alarm/list/live-error-screen.tsx'), 'LiveErrorScreen'),
  errorHistory: lazyRouteComponent(
    () => import('../../features/alarm/history/error-history-screen.tsx'),
    'ErrorHistoryScreen',
  ),
};

async function prefetchAlarms(list: 'live' | 'history', raw: object): Promise<void> {
  const search = alarmSearch.parse(raw);
  if (search.view === 'graph') return;
  const { alarmsQuery } = await import('../../features/alarm/model/queries.ts');
  await prefetchList(alarmsQuery(list, search));
}

export const ALARM_ROUTES: readonly ListRoute[] = MENU_ROUTES.flatMap((route) => {
  const key = ALARM_SCREENS.find((screen) => screen === route.key);
  if (key === undefined) return [];
  const prefetch = (search: object) => prefetchAlarms(key === 'liveError' ? 'live' : 'history', search);
  return [{ ...route, component: ALARM_COMPONENT[key], search: alarmSearch, prefetch }];
});

/** The screens of control. */
export const CONTROL_SCREENS = ['controlAir', 'controlHistory', 'autoModeAir'] as const;

const controlQueries = () => import('../../features/control/model/queries.ts');

const CONTROL: Readonly<Record<(typeof CONTROL_SCREENS)[number], Omit<ListRoute, keyof MenuRoute>>> = {
  controlAir: {
    component: lazyRouteComponent(
      () => import('../../features/control/air/control-air-screen.tsx'),
      'ControlAirScreen',
    ),
    search: airSearch,
    prefetch: async (search) => prefetchList((await controlQueries()).targetsQuery(airSearch.parse(search))),
  },
  controlHistory: {
    component: lazyRouteComponent(
      () => import('../../features/control/history/control-history-screen.tsx'),
      'ControlHistoryScreen',
    ),
    search: commandSearch,
    prefetch: async (search) => prefetchList((await controlQueries()).commandsQuery(commandSearch.parse(search))),
  },
  autoModeAir: {
    component: lazyRouteComponent(() => import('../../features/auto-mode/list/auto-mode-screen.tsx'), 'AutoModeScreen'),
    search: autoModeSearch,
    async prefetch(search) {
      const { autoModesQuery } = await import('../../features/auto-mode/model/queries.ts');
      await prefetchList(autoModesQuery(autoModeSearch.parse(search)));
    },
  },
};

export const CONTROL_ROUTES: readonly ListRoute[] = MENU_ROUTES.flatMap((route) => {
  const key = CONTROL_SCREENS.find((screen) => screen === route.key);
  return key === undefined ? [] : [{ ...route, ...CONTROL[key] }];
});

/** The screen of those who operate the servers. */
export const INSTALLATION_ROUTES: readonly ScreenRoute[] = MENU_ROUTES.filter(({ key }) => key === 'installation').map(
  (route) => ({
    ...route,
    search: z.object({}),
    component: lazyRouteComponent(
      () => import('../../features/installation/installation-screen.tsx'),
      'InstallationScreen',
    ),
  }),
);

const doorScreens = () => import('../../features/administration/doors/screens.ts');

/** Screens that read their own search, whose schema is loaded with them: compliance, reports, and connecting devices of other makers. */
const OWN_SEARCH: Partial<Record<MenuRoute['key'], RouteComponent>> = {
  compliance: lazyRouteComponent(
    () => import('../../features/history/compliance/compliance-screen.tsx'),
    'ComplianceScreen',
  ),
  reports: lazyRouteComponent(() => import('../../features/history/reports/reports-screen.tsx'), 'ReportsScreen'),
  connect: lazyRouteComponent(doorScreens, 'ConnectScreen'),
  decoderEditor: lazyRouteComponent(doorScreens, 'DecoderEditorScreen'),
  labels: lazyRouteComponent(doorScreens, 'LabelsScreen'),
};
export const OWN_SEARCH_ROUTES: readonly ScreenRoute[] = MENU_ROUTES.flatMap((route) => {
  const component = OWN_SEARCH[route.key];
  return component === undefined ? [] : [{ ...route, component, search: z.looseObject({}) }];
});

/** The floors of an office; another {id} than a number is an unknown address. */
export const PLAN_ROUTE = {
  path: '/monitoring/plan/$id',
  search: z.object({ plan: number }),
  component: lazyRouteComponent(async () => {
    const { PlanScreen } = await import('../../features/monitoring/plan/plan-screen.tsx');
    return {
      Screen() {
        const { id } = useParams({ strict: false });
        return id !== undefined && isId(id) ? <PlanScreen key={id} id={Number(id)} /> : <NotFound />;
      },
    };
  }, 'Screen') as RouteComponent,
} as const;

/** How good alarms are. */
export const ALARM_QUALITY_ROUTE = {
  path: '/current/error/quality',
  search: qualitySearch,
  component: lazyRouteComponent(
    () => import('../../features/alarm/quality/quality-screen.tsx'),
    'AlarmQualityScreen',
  ) as RouteComponent,
} as const;

/** The quality of one meter's data; another {id} than a number is an unknown address. */
export const QualityRoute: RouteComponent = lazyRouteComponent(async () => {
  const { QualityScreen } = await import('../../features/administration/quality/quality-screen.tsx');
  return {
    Screen() {
      const { id } = useParams({ strict: false });
      return id !== undefined && isId(id) ? <QualityScreen id={Number(id)} /> : <NotFound />;
    },
  };
}, 'Screen');

/** The first setup of an installation, step by step. */
export const SetupRoute: RouteComponent = lazyRouteComponent(
  () => import('../../features/administration/setup/setup-screen.tsx'),
  'SetupScreen',
);

/** Leaves a screen that needs no session for the console, or for Login. */
function leaveForConsole(): void {
  markReload();
  window.location.assign('/');
}

/** Acknowledging the alarms of a mail with a one-time link. */
export const AcknowledgeRoute: RouteComponent = lazyRouteComponent(async () => {
  const { AcknowledgeScreen } = await import('../../features/session/acknowledge-screen.tsx');
  return {
    Screen() {
      const { token = '' } = useSearch({ strict: false });
      return <AcknowledgeScreen token={token} onConsole={leaveForConsole} />;
    },
  };
}, 'Screen');

/** Leaves for Login, which is filled in with the given values. */
function leaveForLogin(hint: LoginHint | null): void {
  if (hint !== null) writeLoginHint(hint);
  leaveForConsole();
}

/** Setting a password with a one-time link. */
export const ResetRoute: RouteComponent = lazyRouteComponent(async () => {
  const { ResetScreen } = await import('../../features/session/reset-screen.tsx');
  return {
    Screen() {
      const { token = '' } = useSearch({ strict: false });
      return <ResetScreen token={token} onLogin={leaveForLogin} />;
    },
  };
}, 'Screen');
