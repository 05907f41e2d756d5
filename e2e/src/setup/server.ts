import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Role } from '@airdeck/domain/role';
import type { LoginForm, PLACES } from './servers.ts';

const dist = join(import.meta.dirname, '../../../apps/server/dist');
const run = promisify(execFile);

export interface Started {
  lines: string[];
  url: string;
  mqttUrl: string;
  dataDir: string;
  /** Resolves when the server has said it, at once where it has already. */
  said(what: RegExp): Promise<void>;
  stop(): Promise<void>;
}

/** Runs the built server as a person would, on free ports and an empty data directory. */
export const startServer = async (mode: 'demo' | 'start', options: string[]): Promise<Started> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-e2e-'));
  chmodSync(dataDir, 0o755);
  const args = [
    join(dist, 'main.js'),
    mode,
    '--data',
    dataDir,
    '--port',
    '0',
    '--mqtt-port',
    '0',
    '--host',
    '127.0.0.1',
  ];
  const child = spawn(process.execPath, [...args, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const find = (name: string): string =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const said = (what: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => lines.some((line) => what.test(line)) && resolve();
      look();
      output.on('line', look);
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${lines.join('\n')}`)));
    });
  await said(/^ready: /);
  return {
    lines,
    url: find('ready'),
    mqttUrl: find('devices'),
    dataDir,
    said,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** Registers a meter by the command that an installer uses; answers what its device logs in with. */
export const addMeter = async (dataDir: string, meter: (typeof PLACES)[keyof typeof PLACES], purifiers = 0) => {
  const { organization, office, department, code, name } = meter;
  const place = ['--organization', organization, '--office', office, '--department', department];
  const args = ['add', ...place, '--code', code, '--name', name, '--purifiers', `${purifiers}`];
  const { stdout } = await run(process.execPath, [join(dist, 'device.js'), ...args, '--data', dataDir]);
  const [, username = '', password = ''] = /username=(\S+) secret=(\S+)/.exec(stdout) ?? [];
  return { username, password };
};

/** Sets the password that only one person knows, without which the first administrator may do nothing. */
export const renewPassword = async (url: string, { code, id, password }: LoginForm): Promise<LoginForm> => {
  const send = async (method: string, path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${url}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer.json();
  };
  const { access_token, user } = await send('POST', 'login', { code, id, password });
  const renewed = `${password}-2`;
  await send('PUT', `users/password/${user.id}`, { password, new_password: renewed }, access_token);
  return { code, id, password: renewed };
};

/** The login of a role that the server printed at its first start. */
export const loginOf = ({ lines }: Started, role: Role): LoginForm => {
  const line = lines.find((candidate) => candidate.startsWith(`login: role=${role}`)) ?? '';
  const [, code = '', id = '', password = ''] = /code=(\S+) id=(\S+) password=(\S+)/.exec(line) ?? [];
  return { code, id, password };
};
