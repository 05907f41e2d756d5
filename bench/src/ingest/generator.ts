// The load generator as a process of its own; its shape comes as JSON on the command line.
import { runLoad } from '@airdeck/simulator/load/run-load';
import { ORGANIZATION, SECRET } from './names.ts';

export interface Shape {
  port: number;
  connections: number;
  devicesPerConnection: number;
  inFlight: number;
  seconds: number;
  /** Frames a second in all; as many as are acknowledged when absent. */
  rate?: number;
}

const shape = JSON.parse(process.argv[2] ?? '{}') as Shape;
const isGateway = shape.devicesPerConnection > 1;
const result = await runLoad({
  ...shape,
  url: `mqtt://127.0.0.1:${shape.port}`,
  readingsPerFrame: 7,
  credentials: (connection) => ({
    username: `${ORGANIZATION}:${isGateway ? 'GW' : 'D'}${connection}`,
    password: SECRET,
  }),
  topicOf: (connection, device) =>
    `airdeck/v1/${ORGANIZATION}/D${connection * shape.devicesPerConnection + device}/readings`,
});
process.send?.(result);
