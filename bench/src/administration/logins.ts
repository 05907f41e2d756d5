import { request } from 'node:http';
import { meters } from '@airdeck/contract/device/routes';
import { departments } from '@airdeck/contract/place/routes';
import { API_BASE } from '@airdeck/contract/route';
import { login } from '@airdeck/contract/session/routes';
import { print } from '../figure.ts';
import { type Api, printTimes, timed } from './api.ts';

const SECONDS = 15;
/** Number of concurrent logins. */
const AT_ONCE = 100;
const OTHERS = [
  '/users/me',
  `${departments.list.path}?`,
  `${meters.list.path}?meterName=정기 1`,
  '/monitoring/cards/agency',
];

/** Each attempt from a different address of this machine, so that none is throttled. */
const tryLogin = (port: number, n: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const asking = request(
      {
        port,
        host: '127.0.0.1',
        localAddress: `127.${1 + ((n >> 14) & 127)}.${(n >> 7) & 127}.${1 + (n & 127)}`,
        path: API_BASE + login.path,
        method: login.method,
        agent: false,
        headers: { 'content-type': 'application/json' },
      },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    asking.once('error', reject);
    asking.end(JSON.stringify({ code: '20000001', id: `unknown-${n}`, password: 'Wrong-Password-1!' }));
  });

/** Waiting times of others during many concurrent logins. */
export const measureLogins = async (api: Api, port: number): Promise<void> => {
  const end = performance.now() + SECONDS * 1_000;
  const statuses = new Map<number, number>();
  let tried = 0;
  const tries = Array.from({ length: AT_ONCE }, async () => {
    while (performance.now() < end) {
      const status = await tryLogin(port, tried++);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  const times: number[] = [];
  for (let i = 0; performance.now() < end; i++) {
    times.push(await timed(() => api.ask('GET', OTHERS[i % OTHERS.length] ?? '')));
  }
  await Promise.all(tries);
  const refused = statuses.get(400) ?? 0;
  if (refused === 0) throw new Error(`no login was looked at: ${JSON.stringify([...statuses])}`);
  print({ name: 'administration-logins', value: refused / SECONDS, unit: 'logins/s that were looked at' });
  printTimes('administration-logins-others', times, 200);
};
