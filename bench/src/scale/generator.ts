// The load of all organizations; its options are JSON on the command line.
import { runLoad } from '@airdeck/simulator/load/run-load';
import { SECRET } from '../ingest/names.ts';
import { METERS_PER_GATEWAY, organizationCodes } from './names.ts';

export interface ScaleLoad {
  port: number;
  seconds: number;
  /** Total frames a second. */
  rate: number;
}

const { port, seconds, rate } = JSON.parse(process.argv[2] ?? '{}') as ScaleLoad;
const organizations = organizationCodes();
const result = await runLoad({
  ...{ seconds, rate, inFlight: 20, readingsPerFrame: 7 },
  url: `mqtt://127.0.0.1:${port}`,
  connections: organizations.length,
  devicesPerConnection: METERS_PER_GATEWAY,
  credentials: (gateway) => ({ username: `${organizations[gateway]}:GW${gateway}`, password: SECRET }),
  topicOf: (gateway, device) =>
    `airdeck/v1/${organizations[gateway]}/D${gateway * METERS_PER_GATEWAY + device}/readings`,
});
process.send?.(result);
