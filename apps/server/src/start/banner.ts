import { fsyncSync } from 'node:fs';
import { commandLine } from '@airdeck/domain/command-line';
import type { FirstAdministrator } from '../features/user/first-administrator.ts';
import type { Config } from '../platform/config/config.ts';
import { SERVER_ROLES } from '../platform/config/server-roles.ts';
import { say } from '../platform/say.ts';
import type { Ports } from './supervisor.ts';

/**
 * The first administrator's password is shown now and never again: if the output is a file, it is synced when this
 * returns.
 */
export const sayFirstAdministrator = ({ code, login, password }: FirstAdministrator): void => {
  say();
  say('First start: this is the administrator. The password is shown only now; write it down.');
  say(`login: role=SUPER_ADMIN code=${code} id=${login} password=${password}`);
  try {
    fsyncSync(process.stdout.fd);
  } catch {
    // A terminal or a pipe has nothing to sync; a file has.
  }
};

const shownHost = (host: string): string => (['0.0.0.0', '::', '127.0.0.1'].includes(host) ? 'localhost' : host);

export const sayReady = (config: Config, ports: Ports, isDemo: boolean): void => {
  const { host, metricsHost } = config;
  const isWhole = config.roles.length === SERVER_ROLES.length;
  say();
  if (ports.metrics !== null) say(`metrics: http://${shownHost(metricsHost)}:${ports.metrics}/metrics`);
  if (!isWhole) say(`roles: ${config.roles.join(', ')}`);
  if (ports.mqtt !== null) say(`devices: ${config.mqttTls ? 'mqtts' : 'mqtt'}://${shownHost(host)}:${ports.mqtt}`);
  say(ports.http === null ? 'ready' : `ready: ${config.tls ? 'https' : 'http'}://${shownHost(host)}:${ports.http}`);
  say();
  say('Stop with Ctrl+C; what has been stored stays.');
  if (isDemo) say(`Start afresh with: ${commandLine('demo', process.env)} --reset`);
  else say(`Add a device with: ${commandLine('device', process.env)} add --help`);
};
