import { join } from 'node:path';
import { getAlarmCounts } from '@airdeck/contract/alarm/routes';
import { API_BASE } from '@airdeck/contract/route';
import { demoLogin } from '@airdeck/contract/session/routes';
import { appendRegistryChange } from '@airdeck/server/feed/feed-queries';
import { createDb, type Db, type DbOptions } from '@airdeck/server/platform/db/pool';
import type { LoadResult } from '@airdeck/simulator/load/run-load';
import mqtt, { type MqttClient } from 'mqtt';
import pino from 'pino';
import { type Browser, chromium, type Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { openApi } from '../administration/api.ts';
import { nextMessage, startChild, stopChild } from '../child.ts';
import { print, quantile } from '../figure.ts';
import type { Shape } from '../ingest/generator.ts';
import { here } from '../ingest/ingest.ts';
import { ORGANIZATION, SECRET } from '../ingest/names.ts';
import type { BusyShape } from '../store/busy-server.ts';
import { makeQuiet } from './past-queries.ts';

const METERS_OF_GATEWAY = 50;
const BURST = Number(process.env.BENCH_ALARMS ?? 10_000);
const BURST_MS = 60_000;
const SAMPLES = Number(process.env.BENCH_SAMPLES ?? 60);
/** Meters that additionally send a frame a second. */
const LOADED = 1_000;
const ACT_EVERY_MS = 200;
/** A busy machine is late, but loses nothing. */
const SETTLED_MS = 300_000;
/** Newest first: the page may be full of worse alarms. */
const LIVE_ERROR = '/current/error/liveerror?startTime=any&sort=occured_time,DESC';

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Figures that the bench's page keeps on its window, by the page's own clock. */
interface Noted {
  /** From a person's action to the page's event, ms. */
  delays: number[];
  /** From a person's action to its effect on the screen, ms; below 16 is left out. */
  paints: number[];
  /** When each text first appeared in the list, epoch ms. */
  seen: Record<string, number>;
}
declare global {
  interface Window {
    noted: Noted;
  }
}

/** Runs in the page before its own scripts. */
const note = (): void => {
  const noted: Noted = { delays: [], paints: [], seen: {} };
  window.noted = noted;
  const hear = (event: Event): void => {
    noted.delays.push(performance.now() - event.timeStamp);
  };
  for (const type of ['keydown', 'pointerdown', 'wheel']) window.addEventListener(type, hear, { capture: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.paints.push(duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  const look = (): void => {
    for (const row of document.querySelectorAll('tbody tr')) {
      const name = /Meter \d+/.exec(row.textContent ?? '')?.[0];
      if (name !== undefined) noted.seen[name] ??= performance.timeOrigin + performance.now();
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
};

interface Console {
  db: Db;
  mqttPort: number;
  page: Page;
  /** Alarms that need an action, as the badge counts them. */
  countOpen(): Promise<number>;
  close(): Promise<void>;
}

/** The whole product, with a person at the live list. */
const openConsole = async (meters: number): Promise<Console> => {
  const shape: BusyShape = { meters, gateways: meters / METERS_OF_GATEWAY, oldMeters: 0, oldDays: 0 };
  const server = startChild(join(import.meta.dirname, '../store/busy-server.ts'), [JSON.stringify(shape)]);
  const { port, mqttPort, connection } = await nextMessage<{
    port: number;
    mqttPort: number;
    connection: DbOptions['connection'];
  }>(server);
  const db = createDb({ connection, log: pino({ level: 'silent' }), size: 2 });
  await db.query(sql`insert into alarm_rule (organization_id, code, sensor_type, bound, release)
    select id, 'A001', 'CO2', 9000, 8000 from organization`);
  await db.tx(appendRegistryChange);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const page = await openList(browser, `http://127.0.0.1:${port}`);
  const api = await openApi(port);
  return {
    db,
    mqttPort,
    page,
    countOpen: async () => (await api.ask<{ open: number }>('GET', getAlarmCounts.path)).open,
    async close() {
      await browser.close();
      await db.close();
      await stopChild(server);
    },
  };
};

const openList = async (browser: Browser, url: string): Promise<Page> => {
  const response = await fetch(url + API_BASE + demoLogin.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ authority: 'SUPER_ADMIN' }),
  });
  const { access_token: token, user } = (await response.json()) as {
    access_token: string;
    user: { organization_code: string };
  };
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(url);
  await page.evaluate(
    ([accessToken, login]) => {
      sessionStorage.setItem('access_token', accessToken);
      sessionStorage.setItem('login', login);
    },
    [token, JSON.stringify({ user: { ...user, password: '' }, code: user.organization_code })] as const,
  );
  // The bench's loader uses this to name functions; a page lacks it.
  await page.addInitScript('globalThis.__name = (each) => each');
  await page.addInitScript(note);
  await page.goto(url + LIVE_ERROR);
  await page.getByPlaceholder(/./).first().waitFor();
  return page;
};

const connectGateways = (port: number, count: number): Promise<MqttClient[]> =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { username: `${ORGANIZATION}:GW${i}`, password: SECRET }),
    ),
  );

const report = (gateways: readonly MqttClient[], meter: number, co2: number) =>
  gateways[Math.floor(meter / METERS_OF_GATEWAY)]?.publishAsync(
    `airdeck/v1/${ORGANIZATION}/D${meter}/readings`,
    JSON.stringify({ readings: { CO2: co2 } }),
    { qos: 1 },
  );

const noted = (page: Page): Promise<Noted> => page.evaluate(() => window.noted);

