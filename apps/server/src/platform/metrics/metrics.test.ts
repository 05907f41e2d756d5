import { get } from 'node:http';
import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import { createDurations } from './durations.ts';
import { createMetrics } from './metrics.ts';
import { createMetricsListener } from './metrics-listener.ts';
import { addProcessFigures } from './process-figures.ts';

const log = pino({ level: 'silent' });
const monotonic = () => performance.now();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Only the lines with values. */
const valuesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

it('reads figures when they are asked for, as Prometheus writes them', async () => {
  const metrics = createMetrics({ log, monotonic });
  let reads = 0;
  metrics.add({ type: 'counter', name: 'a_total', help: 'A', read: () => ++reads });
  metrics.add({ type: 'gauge', name: 'b', help: 'B', label: 'kind', read: async () => ({ x: 1, 'y"': 0 }) });
  expect(reads).toBe(0);
  expect(await metrics.scrape()).toBe(
    '# HELP a_total A\n# TYPE a_total counter\na_total 1\n\n' +
      '# HELP b B\n# TYPE b gauge\nb{kind="x"} 1\nb{kind="y\\""} 0\n',
  );
  expect(valuesOf(await metrics.scrape())[0]).toBe('a_total 2');
});

it('leaves out what cannot be read now, and tells the rest', async () => {
  const metrics = createMetrics({ log, monotonic });
  let isBroken = true;
  const read = (): number => {
    if (isBroken) throw new Error('EMFILE');
    return 1;
  };
  metrics.add({ type: 'gauge', name: 'thrown', help: 'T', read });
  metrics.add({ type: 'gauge', name: 'rejected', help: 'R', read: async () => read() });
  metrics.add({ type: 'counter', name: 'shrunk_total', help: 'S', read: () => (isBroken ? -1 : 1) });
  metrics.add({ type: 'gauge', name: 'well', help: 'W', read: () => 1 });
  expect(valuesOf(await metrics.scrape())).toEqual(['well 1']);
  isBroken = false;
  expect(valuesOf(await metrics.scrape())).toEqual(['thrown 1', 'rejected 1', 'shrunk_total 1', 'well 1']);
});

it('is one scrape, however many ask at once', async () => {
  const metrics = createMetrics({ log, monotonic });
  let reads = 0;
  metrics.add({ type: 'counter', name: 'reads_total', help: 'R', read: async () => ++reads });
  await Promise.all(Array.from({ length: 50 }, () => metrics.scrape()));
  expect(reads).toBe(1);
});

it('counts durations in buckets that hold all shorter ones', async () => {
  const metrics = createMetrics({ log, monotonic });
  const durations = createDurations();
  metrics.addDurations('took_seconds', 'How long', durations);
  for (const ms of [0, 1, 1.5, 40, 60_000]) durations.record(ms);
  const values = valuesOf(await metrics.scrape());
  const bucket = (le: string) =>
    values.find((line) => line.startsWith(`took_seconds_bucket{le="${le}"}`))?.split(' ')[1];
  expect(['0.001', '0.0025', '0.025', '0.05', '10', '+Inf'].map(bucket)).toEqual(['2', '3', '3', '4', '4', '5']);
  expect(values.slice(-2)).toEqual(['took_seconds_sum 60.0425', 'took_seconds_count 5']);
});

it('has the usual figures of a process', async () => {
  const metrics = createMetrics({ log, monotonic });
  ends.push(addProcessFigures(metrics));
  const values = new Map(
    valuesOf(await metrics.scrape()).map((line) => {
      const [name = '', value] = line.split(' ');
      return [name, Number(value)];
    }),
  );
  expect(values.get('process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(Math.abs((values.get('process_start_time_seconds') ?? 0) - performance.timeOrigin / 1e3)).toBeLessThan(1);
  expect(values.get('airdeck_event_loop_delay_seconds{quantile="1"}')).toBeGreaterThanOrEqual(0);
  if (process.platform === 'linux') expect(values.get('process_open_fds')).toBeGreaterThan(3);
});

it.each([
  ['/metrics', 'GET', {}, 200],
  ['/metrics?x=1', 'GET', { host: 'localhost' }, 200],
  ['/', 'GET', {}, 404],
  ['/api/v1/users/me', 'GET', {}, 404],
  ['/metrics', 'POST', {}, 405],
  // A page of another site whose name resolves to this machine.
  ['/metrics', 'GET', { host: 'rebound.example' }, 403],
  ['/metrics', 'GET', { host: '/' }, 403],
] as const)('%s by %s with %j → %d', async (path, method, headers, status) => {
  const metrics = createMetrics({ log, monotonic });
  metrics.add({ type: 'gauge', name: 'well', help: 'W', read: () => 1 });
  const listener = createMetricsListener({ port: 0, host: '127.0.0.1', metrics, health: async () => null, log });
  const port = await listener.start();
  ends.push(listener.stop);
  const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (data) => {
        text += data;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    request.on('error', reject);
  });
  expect(answer.status).toBe(status);
  expect(answer.text.includes('well 1')).toBe(status === 200);
});
