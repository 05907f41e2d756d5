// The load generator as a separate process; its options are JSON on the command line.
import { runLoad } from '@airdeck/simulator/load/run-load';
import { ORGANIZATION, SECRET } from './names.ts';

export interface Shape {
  port: number;
  connections: number;
  devicesPerConnection: number;
  inFlight: number;
  /** Number of the first gateway or device; default 0. */
  firstConnection?: number;
  seconds: number;
  /** Total frames a second; without it, as many as are acknowledged. */
  rate?: number;
}

const shape = JSON.parse(process.argv[2] ?? '{}') as Shape;
const { firstConnection = 0 } = shape;
const isGateway = shape.devicesPerConnection > 1;
const result = await runLoad({
  ...shape,
  url: `mqtt://127.0.0.1:${shape.port}`,
  readingsPerFrame: 7,
  credentials: (connection) => ({
    username: `${ORGANIZATION}:${isGateway ? 'GW' : 'D'}${firstConnection + connection}`,
    password: SECRET,
  }),
  topicOf: (connection, device) =>
    `airdeck/v1/${ORGANIZATION}/D${(firstConnection + connection) * shape.devicesPerConnection + device}/readings`,
});
process.send?.(result);
