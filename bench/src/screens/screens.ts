import type { Browser, Page } from 'playwright-core';
import { median, print } from '../figure.ts';
import { startAirdeck } from '../start/demo-process.ts';
import { type ConsolePage, openBrowser, openConsole, workOf } from './console-page.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 10);
/** `first` and names of screens; default: all. */
const PARTS = process.env.BENCH_PARTS?.split(',');
const isAsked = (part: string): boolean => PARTS?.includes(part) ?? true;
/** The console has preloaded other screens by then; people look at a screen for longer. */
const LOOK_MS = 2_000;

interface Screen {
  address: string;
  /** Its purpose. */
  content: string;
}

/** The screens between which people switch. */
const screensOf = (meter: number, sensor: number): Record<string, Screen> => ({
  agency: { address: '/monitoring/agency', content: 'article' },
  meter: { address: '/monitoring/meter', content: 'article' },
  sensors: { address: '/monitoring/sensor', content: '[data-reorder-key] li' },
  sensor: { address: `/monitoring/sensor/${meter}`, content: 'figure canvas' },
  begin: { address: '/current/current/instrument', content: 'a[href]' },
  graph: {
    address: `/current/current/sensorcur?meter=${meter}&sensor=${sensor}&view=graph&period=week`,
    content: 'figure canvas',
  },
  alarms: { address: '/current/error/liveerror', content: 'tbody tr' },
  purifiers: { address: '/management/control/controlair', content: 'tbody tr' },
  meters: { address: '/management/setting/measuring', content: 'tbody tr' },
});

/** Parts of a waiting time, ms; they overlap. */
interface Wait {
  all: number;
  /** A request to the API was in progress: server and loopback network. */
  server: number;
  /** Code was being loaded. */
  code: number;
  /** CPU time of the main thread; unknown for a new page. */
  script?: number;
}

/**
 * Injected into the page: parts of the time since `begun`, until a screen other than the marked one shows its content.
 */
const stands = ({ begun, content }: { begun: number; content: string }): Promise<Wait> =>
  new Promise((resolve) => {
    const covered = (isPart: (entry: PerformanceResourceTiming) => boolean, until: number): number => {
      const spans = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter((entry) => entry.startTime >= begun && entry.startTime < until && isPart(entry))
        .map(
          ({ startTime, responseEnd }) =>
            [startTime, responseEnd === 0 ? until : Math.min(until, responseEnd)] as const,
        )
        .toSorted(([a], [b]) => a - b);
      let sum = 0;
      let end = begun;
      for (const [from, to] of spans) {
        sum += Math.max(0, to - Math.max(end, from));
        end = Math.max(end, to);
      }
      return sum;
    };
    const look = () => {
      const main = document.querySelector('main');
      const isReady =
        (main?.querySelector('h1:not([data-left])') ?? null) !== null &&
        main?.querySelector('.MuiSkeleton-root, [role=progressbar], [aria-busy=true]') === null &&
        main?.querySelector(content) !== null;
      if (!isReady) return void requestAnimationFrame(look);
      // A chart draws one frame after it is mounted.
      requestAnimationFrame(() => {
        const now = performance.now();
        resolve({
          all: now - begun,
          server: covered(({ name }) => name.includes('/api/') && !name.includes('/live'), now),
          code: covered(({ name }) => name.includes('/assets/'), now),
        });
      });
    };
    look();
  });

/** From Enter in the address bar to the screen with its data. */
const open = async (page: Page, url: string, { address, content }: Screen): Promise<Wait> => {
  // Leaving must not end the session, and a busy machine may be late with the next page.
  await page.evaluate(() => window.origin !== 'null' && sessionStorage.setItem('isReload', 'true'));
  await page.goto(url + address, { waitUntil: 'domcontentloaded' });
  return page.evaluate(stands, { begun: 0, content });
};

/**
 * From the change of the address to the other screen with its data. No link was hovered before, which would preload it.
 */
const change = async (page: Page, { address, content }: Screen): Promise<Wait> => {
  const begun = await page.evaluate((to) => {
    performance.clearResourceTimings();
    for (const title of document.querySelectorAll('main h1')) title.setAttribute('data-left', '');
    const now = performance.now();
    window.history.pushState(null, '', to);
    return now;
  }, address);
  return page.evaluate(stands, { begun, content });
};

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const printWaits = (name: string, waits: readonly Wait[], reach: number): void => {
  const of = (part: keyof Wait): number => median(waits.map((wait) => wait[part] ?? Number.NaN));
  print({ name, value: of('all'), unit: 'ms', reach: `<= ${reach}` });
  for (const part of ['server', 'code', 'script'] as const)
    if (waits[0]?.[part] !== undefined) print({ name: `${name}, ${part}`, value: of(part), unit: 'ms' });
};

/** CPU time of the main thread during a wait; mostly scripts. */
const withWork = async ({ devtools }: ConsolePage, act: () => Promise<Wait>): Promise<Wait> => {
  const before = await workOf(devtools);
  const wait = await act();
  return { ...wait, script: (await workOf(devtools)) - before };
};

const measureFirst = async (browser: Browser, warm: ConsolePage, url: string, agency: Screen): Promise<void> => {
  const empty = await browser.newPage();
  const bare: number[] = [];
  const cold: Wait[] = [];
  const first: Wait[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const begun = performance.now();
    await empty.goto(`${url}/api/v1/health`);
    bare.push(performance.now() - begun);
    const visitor = await openConsole(browser, url);
    cold.push(await open(visitor.page, url, agency));
    await visitor.page.context().close();
    first.push(await open(warm.page, url, agency));
    // Time that people look at a screen.
    await rest(LOOK_MS);
  }
  // The first round fills the caches of server and browser.
  print({ name: 'a page without anything', value: median(bare.slice(1)), unit: 'ms' });
  printWaits('first screen, nothing cached', cold.slice(1), 1_000);
  printWaits('first screen', first.slice(1), 400);
};

/** Waiting times for the first screen, and for each of the main screens after another one. */
export async function benchScreens(): Promise<void> {
  const { url, stop } = await startAirdeck('demo', ['--history-days', '1']);
  const browser = await openBrowser();
  try {
    const warm = await openConsole(browser, url);
    const { page } = warm;
    const { content: meters } = await warm.ask<{ content: { id: number }[] }>('/meters?size=1');
    const meter = meters[0]?.id ?? 0;
    const { content: sensors } = await warm.ask<{ content: { id: number }[] }>(`/sensors?meterId=${meter}&size=1`);
    const screens = screensOf(meter, sensors[0]?.id ?? 0);
    const { agency } = screens as { agency: Screen };

    if (isAsked('first')) await measureFirst(browser, warm, url, agency);
    for (const [name, screen] of Object.entries(screens)) {
      if (!isAsked(name)) continue;
      const once: Wait[] = [];
      const again: Wait[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const from = screen === agency ? (screens.meters as Screen) : agency;
        await open(page, url, from);
        await rest(LOOK_MS);
        once.push(await withWork(warm, () => change(page, screen)));
        await change(page, from);
        again.push(await withWork(warm, () => change(page, screen)));
      }
      printWaits(`to ${name}, first time`, once.slice(1), 150);
      printWaits(`to ${name}, again`, again.slice(1), 150);
    }
  } finally {
    await browser.close();
    await stop();
  }
}
