import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { limitLog } from '../limit-log.ts';
import type { Log } from '../log.ts';
import { BOUNDS, type Durations } from './durations.ts';

/** One number, or one per value of a label; the number of label values must not depend on input. */
export type Amounts = number | Readonly<Record<string, number>>;

export interface Figure {
  /** A counter only grows while the process runs; its name ends in `_total`. */
  type: 'counter' | 'gauge';
  name: string;
  help: string;
  label?: string;
  /** Called at each scrape, and only then. */
  read(): Amounts | Promise<Amounts>;
}

export interface Metrics {
  add(figure: Figure): void;
  addDurations(name: string, help: string, durations: Durations): void;
  contentType: string;
  /**
   * All metrics in Prometheus' text format; a metric that cannot be read now is left out. Concurrent scrapes share one
   * result.
   */
  scrape(): Promise<string>;
}

const LOG_LINES_A_MINUTE = 2;

/** The library's own histogram costs a microsecond per value; this one is filled when it is read. */
class DurationsHistogram extends Histogram {
  readonly #durations: Durations;
  readonly #name: string;
  readonly #help: string;

  constructor(name: string, help: string, durations: Durations) {
    super({ name, help, registers: [] });
    this.#durations = durations;
    this.#name = name;
    this.#help = help;
  }

  /** A part of the registry that is missing in its types. */
  async getForPromString() {
    const { cumulative, count, sum } = this.#durations.read();
    const value = (suffix: string, labels: Record<string, string | number>, amount: number) => ({
      metricName: `${this.#name}_${suffix}`,
      labels,
      value: amount,
    });
    return {
      name: this.#name,
      help: this.#help,
      type: 'histogram',
      values: [
        ...BOUNDS.map((le, i) => value('bucket', { le }, cumulative[i] ?? 0)),
        value('bucket', { le: '+Inf' }, count),
        value('sum', {}, sum),
        value('count', {}, count),
      ],
    };
  }
}

export interface MetricsOptions {
  log: Log;
  monotonic(): number;
  /** Labels of every metric. */
  labels?: Readonly<Record<string, string>>;
}

export const createMetrics = (options: MetricsOptions): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels(options.labels ?? {});
  const say = limitLog(options.log, { lines: LOG_LINES_A_MINUTE, monotonic: options.monotonic });
  let scraping: Promise<string> | null = null;

  const text = async (name: string): Promise<string | null> => {
    try {
      return await registry.getSingleMetricAsString(name);
    } catch (error) {
      say('warn', { err: error, metric: name }, 'a figure could not be read');
      return null;
    }
  };

  const all = async (): Promise<string> => {
    const texts = await Promise.all(registry.getMetricsAsArray().map(({ name }) => text(name)));
    return `${texts.filter((each) => each !== null).join('\n\n')}\n`;
  };

  return {
    add({ type, name, help, label, read }) {
      const settings = { name, help, labelNames: label === undefined ? [] : [label], registers: [] };
      const each = (amounts: Amounts, put: (labels: Record<string, string>, amount: number) => void): void => {
        if (typeof amounts === 'number') return put({}, amounts);
        for (const [value, amount] of Object.entries(amounts)) put({ [label ?? '']: value }, amount);
      };
      if (type === 'gauge') {
        const gauge: Gauge = new Gauge({
          ...settings,
          collect: async () => each(await read(), (labels, amount) => gauge.set(labels, amount)),
        });
        registry.registerMetric(gauge);
      } else {
        const counter: Counter = new Counter({
          ...settings,
          collect: async () => {
            const amounts = await read();
            counter.reset();
            each(amounts, (labels, amount) => counter.inc(labels, amount));
          },
        });
        registry.registerMetric(counter);
      }
    },
    addDurations: (name, help, durations) => registry.registerMetric(new DurationsHistogram(name, help, durations)),
    contentType: registry.contentType,
    scrape() {
      scraping ??= all().finally(() => {
        scraping = null;
      });
      return scraping;
    },
  };
};

const FIGURE = /^# HELP (\S+)/;

/**
 * Joins the texts of several processes, whose metrics differ by a label: the format requires all values of a metric
 * together, below one description.
 */
export const joinTexts = (texts: readonly string[]): string => {
  const figures = new Map<string, string[]>();
  for (const text of texts) {
    let lines: string[] = [];
    for (const line of text.split('\n')) {
      const name = FIGURE.exec(line)?.[1];
      if (name !== undefined) {
        lines = figures.get(name) ?? [];
        figures.set(name, lines);
      }
      const isKnown = line.startsWith('#') && lines.includes(line);
      if (line !== '' && !isKnown) lines.push(line);
    }
  }
  return `${[...figures.values()].map((lines) => lines.join('\n')).join('\n\n')}\n`;
};
