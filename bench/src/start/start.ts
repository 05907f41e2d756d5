import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { median, print } from '../figure.ts';
import { serverProcesses, serverRss, startAirdeck } from './demo-process.ts';

const RUNS = 3;
const IDLE_MS = 15_000;
const MB = 1_000_000;
const KB = 1024;

/** From the command to a usable login form; the first run only builds outdated files. */
export const benchStart = async (): Promise<void> => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const times: number[] = [];
  const scripts: number[] = [];
  const hosts = new Set<string>();
  for (let run = 0; run <= RUNS; run++) {
    const page = await (await browser.newContext()).newPage();
    let bytes = 0;
    page.on('response', async (response) => {
      hosts.add(new URL(response.url()).hostname);
      if (response.url().endsWith('.js')) bytes += gzipSync(await response.body()).length;
    });
    const started = performance.now();
    const demo = await startAirdeck('demo', ['--history-days', '0']);
    await page.goto(demo.url);
    await page.locator('input').first().waitFor();
    if (run > 0) times.push(performance.now() - started);
    await page.waitForLoadState('networkidle');
    scripts.push(bytes);
    await page.context().close();
    await demo.stop();
  }
  await browser.close();
  print({ name: 'demo-to-login', value: median(times) / 1000, unit: 's', reach: '<= 5' });
  print({ name: 'login-script', value: median(scripts) / KB, unit: 'KB gzipped', reach: '<= 300' });
  print({
    name: 'login-other-hosts',
    value: [...hosts].filter((host) => host !== 'localhost').length,
    unit: 'hosts',
    reach: '<= 0',
  });
};

/** Memory of the idle server, without PostgreSQL's processes. */
export const benchIdleMemory = async (): Promise<void> => {
  const server = await startAirdeck('start');
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const rss = serverRss(server.child);
  for (const [role, bytes] of rss) print({ name: `idle-rss-${role}`, value: bytes / MB, unit: 'MB' });
  const all = [...rss.values()].reduce((sum, bytes) => sum + bytes, 0);
  print({ name: 'idle-rss', value: all / MB, unit: 'MB', reach: '<= 280' });
  await server.stop();
};

const KILLS = 5;
/** Interval of checks, and time between two kills, so that each role has run long enough. */
const LOOK_MS = 5;
const REST_MS = 1_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isListening = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** From the kill of a role to its next answer: the first restart is immediate, later ones wait a little. */
export const benchRestart = async (): Promise<void> => {
  const asks = {
    web: ({ url }: { url: string }) =>
      fetch(`${url}/api/v1/health/live`).then(
        ({ ok }) => ok,
        () => false,
      ),
    devices: ({ mqttUrl }: { mqttUrl: string }) => isListening(mqttUrl),
  };
  for (const [role, answers] of Object.entries(asks)) {
    const times: number[] = [];
    for (let i = 0; i < KILLS; i++) {
      const server = await startAirdeck('start');
      const pid = serverProcesses(server.child).get(role);
      if (pid === undefined) throw new Error(`there is no process of the role ${role}`);
      await sleep(REST_MS);
      const killed = performance.now();
      process.kill(pid, 'SIGKILL');
      while (await answers(server)) await sleep(LOOK_MS);
      while (!(await answers(server))) await sleep(LOOK_MS);
      times.push(performance.now() - killed);
      await server.stop();
    }
    print({ name: `restart-${role}`, value: median(times) / 1000, unit: 's', reach: '<= 2' });
    print({ name: `restart-${role}-max`, value: Math.max(...times) / 1000, unit: 's', reach: '<= 2' });
  }
};
