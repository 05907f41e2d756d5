import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Session } from '@airdeck/contract/session/schema';
import mqtt from 'mqtt';
import type { APIRequestContext } from 'playwright-core';
import { print, quantile } from '../figure.ts';
import { openBrowser, openConsole } from '../screens/console-page.ts';
import { type Running, startAirdeck } from '../start/demo-process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const ORGANIZATION = '00000000';
const METERS = 1_000;
const MINUTE_MS = 60_000;
const SAMPLES = 120;
const GAP_MS = 500;

const device = async (server: Running, args: string[]): Promise<{ username: string; password: string }> => {
  const command = [
    join(root, 'apps/server/dist/device.js'),
    ...args,
    '--organization',
    ORGANIZATION,
    '--data',
    server.dataDir,
  ];
  const { stdout } = await run(process.execPath, command);
  const [, username = '', password = ''] = /username=(\S+) secret=(\S+)/.exec(stdout) ?? [];
  return { username, password };
};

/** Logs in as the first administrator, whose first password must be changed before anything else. */
const logIn = async (request: APIRequestContext, server: Running): Promise<Session> => {
  const line = server.lines.find((candidate) => candidate.startsWith('login: ')) ?? '';
  const [, code, id, password] = /code=(\S+) id=(\S+) password=(\S+)/.exec(line) ?? [];
  const sessionOf = async (secret: string | undefined) => {
    const answer = await request.post(`${server.url}/api/v1/login`, { data: { code, id, password: secret } });
    return (await answer.json()) as Session;
  };
  const first = await sessionOf(password);
  const renewed = `${password}-renewed`;
  await request.put(`${server.url}/api/v1/users/password/${first.user.id}`, {
    headers: { authorization: `Bearer ${first.access_token}` },
    data: { password, new_password: renewed },
  });
  return sessionOf(renewed);
};

/** From PUBLISH to the text on the open Sensor screen, while a thousand meters report every minute. */
export const benchLatency = async (): Promise<void> => {
  const server = await startAirdeck('start');
  const add = (code: string) =>
    device(server, ['add', '--office', 'Bench', '--department', 'Bench', '--code', code, '--name', code]);
  // Through the API instead of a thousand commands, into the first meter's department.
  const first = await add('M-0');
  const gateway = await device(server, ['gateway', '--code', 'GW']);
  const browser = await openBrowser();
  const { page, token } = await openConsole(browser, server.url, (request) => logIn(request, server));
  const headers = { authorization: `Bearer ${token}` };
  const { content } = await (await page.request.get(`${server.url}/api/v1/meters`, { headers })).json();
  const [meter] = content as { id: number; department_id: number }[];
  const types = ['PM10', 'PM2.5', 'PM1.0', 'CO2', 'TEMPERATURE', 'HUMIDITY', 'HCHO'];
  for (let i = 1; i < METERS; i++) {
    const sensors = types.map((type) => ({ type }));
    const data = { department_id: meter?.department_id, code: `M-${i}`, name: `M-${i}`, sensors };
    await page.request.post(`${server.url}/api/v1/meters`, { headers, data });
  }

  const background = await mqtt.connectAsync(server.mqttUrl, gateway);
  const readings = {
    PM10: 41.2,
    'PM2.5': 22.4,
    'PM1.0': 14.2,
    CO2: 812,
    TEMPERATURE: 23.5,
    HUMIDITY: 44.2,
    HCHO: 0.021,
  };
  let next = 0;
  const timer = setInterval(() => {
    next = (next % (METERS - 1)) + 1;
    background.publish(`airdeck/v1/${ORGANIZATION}/M-${next}/readings`, JSON.stringify({ readings }), { qos: 1 });
  }, MINUTE_MS / METERS);

  const sender = await mqtt.connectAsync(server.mqttUrl, first);
  await page.goto(`${server.url}/monitoring/sensor/${meter?.id}`);
  const topic = `airdeck/v1/${ORGANIZATION}/M-0/readings`;
  const delays: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const value = 1_000 + i * 7;
    const shown = value.toLocaleString('en-US');
    const seen = page.waitForFunction((text) => document.body.textContent?.includes(text) && Date.now(), shown, {
      polling: 'raf',
    });
    const sent = Date.now();
    sender.publish(topic, JSON.stringify({ time: sent, readings: { ...readings, CO2: value } }), { qos: 1 });
    const at = Number(await (await seen).jsonValue());
    // The first ones meet a page that is still loading.
    if (i >= 5) delays.push(at - sent);
    await new Promise((resolve) => setTimeout(resolve, GAP_MS));
  }
  clearInterval(timer);
  delays.sort((a, b) => a - b);
  print({ name: 'publish-to-screen-p50', value: quantile(delays, 0.5), unit: 'ms' });
  print({ name: 'publish-to-screen-p95', value: quantile(delays, 0.95), unit: 'ms', reach: '<= 150' });
  await Promise.all([background.endAsync(true), sender.endAsync(true)]);
  await browser.close();
  await server.stop();
};