/** Uses the list like a person, repeatedly: types, scrolls, moves the focus, selects rows. */
const act = async (page: Page, signal: AbortSignal): Promise<number> => {
  const search = page.getByPlaceholder(/./).first();
  const away = () => page.mouse.move(5, 5);
  const steps: (() => Promise<unknown>)[] = [
    () => search.focus(),
    ...[...'Meter 7'].map((letter) => () => page.keyboard.press(letter === ' ' ? 'Space' : letter)),
    ...Array.from({ length: 7 }, () => () => page.keyboard.press('Backspace')),
    () => page.mouse.move(700, 500),
    ...[300, 300, -300, -300].map((by) => () => page.mouse.wheel(0, by)),
    () => page.mouse.click(700, 600),
    () => page.keyboard.press('Escape'),
    away,
    ...Array.from({ length: 6 }, () => () => page.keyboard.press('Tab')),
  ];
  let done = 0;
  for (; !signal.aborted; done++) {
    // A blocked page is also late with its next action, which must not be awaited before the input's clock starts.
    await steps[done % steps.length]?.();
    await rest(ACT_EVERY_MS);
  }
  return done;
};

const printSpread = (name: string, times: readonly number[], reach: number): void => {
  const sorted = times.toSorted((a, b) => a - b);
  print({ name: `${name}-p50`, value: quantile(sorted, 0.5), unit: 'ms' });
  print({ name: `${name}-p95`, value: quantile(sorted, 0.95), unit: 'ms', reach: `<= ${reach}` });
  print({ name: `${name}-max`, value: sorted.at(-1) ?? Number.NaN, unit: `ms of ${sorted.length}` });
};

/**
 * 10,000 meters cross a bound within a minute while a person works with the live list; afterwards nothing may be
 * missing.
 */
export const benchAlarmBurst = async (): Promise<void> => {
  const bench = await openConsole(BURST);
  const { page } = bench;
  const gateways = await connectGateways(bench.mqttPort, BURST / METERS_OF_GATEWAY);
  await rest(3_000);
  const stop = new AbortController();
  const acting = act(page, stop.signal);
  const began = performance.now();
  const sent: (Promise<unknown> | undefined)[] = [];
  while (sent.length < BURST) {
    const due = Math.min(BURST, Math.ceil(((performance.now() - began) / BURST_MS) * BURST));
    // A prime step, so that neighbours do not follow each other.
    while (sent.length < due) sent.push(report(gateways, (sent.length * 7919) % BURST, 9_500));
    await rest(10);
  }
  await Promise.all(sent);
  const sentMs = performance.now() - began;
  while ((await bench.countOpen()) < BURST && performance.now() - began < sentMs + SETTLED_MS) await rest(100);
  const settledMs = performance.now() - began - sentMs;
  await rest(2_000);
  stop.abort();
  const actions = await acting;
  const { delays, paints } = await noted(page);
  const { rows } = await bench.db.query<{ count: number; subjects: number }>(
    sql`select count(*) as count, count(distinct meter_id) as subjects from alarm where code = 'A001'`,
  );
  const open = await bench.countOpen();
  const badge = await page.getByRole('link', { name: /\d/ }).filter({ hasText: /\d/ }).first().textContent();
  for (const gateway of gateways) await gateway.endAsync(true);
  await bench.close();
  print({ name: 'alarm-burst-sent', value: sentMs / 1000, unit: `s for ${BURST} alarms` });
  print({ name: 'alarm-burst-settled', value: settledMs, unit: 'ms after the last PUBACK until the count has all' });
  print({
    name: 'alarm-burst-lost',
    value: BURST - Math.min(open, rows[0]?.subjects ?? 0),
    unit: 'alarms',
    reach: '<= 0',
  });
  print({ name: 'alarm-burst-double', value: (rows[0]?.count ?? 0) - BURST, unit: 'alarms', reach: '<= 0' });
  print({ name: 'alarm-burst-actions', value: actions, unit: `by a person; the badge says ${badge}` });
  printSpread('alarm-burst-input-delay', delays, 200);
  printSpread('alarm-burst-input-paint', paints, 200);
};

/** From PUBLISH of a value beyond a bound to its row on the open list, beside a thousand frames a second. */
export const benchAlarmLive = async (): Promise<void> => {
  const meters = LOADED + METERS_OF_GATEWAY * 2;
  const bench = await openConsole(meters);
  await makeQuiet(bench.db);
  await bench.db.tx(appendRegistryChange);
  const shape: Shape = {
    ...{ port: bench.mqttPort, connections: LOADED / METERS_OF_GATEWAY, devicesPerConnection: METERS_OF_GATEWAY },
    ...{ inFlight: 20, seconds: Math.ceil(SAMPLES * 1.5), rate: LOADED },
  };
  const loading = nextMessage<LoadResult>(startChild(here('generator.ts'), [JSON.stringify(shape)]));
  const gateways = await connectGateways(bench.mqttPort, meters / METERS_OF_GATEWAY);
  await rest(5_000);
  const taken: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const meter = LOADED + i;
    const began = Date.now();
    await report(gateways, meter, 9_500);
    const name = `Meter ${meter}`;
    await bench.page.waitForFunction((text) => window.noted.seen[text] !== undefined, name, { timeout: SETTLED_MS });
    taken.push(((await noted(bench.page)).seen[name] ?? Number.NaN) - began);
    await rest(300 + Math.random() * 700);
  }
  await loading;
  for (const gateway of gateways) await gateway.endAsync(true);
  await bench.close();
  printSpread('alarm-live', taken, 1_000);
};
