import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../operations/cli/open-store.ts';
import { createLog } from '../platform/log.ts';
import { type Installation, type Installations, unpackArchive } from '../testing/installation.ts';
import { seededRandom } from '../testing/seeded-random.ts';
import { postLogin, printedLogin } from '../testing/server-login.ts';
import { aDataDir, finish } from '../testing/server-process.ts';
import { killUpgrades, SLOW_MIGRATIONS, startInstalled } from '../testing/upgrade-run.ts';

const root = join(import.meta.dirname, '../../../..');
const SLOW = { timeout: 60_000, interval: 100 };

let installations: Installations;
let first: Installation;
let dir: { path: string; remove(): void };
let dataDir: string;
let device: { username: string; password: string };

beforeAll(() => {
  installations = unpackArchive();
  first = installations.first;
  dir = aDataDir();
  dataDir = join(dir.path, 'data');
}, 900_000);
afterAll(() => {
  installations?.remove();
  dir?.remove();
});

const read = (path: string): string => readFileSync(join(first.folder, path), 'utf8');

describe('the archive', () => {
  it('has what its unit and its container file name', () => {
    const unit = read('airdeck.service');
    const [, program = '', command] = /^ExecStart=\/opt\/airdeck\/(\S+) (\S+)$/m.exec(unit) ?? [];
    const image = read('Containerfile');
    const entry = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(image)?.[1] ?? '[]') as string[];
    expect([command, ...(JSON.parse(/^CMD (.*)$/m.exec(image)?.[1] ?? '[]') as string[])]).toEqual(['start', 'start']);
    expect(image).toContain('\nCOPY . /opt/airdeck\n');
    expect(entry).toEqual([`/opt/airdeck/${program}`]);
    expect(statSync(join(first.folder, program)).mode & 0o777).toBe(0o755);
    // The variables of both are options of the server.
    for (const name of [...unit.matchAll(/^Environment=(AIRDECK_\w+)/gm), ...image.matchAll(/^ENV (AIRDECK_\w+)/gm)]) {
      expect(read('docs/operations/README.md')).toContain(name[1]);
    }
  });

  it('has no path of this machine, no packages for development, and no folder above that could help', () => {
    const found = (...args: string[]) => {
      try {
        return execFileSync('grep', ['-rlF', ...args, first.folder], { encoding: 'utf8' })
          .trim()
          .split('\n');
      } catch {
        return [];
      }
    };
    expect(found(root)).toEqual([]);
    const packages = readdirSync(join(first.folder, 'node_modules'));
    expect(packages).toContain('fastify');
    expect(
      packages.filter((name) => /^(@types|@airdeck|vitest|vite|typescript|esbuild|react|tsx)$/.test(name)),
    ).toEqual([]);
    for (let folder = dirname(first.folder); folder !== dirname(folder); folder = dirname(folder)) {
      expect(existsSync(join(folder, 'node_modules'))).toBe(false);
    }
  });

  it('has the thread program of the decoder sandbox and its engine', () => {
    for (const thread of ['decoder-worker', 'hour-worker', 'password-worker']) {
      expect([thread, existsSync(join(first.folder, `apps/server/dist/${thread}.js`))]).toEqual([thread, true]);
    }
    const engine = 'node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm';
    expect(existsSync(join(first.folder, engine))).toBe(true);
  });

  it('has the two weights of the font that documents use, and no others', () => {
    const font = 'node_modules/@expo-google-fonts/noto-sans-kr';
    expect(readdirSync(join(first.folder, font)).filter((name) => /^\d/.test(name))).toEqual(['400Regular', '700Bold']);
    for (const name of ['400Regular/NotoSansKR_400Regular.ttf', '700Bold/NotoSansKR_700Bold.ttf', 'LICENSE_FONT']) {
      expect(existsSync(join(first.folder, font, name))).toBe(true);
    }
  });

  it('names its commands, and refuses a machine of another kind', async () => {
    expect(await finish(first.run(['serve']))).toEqual({
      code: 2,
      output: expect.stringContaining('Commands: start, demo, device, user, backup, restore, check, reseal, replay'),
    });
    const other = installations.later('97.0.0', {});
    writeFileSync(
      join(other.folder, 'package.json'),
      JSON.stringify({ type: 'module', os: ['linux'], cpu: ['s390x'] }),
    );
    expect(await finish(other.run(['start']))).toEqual({
      code: 2,
      output: `This archive is for linux s390x; this machine is ${process.platform} ${process.arch}.\n`,
    });
  });
});

describe('on one data directory', () => {
  it('starts with Node alone, lets people and a device in, and stores a reading', async () => {
    const server = await startInstalled(first, dataDir);
    try {
      const page = await (await fetch(server.url)).text();
      const script = /<script[^>]* src="([^"]+)"/.exec(page)?.[1];
      expect((await fetch(`${server.url}${script}`)).status).toBe(200);
      const login = await postLogin(server.url, printedLogin(server));
      expect(await login.json()).toMatchObject({ user: { authority: 'SUPER_ADMIN' } });
      expect(server.output()).toContain('Add a device with: bin/airdeck device add --help');

      const place = ['--organization', '00000000', '--office', 'O', '--department', 'D'];
      const added = await finish(
        first.run(['device', 'add', ...place, '--code', 'T-1', '--name', 'T', '--data', dataDir]),
      );
      const [, username = '', password = ''] = /username=(\S+) secret=(\S+)/.exec(added.output) ?? [];
      device = { username, password };
      let client: MqttClient | null = null;
      await expect
        .poll(async () => {
          client = await mqtt.connectAsync(server.mqttUrl, { ...device, reconnectPeriod: 0 }, false).catch(() => null);
          return client !== null;
        }, SLOW)
        .toBe(true);
      const connected = client as unknown as MqttClient;
      await connected.publishAsync('airdeck/v1/00000000/T-1/readings', '{"readings":{"CO2":812}}', { qos: 1 });
      await connected.endAsync();
      const store = await openStore({ dataDir, log: createLog({ level: 'error' }) });
      expect((await store.db.query(sql`select value from frame`)).rows).toEqual([{ value: [812] }]);
      await store.close();
      expect(await server.stop()).toBe(0);
      expect(existsSync(join(dataDir, 'backups'))).toBe(false);
    } finally {
      await server.stop();
    }
  }, 300_000);

  it('leaves the former version its database when an upgrade fails', async () => {
    const migrations = { good: 'create table good (id integer)', bad: 'select missing' };
    const failure = await startInstalled(installations.later('98.0.0', migrations), dataDir).catch(
      (error: Error) => error.message,
    );
    expect(failure).toMatch(/Migration \d{4}-bad failed in line 1: column "missing" does not exist/);
    expect(failure).toContain('the former version can be started as before. Its backup is ');
    expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1);
  }, 300_000);

  it('has a version that starts, and everything acknowledged, when an upgrade is killed', async () => {
    const later = installations.later('99.0.0', SLOW_MIGRATIONS);
    // The former version starts first, after the failed upgrade.
    const result = await killUpgrades(1, seededRandom(), {
      ...{ former: first, later, dataDir },
      register: async () => ({ login: device, meters: ['T-1'] }),
    });
    expect(result).toMatchObject({ lost: [], wrong: [] });
  }, 600_000);
});
