import { Agent, request as open } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCredential } from '../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, aUser, type TestOrganization } from '../testing/factory.ts';
import { hasHaproxy, runHaproxy, writeHaproxyConfig } from '../testing/haproxy.ts';
import { aDataDir, type ServerProcess, startServer } from '../testing/server-process.ts';
import { freePort } from '../testing/site-broker.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';

// Two processes for devices and two for people behind HAProxy with the configuration of `deploy`.

const DEVICES = 8;
/** After each machine has been restarted once; 60 are five minutes. */
const KILLS = Number(process.env.MACHINE_KILLS ?? 8);
const ROUND_MS = 5_000;
/** Frames a message. */
const FRAMES = 10;
const START = Date.now() - 3_600_000;

interface Machine {
  role: 'devices' | 'web';
  port: number;
  metricsPort: number;
  server: ServerProcess;
}

const cleanups: (() => unknown)[] = [];
let database: TestDatabase;
let organization: TestOrganization;
let machines: Machine[];
const devices: Device[] = [];
let startMachine: (role: Machine['role'], ports: [number, number]) => Promise<Machine>;
let httpsPort: number;
let mqttPort: number;
let token = '';
let isOver = false;
/** Whether the last machine was killed: it was restarted in order otherwise. */
let isKilled = false;
const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

const ask = (path: string, method = 'GET', body?: object): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const request = open(
      {
        ...{ host: '127.0.0.1', port: httpsPort, path: `/api/v1${path}`, method, agent },
        headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
      },
      (response) => {
        let text = '';
        response.on('data', (data) => {
          text += data;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body && JSON.stringify(body));
  });

beforeAll(async () => {
  if (!hasHaproxy()) return;
  database = await testDatabase();
  cleanups.push(database.close);
  organization = await anOrganization(database.db);
  const user = await aUser(database.db, { organization, authority: 'LOCAL_ADMIN' });
  const department = await aDepartment(database.db, { organizationId: organization.id });
  for (let i = 0; i < DEVICES; i++) {
    const { id: meterId, code } = await aMeter(database.db, { department, sensors: ['CO2'] });
    devices.push({ code, meterId, login: await aCredential(database.db, { organization, code, meterId }) });
  }
  const dir = aDataDir();
  cleanups.push(dir.remove);
  const place = ['start', '--data', dir.path, '--database-url', database.url, '--host', '127.0.0.1'];
  startMachine = async (role, [port, metricsPort]) => {
    const ports = [role === 'web' ? '--port' : '--mqtt-port', `${port}`, '--metrics-port', `${metricsPort}`];
    const more = ['--roles', role, '--trusted-proxies', '127.0.0.0/8', ...ports];
    return { role, port, metricsPort, server: await startServer([...place, ...more]) };
  };
  const work = await startServer([...place, '--roles', 'work']);
  cleanups.push(() => work.stop());
  const ports: number[] = [];
  for (let i = 0; i < 10; i++) ports.push(await freePort());
  const [d1 = 0, d2 = 0, w1 = 0, w2 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, p1 = 0, p2 = 0] = ports;
  [httpsPort, mqttPort] = [p1, p2];
  machines = [
    await startMachine('devices', [d1, m1]),
    await startMachine('devices', [d2, m2]),
    await startMachine('web', [w1, m3]),
    await startMachine('web', [w2, m4]),
  ];
  cleanups.push(() => Promise.all(machines.map(({ server }) => server.stop())));
  const [other, tls] = [await freePort(), await freePort()];
  const path = writeHaproxyConfig(dir.path, {
    'bind :443': `bind 127.0.0.1:${httpsPort}`,
    'bind :80': `bind 127.0.0.1:${other}`,
    'bind :1883': `bind 127.0.0.1:${mqttPort}`,
    'bind :8883': `bind 127.0.0.1:${tls}`,
    'check port 9464': 'check',
    'maxconn 40000': 'maxconn 1000',
    '192.0.2.11:1883': `127.0.0.1:${d1} port ${m1}`,
    '192.0.2.12:1883': `127.0.0.1:${d2} port ${m2}`,
    '192.0.2.21:8080': `127.0.0.1:${w1}`,
    '192.0.2.22:8080': `127.0.0.1:${w2}`,
  });
  const proxy = await runHaproxy(path, mqttPort);
  cleanups.push(proxy.stop);
  const login = await ask('/login', 'POST', { code: user.code, id: user.login, password: user.password });
  token = JSON.parse(login.text).access_token;
}, 300_000);
afterAll(async () => {
  isOver = true;
  agent.destroy();
  for (const cleanup of cleanups.reverse()) await cleanup();
}, 120_000);

interface Device {
  code: string;
  meterId: number;
  login: { username: string; password: string };
}

interface Ledger {
  meterId: number;
  acknowledged: number[];
  /** Longest time between two acknowledgements, ms. */
  gaps: { restart: number; kill: number };
  stop(): Promise<void>;
}

/** A device that sends, and connects again whenever it is closed. */
const openDevice = async ({ code, meterId, login }: Device): Promise<Ledger> => {
  const client: MqttClient = mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, {
    ...{ ...login, clientId: code, reconnectPeriod: 200, connectTimeout: 3_000 },
    will: {
      topic: `airdeck/v1/${organization.code}/${code}/status`,
      payload: Buffer.from('{"status":"OFFLINE"}'),
      qos: 1,
      retain: false,
    },
  });
  client.on('error', () => undefined);
  await client.publishAsync(`airdeck/v1/${organization.code}/${code}/status`, '{"status":"ONLINE"}', { qos: 1 });
  const ledger = {
    meterId,
    acknowledged: [] as number[],
    gaps: { restart: 0, kill: 0 },
    stop: () => client.endAsync(true),
  };
  let last = performance.now();
  const send = async (): Promise<void> => {
    for (let step = 0; !isOver; step += FRAMES) {
      const times = Array.from({ length: FRAMES }, (_, i) => START + step + i);
      const frames = times.map((time) => ({ time, readings: { CO2: 400 + (time % 600) } }));
      await client.publishAsync(`airdeck/v1/${organization.code}/${code}/readings`, JSON.stringify(frames), { qos: 1 });
      const now = performance.now();
      const kind = isKilled ? 'kill' : 'restart';
      ledger.gaps[kind] = Math.max(ledger.gaps[kind], now - last);
      last = now;
      ledger.acknowledged.push(...times);
      await wait(120);
    }
  };
  send().catch(() => undefined);
  return ledger;
};

