import { print } from '../figure.ts';
import { type ConsolePage, openBrowser, openConsole } from './console-page.ts';
import { METERS, openLiveSite, REPORTS_A_MINUTE } from './live-site.ts';

/** With six times the usual reports, ten minutes have the messages of an hour. */
const MINUTES = Number(process.env.BENCH_MINUTES ?? 10);
const MINUTE_MS = 60_000;
/** After this time caches and compiled code have reached their size. */
const WARM_MINUTES = 2;

const SCREENS = {
  agency: '/monitoring/agency',
  sensors: '/monitoring/sensor',
  'sensors as a table': '/monitoring/sensor?view=table',
} as const;

interface Sample {
  heapMb: number;
  nodes: number;
  listeners: number;
}

/** Memory after a garbage collection. */
const sampleOf = async ({ devtools }: ConsolePage): Promise<Sample> => {
  // A second collection frees what the first released from outside the heap.
  for (let i = 0; i < 2; i++) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heapMb: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), listeners: of('JSEventListeners') };
};

/** Growth per minute by least squares. */
const slopeOf = (values: readonly number[]): number => {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [above, below] = [0, 0];
  for (const [i, value] of values.entries()) {
    above += (i - middle) * (value - mean);
    below += (i - middle) ** 2;
  }
  return above / below;
};

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Growth of screens with live values: JS heap after garbage collection, nodes and listeners. */
export const benchLiveMemory = async (): Promise<void> => {
  const site = await openLiveSite((MINUTES + WARM_MINUTES) * 60 + 120);
  const browser = await openBrowser();
  try {
    const opened: [string, ConsolePage, Sample[]][] = [];
    const first = await openConsole(browser, site.url);
    const { content } = await first.ask<{ content: { id: number }[] }>('/meters?size=1');
    for (const [name, address] of [
      ...Object.entries(SCREENS),
      ['sensor', `/monitoring/sensor/${content[0]?.id}`] as const,
    ]) {
      const each = opened.length === 0 ? first : await openConsole(browser, site.url);
      await each.page.goto(site.url + address);
      await each.page.locator('main [data-reorder-key], main tbody tr, main canvas').first().waitFor();
      opened.push([name, each, []]);
    }
    await rest(WARM_MINUTES * MINUTE_MS);
    for (let minute = 0; minute <= MINUTES; minute++) {
      if (minute > 0) await rest(MINUTE_MS);
      for (const [name, each, samples] of opened) {
        const sample = await sampleOf(each);
        samples.push(sample);
        const unit = `MB after ${minute} min, ${sample.nodes} nodes, ${sample.listeners} listeners`;
        print({ name: `live memory ${name}`, value: sample.heapMb, unit });
      }
    }
    const minutesOfHour = 60 / REPORTS_A_MINUTE;
    for (const [name, , samples] of opened) {
      const growth = (part: keyof Sample): number => slopeOf(samples.map((sample) => sample[part])) * minutesOfHour;
      const hour = `in an hour of ${METERS} meters' messages`;
      print({ name: `live memory ${name}: heap`, value: growth('heapMb'), unit: `MB ${hour}`, reach: '<= 0.5' });
      print({ name: `live memory ${name}: nodes`, value: growth('nodes'), unit: hour });
      print({ name: `live memory ${name}: listeners`, value: growth('listeners'), unit: hour });
    }
  } finally {
    await browser.close();
    await site.stop();
  }
};
