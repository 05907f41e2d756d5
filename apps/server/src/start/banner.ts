import { fsyncSync } from 'node:fs';
import type { FirstAdministrator } from '../features/user/first-administrator.ts';
import { say } from '../platform/say.ts';

/** The first administrator's password is known now and never again: on disk, if it goes there, when this returns. */
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

export interface Addresses {
  scheme: 'http' | 'https';
  host: string;
  port: number;
  mqttScheme: 'mqtt' | 'mqtts';
  mqttPort: number;
  /** null: metrics are told to nobody. */
  metrics: { host: string; port: number } | null;
}

const shownHost = (host: string): string => (['0.0.0.0', '::', '127.0.0.1'].includes(host) ? 'localhost' : host);

export const sayReady = (addresses: Addresses, isDemo: boolean): void => {
  const { scheme, host, port, mqttScheme, mqttPort, metrics } = addresses;
  say();
  if (metrics) say(`metrics: http://${shownHost(metrics.host)}:${metrics.port}/metrics`);
  say(`devices: ${mqttScheme}://${shownHost(host)}:${mqttPort}`);
  say(`ready: ${scheme}://${shownHost(host)}:${port}`);
  say();
  say('Stop with Ctrl+C; what has been stored stays.');
  if (isDemo) say('Start afresh with: npm run demo -- --reset');
  else say('Add a device with: npm run device -- add --help');
};
