import type { CardView } from '@airdeck/contract/monitoring/schema';
import { lazyRouteComponent, type RouteComponent, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { z } from 'zod';
import { SCREENS, type Screen } from '../../features/monitoring/address/screen.ts';
import { monitoringSearch } from '../../features/monitoring/address/search.ts';
import { cardsQuery } from '../../features/monitoring/api/cards-query.ts';
import { purifiersQuery } from '../../features/monitoring/api/purifiers-query.ts';
import { sensorsQuery } from '../../features/monitoring/api/sensors-query.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { NotFound } from '../not-found.tsx';

const isId = (text: string | undefined): boolean => text === undefined || /^[1-9]\d{0,9}$/.test(text);

export interface MonitoringScreenProps {
  /** The {id} of the address; without it a screen shows everything that the user may see. */
  id: number | undefined;
}

type ScreenComponent = ComponentType<MonitoringScreenProps>;

/** The address's optional {id}, handed to the screen as a prop. What is no id is no address of ours. */
function withId(Screen: ScreenComponent) {
  return function MonitoringRoute() {
    const { id } = useParams({ strict: false });
    return isId(id) ? <Screen id={id === undefined ? undefined : Number(id)} /> : <NotFound />;
  };
}

async function cardsScreen(view: CardView): Promise<ScreenComponent> {
  const { CardsScreen } = await import('../../features/monitoring/cards/cards-screen.tsx');
  return ({ id }) => <CardsScreen view={view} id={id} />;
}

/** Each screen's code is loaded when it is first opened. */
const LOAD: Record<Screen, () => Promise<ScreenComponent>> = {
  agency: () => cardsScreen('agency'),
  grade: () => cardsScreen('grade'),
  half: () => cardsScreen('half'),
  meter: () => cardsScreen('meter'),
  sensor: async () => (await import('../../features/monitoring/sensor/sensor-screen.tsx')).SensorScreen,
  localization: async () =>
    (await import('../../features/monitoring/localization/localization-screen.tsx')).LocalizationScreen,
  purifier: async () => (await import('../../features/monitoring/purifier/purifier-screen.tsx')).PurifierScreen,
};

/** What each screen loads first. */
const PREFETCH: Record<Screen, (id: number | undefined) => Promise<void>> = {
  agency: (id) => queryClient.prefetchQuery(cardsQuery('agency', id)),
  grade: (id) => queryClient.prefetchQuery(cardsQuery('grade', id)),
  half: (id) => queryClient.prefetchQuery(cardsQuery('half', id)),
  meter: (id) => queryClient.prefetchQuery(cardsQuery('meter', id)),
  sensor: (id) => queryClient.prefetchQuery(sensorsQuery(id)),
  localization: (id) => queryClient.prefetchQuery(sensorsQuery(id)),
  purifier: (id) => queryClient.prefetchQuery(purifiersQuery(id)),
};

interface MonitoringRoute {
  name: Screen;
  component: RouteComponent;
  search: z.ZodType<object>;
  /** Asks for the screen's data while its link is pointed at and its code is on its way; nothing waits for it. */
  prefetch: (id: string | undefined) => void;
}

/** The seven screens of Monitoring, by the word in their address. */
export const MONITORING_SCREENS: readonly MonitoringRoute[] = SCREENS.map((name) => ({
  name,
  component: lazyRouteComponent(async () => ({ Screen: withId(await LOAD[name]()) }), 'Screen'),
  search: monitoringSearch,
  prefetch: (id) => {
    if (isId(id)) void PREFETCH[name](id === undefined ? undefined : Number(id));
  },
}));
