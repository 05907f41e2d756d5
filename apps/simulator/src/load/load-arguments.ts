import { parseArgs } from 'node:util';
import { topicOf } from '@airdeck/contract/protocol/topic';
import { commandLine } from '@airdeck/domain/command-line';
import type { LoadOptions } from './run-load.ts';

const LOAD = commandLine('load', process.env);

export const LOAD_HELP = `Sends made-up frames as fast as the server acknowledges them, and says how fast that was.

  ${LOAD} --username ORGANIZATION:GATEWAY --password SECRET [options]
  ${LOAD} --plan FILE

  --url URL             MQTT of the server (mqtt://127.0.0.1:1883), without TLS
  --username, --password
                        what "${commandLine('device', process.env)} gateway" printed; also AIRDECK_USERNAME and AIRDECK_PASSWORD
  --connections N       connections, all with this login (1)
  --devices N           devices of each connection (50); connection 1 sends for LOAD-1-1, LOAD-1-2 …
  --in-flight N         unacknowledged messages of a connection at most (20)
  --seconds N           how long (10)
  --readings N          readings of a frame (7)
  --rate N              frames a second of all together, instead of as many as possible
  --plan FILE           JSON: { url, inFlight, seconds, readingsPerFrame, rate?, times?: { start, step },
                        logins: [{ username, password, devices: [code, …] }, …] }, one connection for each login;
                        a times.step in ms gives each device's frames times from start on, not those of sending

The devices have to be registered, else the server keeps their frames in quarantine. It takes 10 messages a second
from a device. The result is one line of JSON: sent, acknowledged, seconds, rate, latency (ms), errors.`;

export interface LoadLogin {
  readonly username: string;
  readonly password: string;
  readonly devices: readonly string[];
}

/** A load as one file, so that it can be passed to another process. */
export interface LoadPlan
  extends Pick<LoadOptions, 'url' | 'inFlight' | 'seconds' | 'readingsPerFrame' | 'rate' | 'times'> {
  readonly logins: readonly LoadLogin[];
}

/** An invalid command line or plan; the message says why. */
export class LoadArgumentError extends Error {
  override readonly name = 'LoadArgumentError';
}

/** A load plan. Every login must have the same number of devices. */
export function loadOfPlan({ logins, ...plan }: LoadPlan): LoadOptions {
  const devicesPerConnection = logins[0]?.devices.length ?? 0;
  if (devicesPerConnection === 0 || logins.some(({ devices }) => devices.length !== devicesPerConnection)) {
    throw new LoadArgumentError('a plan needs logins, each with the same number of devices');
  }
  const loginOf = (connection: number): LoadLogin => {
    const login = logins[connection];
    if (login === undefined) throw new RangeError(`no login ${connection}`);
    return login;
  };
  return {
    ...plan,
    connections: logins.length,
    devicesPerConnection,
    credentials: (connection) => loginOf(connection),
    topicOf(connection, device) {
      const { username, devices } = loginOf(connection);
      return topicOf(username.split(':')[0] ?? '', devices[device] ?? '', 'readings');
    },
  };
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
        username: { type: 'string' },
        password: { type: 'string' },
        connections: { type: 'string', default: '1' },
        devices: { type: 'string', default: '50' },
        'in-flight': { type: 'string', default: '20' },
        seconds: { type: 'string', default: '10' },
        readings: { type: 'string', default: '7' },
        rate: { type: 'string' },
        plan: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new LoadArgumentError((error as Error).message);
  }
}

function whole(name: string, text: string, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new LoadArgumentError(`--${name} is a whole number from 1 to ${most}, not "${text}"`);
}

/** The requested action: help, a plan from a file, or a plan from the arguments. @throws LoadArgumentError */
export function parseLoadArguments(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): { help: true } | { planFile: string } | { plan: LoadPlan } {
  const values = parse(args);
  if (values.help) return { help: true };
  if (values.plan !== undefined) return { planFile: values.plan };
  const username = values.username ?? environment.AIRDECK_USERNAME ?? '';
  const password = values.password ?? environment.AIRDECK_PASSWORD ?? '';
  if (!username.includes(':') || password === '') {
    throw new LoadArgumentError('--username ORGANIZATION:GATEWAY and --password, or a --plan, are needed');
  }
  const devices = whole('devices', values.devices, 10_000);
  const connections = whole('connections', values.connections, 10_000);
  const logins = Array.from({ length: connections }, (_, connection) => ({
    username,
    password,
    devices: Array.from({ length: devices }, (_, device) => `LOAD-${connection + 1}-${device + 1}`),
  }));
  return {
    plan: {
      url: values.url,
      inFlight: whole('in-flight', values['in-flight'], 10_000),
      seconds: whole('seconds', values.seconds, 86_400),
      readingsPerFrame: whole('readings', values.readings, 64),
      rate: values.rate === undefined ? undefined : whole('rate', values.rate, 1_000_000),
      logins,
    },
  };
}
