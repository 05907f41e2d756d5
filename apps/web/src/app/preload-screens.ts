import { queryClient } from '../lib/api/query-client.ts';
import { sessionStore } from '../lib/session/session-store.ts';
import { preloadChart } from '../ui/chart/image/use-chart-canvas.ts';
import { homeAddress } from './guard.ts';
import type { ConsoleRouter } from './router.tsx';
import { loadGraph } from './routes/load-graph.ts';
import { loadCardsPrefetch, loadGraphPrefetch } from './routes/load-prefetch.ts';
import { areaLinks } from './shell/primary-navigation-areas.ts';

/** Screens that people open next from the lists of Monitoring. */
const ONWARD = ['/monitoring/meter', '/monitoring/sensor', '/current/current/sensorcur'] as const;

/** On a metered or slow line a screen is loaded only when it is opened. */
function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g';
}

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve());
    else setTimeout(resolve, 1_000);
  });

/** Waits until the screen has its data, but not forever. */
const MAX_IDLES = 50;
async function whenIdle(): Promise<void> {
  for (let i = 0; i < MAX_IDLES; i++) {
    await idle();
    if (queryClient.isFetching() === 0) return;
  }
}

/**
 * Loads the code of the screens behind the primary navigation, and of charts, while the browser is idle, one after the other:
 * opening a screen then waits for its data alone. Code that fails to load now is loaded when its screen is opened.
 */
export async function preloadScreens(router: ConsoleRouter): Promise<void> {
  const role = sessionStore.get()?.user.authority;
  if (role === undefined || isSparing()) return;
  const paths = [...ONWARD, ...areaLinks(role, homeAddress(), {}).map(({ path }) => path)];
  const loads = paths.map((path) => async () => {
    const [matched] = router.getMatchedRoutes(path);
    const route = matched.at(-1);
    if (route !== undefined) await router.loadRouteChunk(route);
  });
  for (const load of [...loads, loadGraph, loadCardsPrefetch, loadGraphPrefetch, async () => preloadChart()]) {
    await whenIdle();
    await load();
  }
}
