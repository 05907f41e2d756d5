import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadConnection } from './load-connection.ts';

const TICK_MS = 5;

/**
 * Sends `rate` messages a second over the connections in turn for `seconds`; returns their number. If the server is
 * slower, unsent messages are made up only as far as the windows allow.
 */
export async function keepPace(connections: readonly LoadConnection[], rate: number, seconds: number): Promise<number> {
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
