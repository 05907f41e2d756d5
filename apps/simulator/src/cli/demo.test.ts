import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEMO_CONFIG_VARIABLE, type DemoConfig } from '../demo/demo-config.ts';
import { DEMO_SITES } from '../demo/sites/all.ts';
import { createTestBroker, type TestBroker } from '../mqtt/test-broker.ts';

const TIMEOUT_MS = 60_000;
const program = fileURLToPath(new URL('demo.ts', import.meta.url));

let folder: string;
let broker: TestBroker;
let isHeard: () => void;
let heard: Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-cli-'));
  heard = new Promise((resolve) => {
    isHeard = resolve;
  });
  broker = await createTestBroker(() => isHeard());
});
afterEach(async () => {
  await broker.close();
  await rm(folder, { recursive: true });
});

function start() {
  const config: DemoConfig = {
    mqttUrl: broker.url,
    gateways: DEMO_SITES.map(({ code }) => ({ organizationCode: code, username: `${code}:demo`, password: 'secret' })),
    statePath: join(folder, 'demo.json'),
    seed: 1,
    historyDays: 0.01,
  };
  const env = { ...process.env, [DEMO_CONFIG_VARIABLE]: JSON.stringify(config) };
  return fork(program, { env, execArgv: ['--import', 'tsx'], stdio: 'ignore' });
}

it.each([
  ['its parent goes away', (child: ReturnType<typeof start>) => child.disconnect()],
  ['a signal ends it', (child: ReturnType<typeof start>) => child.kill('SIGTERM')],
])('ends when %s, and has kept where it was', { timeout: TIMEOUT_MS }, async (_, end) => {
  const child = start();
  const exited = once(child, 'exit');
  await heard;
  end(child);
  expect(await exited).toEqual([0, null]);
  expect(JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'))).toMatchObject({ seed: 1 });
});

it('says what is wrong with its configuration', { timeout: TIMEOUT_MS }, async () => {
  const child = fork(program, { env: {}, execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const exited = once(child, 'exit');
  const [words] = await once(child.stderr ?? child, 'data');
  expect(String(words)).toContain(`${DEMO_CONFIG_VARIABLE} is not set`);
  expect(await exited).toEqual([1, null]);
});
