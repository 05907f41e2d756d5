import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DemoConfig } from '../demo/demo-config.ts';
import { DEMO_SITES } from '../demo/sites/all.ts';
import { createTestBroker, type TestBroker } from '../mqtt/test-broker.ts';

const TIMEOUT_MS = 60_000;
/** Loads the program as TypeScript: a thread does not inherit the loader of the test runner. */
const LOADER = `
  import('tsx/esm/api').then(({ tsImport }) => tsImport('./demo.ts', ${JSON.stringify(import.meta.url)}));
`;

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
  return new Worker(LOADER, { eval: true, workerData: config, stdout: true });
}

it('ends at a message, and has kept where it was', { timeout: TIMEOUT_MS }, async () => {
  const thread = start();
  const exited = once(thread, 'exit');
  await heard;
  thread.postMessage('stop');
  expect(await exited).toEqual([0]);
  expect(JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'))).toMatchObject({ seed: 1 });
});

it('says what is wrong with its configuration', { timeout: TIMEOUT_MS }, async () => {
  const [error] = await once(new Worker(LOADER, { eval: true }), 'error');
  expect(String(error)).toContain('mqttUrl and gateways are needed');
});
