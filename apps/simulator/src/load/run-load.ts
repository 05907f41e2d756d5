import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials } from '../mqtt/connect.ts';
import { createFrameSource } from './frame-source.ts';
import { createLatencies, type LatencySummary } from './latencies.ts';
import { type LoadConnection, openLoadConnection } from './load-connection.ts';

const TICK_MS = 5;

/**
 * Sends `rate` messages a second over the connections in turn for `seconds`; returns their number. If the server is
 * slower, unsent messages are made up only as far as the windows allow.
 */
async function keepPace(connections: readonly LoadConnection[], rate: number, seconds: number): Promise<number> {
  const start = performance.now();
  const total = Math.round(rate * seconds);
  let sent = 0;
  let turn = 0;
  while (performance.now() - start < seconds * 1000) {
    const due = Math.min(total, Math.ceil((rate * (performance.now() - start)) / 1000));
    for (let refused = 0; sent < due && refused < connections.length; turn += 1) {
      const one = connections[turn % connections.length]?.send(1) ?? 0;
      sent += one;
      refused = one === 1 ? 0 : refused + 1;
    }
    await sleep(TICK_MS);
  }
  return sent;
}

export interface LoadOptions {
  /** `mqtt://host:port`; no TLS. */
  readonly url: string;
  readonly connections: number;
  readonly devicesPerConnection: number;
  /** Maximum number of unacknowledged messages of a connection. */
  readonly inFlight: number;
  readonly seconds: number;
  readonly readingsPerFrame: number;
  readonly credentials: (connection: number) => Credentials;
  readonly topicOf: (connection: number, device: number) => string;
  /** Frames a second of all connections together; without it, as many as are acknowledged. */
  readonly rate?: number | undefined;
  /**
   * Times of each device's frames: from `start` (epoch ms) in steps of `step` ms. Without it, the time of sending,
   * never the same twice.
   */
  readonly times?: { readonly start: number; readonly step: number } | undefined;
}

export interface LoadResult {
  readonly sent: number;
  readonly acknowledged: number;
  /** From the first message to the last acknowledgement. */
  readonly seconds: number;
  /** Acknowledged frames a second. */
  readonly rate: number;
  /** From sending to acknowledgement, ms. */
  readonly latency: LatencySummary;
  /** Refused or lost connections, by reason. */
  readonly errors: Readonly<Record<string, number>>;
}

const OPENING_AT_ONCE = 100;
/** How long to wait for outstanding acknowledgements at the end. */
const DRAIN_MS = 10_000;
const DRAIN_LOOK_MS = 5;

function timesOf({ times }: LoadOptions): (last: number) => number {
  if (times === undefined) return (last) => Math.max(last + 1, Date.now());
  return (last) => (last === 0 ? times.start : last + times.step);
}

async function openAll(count: number, open: (i: number) => LoadConnection): Promise<LoadConnection[]> {
  const all: LoadConnection[] = [];
  while (all.length < count) {
    const some = Array.from({ length: Math.min(OPENING_AT_ONCE, count - all.length) }, (_, i) => open(all.length + i));
    all.push(...some);
    await Promise.all(some.map(({ ready }) => ready));
  }
  return all;
}

/** Sends frames for `seconds`, then waits for outstanding acknowledgements. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { hostname: host, port } = new URL(options.url);
  const latencies = createLatencies();
  const errors: Record<string, number> = {};
  const frames = createFrameSource(options.readingsPerFrame);
  const timeAfter = timesOf(options);
  const run = `load-${process.pid}-${Date.now()}`;
  let sent = 0;
  let isSending = false;
  let lastAnswer = 0;
  const connections = await openAll(options.connections, (i) =>
    openLoadConnection({
      host,
      port: Number(port === '' ? 1883 : port),
      clientId: `${run}-${i}`,
      ...options.credentials(i),
      topics: Array.from({ length: options.devicesPerConnection }, (_, device) => options.topicOf(i, device)),
      inFlight: options.inFlight,
      frames,
      timeAfter,
      onLatency: latencies.add,
      onRoom(connection, messages) {
        lastAnswer = performance.now();
        if (isSending && options.rate === undefined) sent += connection.send(messages);
      },
      onTrouble(reason) {
        errors[reason] = (errors[reason] ?? 0) + 1;
      },
    }),
  );

  const start = performance.now();
  isSending = true;
  if (options.rate === undefined) {
    for (const connection of connections) sent += connection.send(options.inFlight);
    await sleep(options.seconds * 1000);
  } else {
    sent = await keepPace(connections, options.rate, options.seconds);
  }
  isSending = false;
  const drained = performance.now() + DRAIN_MS;
  while (connections.some(({ isWaiting }) => isWaiting()) && performance.now() < drained) {
    await sleep(DRAIN_LOOK_MS);
  }
  for (const connection of connections) connection.end();
  const seconds = Math.max(0, lastAnswer - start) / 1000;
  const acknowledged = latencies.count();
  const rate = seconds > 0 ? Math.round(acknowledged / seconds) : 0;
  return { sent, acknowledged, seconds: Number(seconds.toFixed(3)), rate, latency: latencies.summary(), errors };
}
