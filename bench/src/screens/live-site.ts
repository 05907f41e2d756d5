import { join } from 'node:path';
import { nextMessage, startChild, stopChild } from '../child.ts';
import type { Shape } from '../ingest/generator.ts';
import { here } from '../ingest/ingest.ts';
import type { BusyShape } from '../store/busy-server.ts';

export const METERS = 1_000;
const METERS_OF_GATEWAY = 50;
/** The usual interval of a meter is a minute; by default each reports six times as often. */
export const REPORTS_A_MINUTE = Number(process.env.BENCH_REPORTS ?? 6);

export interface LiveSite {
  url: string;
  stop(): Promise<void>;
}

/** The real server with a thousand meters that report for at least this many seconds. */
export const openLiveSite = async (seconds: number): Promise<LiveSite> => {
  const shape: BusyShape = { meters: METERS, gateways: METERS / METERS_OF_GATEWAY, oldMeters: 0, oldDays: 0 };
  const server = startChild(join(import.meta.dirname, '../store/busy-server.ts'), [JSON.stringify(shape)]);
  const { port, mqttPort } = await nextMessage<{ port: number; mqttPort: number }>(server);
  const load: Shape = {
    ...{ port: mqttPort, connections: METERS / METERS_OF_GATEWAY, devicesPerConnection: METERS_OF_GATEWAY },
    ...{ inFlight: 20, seconds, rate: (METERS * REPORTS_A_MINUTE) / 60 },
  };
  const meters = startChild(here('generator.ts'), [JSON.stringify(load)]);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      meters.kill();
      await stopChild(server);
    },
  };
};
