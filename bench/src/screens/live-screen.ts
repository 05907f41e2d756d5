import type { Browser } from 'playwright-core';
import { print, quantile } from '../figure.ts';
import { type ConsolePage, openBrowser, openConsole, workOf } from './console-page.ts';
import { openLiveSite } from './live-site.ts';

/** How long each screen is observed, and then used. */
const WATCH_MS = Number(process.env.BENCH_SECONDS ?? 60) * 1_000;
const ACT_EVERY_MS = 300;
const ACTIONS = 60;
/** All meters have reported, and the page has settled. */
const SETTLE_MS = 15_000;
/** Chromium reports no shorter ones. */
const SHORTEST_MS = 16;

/** Screens with lists of places, meters and sensors; the table is another view of a list. */
const SCREENS = {
  agency: '/monitoring/agency',
  departments: '/monitoring/half',
  meters: '/monitoring/meter',
  sensors: '/monitoring/sensor',
  'sensors as a table': '/monitoring/sensor?view=table',
} as const;

/** Figures that the bench's page keeps on its window. */
interface Seen {
  frames: number;
  shift: number;
  longTasks: number[];
  /** From an input to the next paint that shows it, by interaction. */
  paints: Record<number, number>;
  /** Number of changes of the list's order, and the shortest time between two, ms. */
  orders: number[];
}
declare global {
  interface Window {
    seen: Seen;
  }
}

/** Injected into the page: starts measuring, again with each call. */
const watch = (): void => {
  const isFirst = window.seen === undefined;
  window.seen = { frames: 0, shift: 0, longTasks: [], paints: {}, orders: [] };
  if (!isFirst) return;
  let order: string | undefined;
  const orderNow = (): string =>
    [...document.querySelectorAll<HTMLElement>('[data-reorder-key], tbody tr')]
      .slice(0, 12)
      .map((item) => item.dataset.reorderKey ?? item.firstElementChild?.textContent)
      .join('|');
  const frame = () => {
    window.seen.frames++;
    const now = orderNow();
    if (order !== undefined && now !== order) window.seen.orders.push(performance.now());
    order = now;
    requestAnimationFrame(frame);
  };
  frame();
  const observe = (type: string, note: (entry: PerformanceEntry) => void, options: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, ...options });
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) window.seen.shift += value;
  });
  observe('longtask', ({ duration }) => window.seen.longTasks.push(duration));
  observe(
    'event',
    (entry) => {
      const { interactionId = 0, duration } = entry as PerformanceEntry & { interactionId?: number };
      if (interactionId === 0) return;
      window.seen.paints[interactionId] = Math.max(window.seen.paints[interactionId] ?? 0, duration);
    },
    { durationThreshold: 16 },
  );
};

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Watched extends Seen {
  fps: number;
  /** Share of CPU time of the main thread. */
  busy: number;
}

const watchFor = async ({ page, devtools }: ConsolePage, act: () => Promise<unknown>): Promise<Watched> => {
  await page.evaluate(watch);
  const before = await workOf(devtools);
  const began = performance.now();
  await act();
  const ms = performance.now() - began;
  const seen = await page.evaluate(() => window.seen);
  const work = (await workOf(devtools)) - before;
  return { ...seen, fps: (seen.frames / ms) * 1_000, busy: work / ms };
};

/** Uses a list like a person: moves the focus, filters by grade, scrolls. */
const act = async ({ page }: ConsolePage): Promise<void> => {
  const filter = page.locator('main button[aria-pressed]');
  const filters = Math.min(3, await filter.count());
  for (let i = 0; i < ACTIONS; i++) {
    if (i % 10 === 9 && filters > 0) {
      // Pressed, and released two actions later.
      await filter.nth(Math.floor(i / 20) % filters).click({ force: true, timeout: 5_000 });
    } else if (i % 10 === 5) await page.mouse.wheel(0, i % 20 === 5 ? 900 : -900);
    else await page.keyboard.press('Tab');
    await rest(ACT_EVERY_MS);
  }
};

const printScreen = async (
  browser: Browser,
  url: string,
  name: string,
  address: string,
  idle: number,
): Promise<void> => {
  const opened = await openConsole(browser, url);
  const { page } = opened;
  await page.goto(url + address);
  await page.locator('main [data-reorder-key], main tbody tr').first().waitFor();
  await rest(SETTLE_MS);
  const calm = await watchFor(opened, () => rest(WATCH_MS));
  const worked = await watchFor(opened, () => act(opened));
  await page.context().close();
  const gaps = calm.orders.slice(1).map((at, i) => at - (calm.orders[i] ?? 0));
  const presses = ACTIONS * 0.9;
  const slow = Object.values(worked.paints);
  // A change that Chromium does not report was painted in the next frame.
  const paints = [...Array.from({ length: Math.max(0, presses - slow.length) }, () => SHORTEST_MS), ...slow];
  const of = (what: string): string => `live ${name}: ${what}`;
  print({ name: of('frames'), value: calm.fps, unit: 'frames/s', reach: '>= 50' });
  print({ name: of('frames of an empty page'), value: calm.fps / idle, unit: 'share' });
  print({ name: of('frames while worked with'), value: worked.fps, unit: 'frames/s', reach: '>= 50' });
  print({ name: of('main thread busy'), value: calm.busy * 100, unit: '% of a processor' });
  print({ name: of('layout shift'), value: calm.shift, unit: `in ${WATCH_MS / 1_000} s`, reach: '<= 0.1' });
  print({
    name: of('shortest time between orders'),
    value: Math.min(...gaps, WATCH_MS) / 1_000,
    unit: 's',
    reach: '>= 9.5',
  });
  print({
    name: of('long tasks'),
    value: calm.longTasks.length,
    unit: `longest ${Math.max(0, ...calm.longTasks).toFixed(0)} ms`,
  });
  const sorted = paints.toSorted((a, b) => a - b);
  print({ name: of('input to paint p95'), value: quantile(sorted, 0.95), unit: 'ms', reach: '<= 100' });
  print({ name: of('input to paint max'), value: sorted.at(-1) ?? Number.NaN, unit: `ms of ${sorted.length}` });
};

/** Monitoring's lists while a thousand meters report six times as often as usual. */
export const benchLiveScreen = async (): Promise<void> => {
  const asked = process.env.BENCH_PARTS?.split(',');
  const screens = Object.entries(SCREENS).filter(([name]) => asked?.includes(name) ?? true);
  const site = await openLiveSite(screens.length * ((WATCH_MS + SETTLE_MS) / 1_000 + ACTIONS) + 120);
  const browser = await openBrowser();
  try {
    const empty = await openConsole(browser, site.url);
    await empty.page.goto(`${site.url}/api/v1/health`);
    const { fps } = await watchFor(empty, () => rest(10_000));
    await empty.page.context().close();
    print({ name: 'live: an empty page', value: fps, unit: 'frames/s' });
    for (const [name, address] of screens) await printScreen(browser, site.url, name, address, fps);
  } finally {
    await browser.close();
    await site.stop();
  }
};
