import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commandLine } from '@airdeck/domain/command-line';
import { isDeviceCode, isOrganizationCode, isZone } from '@airdeck/domain/field-rule';
import type { ReplayOptions } from './replay.ts';

const DEVICE = commandLine('device', process.env);

export const REPLAY_HELP = `Plays a recorded CSV file as a meter.

  ${commandLine('replay', process.env)} FILE --username ORGANIZATION:DEVICE --password SECRET [options]

  --url URL           MQTT of the server (mqtt://127.0.0.1:1883)
  --username, --password
                      what "${DEVICE} add" printed; also AIRDECK_USERNAME and AIRDECK_PASSWORD
  --device CODE       the meter, when a gateway logs in
  --speed N           play N times as fast (1); each row gets the time at which it is played
  --history           send everything at once, moved by whole weeks to end just before now
  --map LIST          column=TYPE[:sequence][@unit], separated by commas, for files that are not known:
                      --map co2=CO2,temp=TEMPERATURE@F,pm=PM2.5:2
  --time COLUMN       the column of the times, when it is not called date, time or timestamp
  --zone ZONE         time zone of times without an offset (Asia/Seoul)

Known without --map: Temtop M2000, UCI occupancy, ROBOD.`;

export type ReplayArguments = Omit<ReplayOptions, 'clock' | 'signal' | 'log'>;

/** An invalid command line; the message says why. */
export class ReplayArgumentError extends Error {
  override readonly name = 'ReplayArgumentError';
}

function need(isGood: boolean, words: string): void {
  if (!isGood) throw new ReplayArgumentError(words);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
        username: { type: 'string' },
        password: { type: 'string' },
        device: { type: 'string' },
        speed: { type: 'string', default: '1' },
        history: { type: 'boolean', default: false },
        map: { type: 'string' },
        time: { type: 'string' },
        zone: { type: 'string', default: 'Asia/Seoul' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new ReplayArgumentError((error as Error).message);
  }
}

/** The requested action, with the file relative to where npm was called; null for help. @throws ReplayArgumentError */
export function parseReplayArguments(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ReplayArguments | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const { url, device, history, map, zone, time: timeColumn } = values;
  const [file = '', ...others] = positionals;
  need(file !== '' && others.length === 0, 'name one FILE');
  const username = values.username ?? environment.AIRDECK_USERNAME ?? '';
  const password = values.password ?? environment.AIRDECK_PASSWORD ?? '';
  need(username !== '' && password !== '', `--username and --password are needed: "${DEVICE} add …" prints them`);
  const [organization = '', own = ''] = username.split(':');
  need(isOrganizationCode(organization) && isDeviceCode(own), `--username is ORGANIZATION:DEVICE, not "${username}"`);
  need(device === undefined || isDeviceCode(device), `--device "${device}" is not a device code`);
  need(/^(mqtts?|tcp):\/\/[^/]+$/.test(url), `--url is mqtt://HOST:PORT, not "${url}"`);
  const speed = Number(values.speed);
  need(speed > 0 && Number.isFinite(speed), `--speed is a number above 0, not "${values.speed}"`);
  need(isZone(zone), `--zone "${zone}" is not a time zone such as Asia/Seoul`);
  return {
    file: resolve(environment.INIT_CWD ?? '.', file),
    url,
    username,
    password,
    device,
    speed,
    history,
    map,
    timeColumn,
    zone,
  };
}