it.skipIf(!hasHaproxy())(
  'nothing acknowledged is lost and no page sees an error while machines restart one after another, nor by kills',
  async () => {
    const ledgers = await Promise.all(devices.map(openDevice));
    const errors: string[] = [];
    let asked = 0;
    const people = (async () => {
      while (!isOver) {
        const answer = await ask('/users/me').catch((error) => ({ status: 0, text: String(error) }));
        asked += 1;
        if (answer.status !== 200 && !isKilled) errors.push(`${answer.status} ${answer.text.slice(0, 100)}`);
        await wait(20);
      }
    })();
    const rounds = machines.length + KILLS;
    for (let round = 0; round < rounds; round++) {
      const which = round % machines.length;
      const machine = machines[which];
      if (machine === undefined) continue;
      isKilled = round >= machines.length;
      if (isKilled) await machine.server.kill();
      else await machine.server.stop();
      machines[which] = await startMachine(machine.role, [machine.port, machine.metricsPort]);
      await wait(ROUND_MS);
      isKilled = false;
    }
    isOver = true;
    await people;
    const { rows: offline } = await database.db.query(sql`select from device_status where status = 'OFFLINE'`);
    expect(offline).toEqual([]);
    for (const ledger of ledgers) await ledger.stop();
    const lost: string[] = [];
    for (const { meterId, acknowledged } of ledgers) {
      const { rows } = await database.db.query<{ time: Date }>(sql`select time from frame where meter_id = ${meterId}`);
      const stored = new Set(rows.map(({ time }) => time.getTime()));
      expect(stored.size).toBe(rows.length);
      for (const time of acknowledged) if (!stored.has(time)) lost.push(`${meterId}@${time}`);
    }
    const total = ledgers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    const gapsOf = (kind: keyof Ledger['gaps']) => ledgers.map(({ gaps }) => Math.round(gaps[kind])).join(' ');
    console.log(`${total} acknowledged, ${lost.length} lost, ${KILLS} kills; ${asked} requests`);
    console.log(`longest gaps, ms: restarts ${gapsOf('restart')}; kills ${gapsOf('kill')}`);
    expect(lost).toEqual([]);
    expect(errors).toEqual([]);
    expect(Math.min(...ledgers.map(({ acknowledged }) => acknowledged.length))).toBeGreaterThan(100);
  },
  600_000 + KILLS * 2 * ROUND_MS,
);
