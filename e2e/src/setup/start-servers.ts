import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PLACES, type Servers } from './servers.ts';

const dist = join(import.meta.dirname, '../../../apps/server/dist');
const run = promisify(execFile);

interface Started {
  lines: string[];
  url: string;
  mqttUrl: string;
  dataDir: string;
  stop(): Promise<void>;
}

/** Runs the built server as a person would, on free ports and an empty data directory. */
const start = async (mode: 'demo' | 'start', options: string[]): Promise<Started> => {
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
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      if (line.startsWith('ready: ')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${lines.join('\n')}`)));
  });
  return {
    lines,
    url: find('ready'),
    mqttUrl: find('devices'),
    dataDir,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** Registers a meter by the command that an installer uses; answers what its device logs in with. */
const addMeter = async (dataDir: string, args: string[]) => {
  const { stdout } = await run(process.execPath, [join(dist, 'device.js'), ...args, '--data', dataDir]);
  const [, username = '', password = ''] = /username=(\S+) secret=(\S+)/.exec(stdout) ?? [];
  return { username, password };
};

/** One demo with a day of history, one empty server with nothing but its administrator, for all tests. */
export default async function startServers(): Promise<() => Promise<void>> {
  const demo = await start('demo', ['--history-days', '1']);
  const empty = await start('start', []);
  const { organization, office, department, code, name } = PLACES.testMeter;
  const place = ['--organization', organization, '--office', office, '--department', department];
  const device = await addMeter(demo.dataDir, ['add', ...place, '--code', code, '--name', name]);
  const login = (lines: string[], role: string) => {
    const line = lines.find((candidate) => candidate.startsWith(`login: role=${role}`)) ?? '';
    const [, code = '', id = '', password = ''] = /code=(\S+) id=(\S+) password=(\S+)/.exec(line) ?? [];
    return { code, id, password };
  };
  const servers: Servers = {
    demo: {
      url: demo.url,
      mqttUrl: demo.mqttUrl,
      device,
      logins: {
        SUPER_ADMIN: login(demo.lines, 'SUPER_ADMIN'),
        SUPER_USER: login(demo.lines, 'SUPER_USER'),
        LOCAL_ADMIN: login(demo.lines, 'LOCAL_ADMIN'),
        LOCAL_USER: login(demo.lines, 'LOCAL_USER'),
      },
    },
    empty: { url: empty.url, login: login(empty.lines, 'SUPER_ADMIN') },
  };
  process.env.AIRDECK_E2E = JSON.stringify(servers);
  return async () => {
    await demo.stop();
    await empty.stop();
  };
}
