import { readFileSync } from 'node:fs';
import { DAY_MS } from '@airdeck/domain/duration';
import fc from 'fast-check';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { request, send } from '../testing/fuzz/http.ts';
import { conversation, converse, type FuzzLogin } from '../testing/fuzz/mqtt.ts';
import { logIn, renewPrintedLogin } from '../testing/server-login.ts';
import {
  aDataDir,
  finish,
  roleProcesses,
  runProgram,
  type ServerProcess,
  startServer,
} from '../testing/server-process.ts';

/** FUZZ_MINUTES sets a duration instead, with any number of cases. */
const MINUTES = Number(process.env.FUZZ_MINUTES ?? 0);
const PACKETS = Number(process.env.FUZZ_PACKETS ?? 100_000);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const AT_ONCE = 8;
const BATCH = 200;
/** Maximum growth of the memory of all processes together. */
const MAX_GROWTH_MB = 100;
const ORGANIZATION = '00000000';
const MAX_RUN_MS = (MINUTES * 2 + 40) * 60_000;

let server: ServerProcess;
const dataDir = aDataDir();
/** The witness sends valid messages only: its answers must stay correct while the others send invalid ones. */
let witness: FuzzLogin;
let spoiler: FuzzLogin;
let token: string;
const ports = { http: 0, mqtt: 0 };
const START = Math.floor(Date.now() / DAY_MS - 5) * DAY_MS;
/** Frames of the witness, one second apart, from START. */
let acknowledged = 0;

const addDevice = async (code: string): Promise<FuzzLogin> => {
  const args = ['add', '--organization', ORGANIZATION, '--office', 'O', '--department', 'D', '--code', code];
  const { output } = await finish(runProgram('device', [...args, '--name', code, '--data', dataDir.path]));
  const [, username, password] = /username=(\S+) secret=(\S+)/.exec(output) ?? [];
  if (username === undefined || password === undefined) throw new Error(output);
  return { organization: ORGANIZATION, device: code, username, password };
};

beforeAll(async () => {
  server = await startServer([
    'start',
    '--port',
    '0',
    '--mqtt-port',
    '0',
    '--host',
    '127.0.0.1',
    '--data',
    dataDir.path,
  ]);
  ports.http = Number(new URL(server.url).port);
  ports.mqtt = Number(new URL(server.mqttUrl).port);
  token = (await logIn(server, await renewPrintedLogin(server))).access_token;
  // Added first, so that it is the meter that requests name.
  spoiler = await addDevice('SPOILER');
  witness = await addDevice('WITNESS');
}, 120_000);
afterAll(async () => {
  await server.stop();
  dataDir.remove();
});

/** Memory of the supervisor and all roles. */
const rssMb = (): number =>
  [server.child.pid, ...roleProcesses(server).values()]
    .map((pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
    .reduce((sum, mb) => sum + mb, 0);

/** Sends one frame after the other, each after the previous acknowledgement; returns the delays. */
const bearWitness = async (isOver: () => boolean): Promise<number[]> => {
  const device = await mqtt.connectAsync(server.mqttUrl, {
    username: witness.username,
    password: witness.password,
    reconnectPeriod: 0,
  });
  const delays: number[] = [];
  while (!isOver()) {
    const begin = performance.now();
    const payload = JSON.stringify({
      time: START + acknowledged * 1_000,
      readings: { CO2: 400 + (delays.length % 500) },
    });
    await device.publishAsync(`airdeck/v1/${ORGANIZATION}/WITNESS/readings`, payload, { qos: 1 });
    acknowledged++;
    delays.push(performance.now() - begin);
    // Its rate is ten messages a second; a faster sender would rightly have to wait.
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  await device.endAsync();
  return delays;
};

/** Runs `one` on generated inputs, some concurrently, until there were enough. */
const attack = async <T>(inputs: fc.Arbitrary<T>, isEnough: () => boolean, one: (input: T) => Promise<void>) => {
  for (let batch = 0; !isEnough(); batch++) {
    const queue = fc.sample(inputs, { numRuns: BATCH, seed: SEED + batch });
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let input = queue.pop(); input !== undefined; input = queue.pop()) await one(input);
    });
    await Promise.all(workers);
  }
};

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

/** Runs an attack beside the witness; reports what both observed. */
const besideWitness = async (name: string, run: (isLate: () => boolean) => Promise<number>): Promise<void> => {
  const end = Date.now() + MINUTES * 60_000;
  let isOver = false;
  const before = rssMb();
  const witnessed = bearWitness(() => isOver);
  const count = await run(() => Date.now() >= end).finally(() => {
    isOver = true;
  });
  const delays = await witnessed;
  const [p50, p95] = [quantile(delays, 0.5), quantile(delays, 0.95)];
  const growth = rssMb() - before;
  console.log(
    JSON.stringify({
      name,
      seed: SEED,
      count,
      acknowledged: delays.length,
      p50: Math.round(p50),
      p95: Math.round(p95),
      growthMb: Math.round(growth),
    }),
  );
  expect(server.child.exitCode, server.output()).toBeNull();
  expect(server.output()).not.toContain('role exited');
  expect(growth).toBeLessThan(MAX_GROWTH_MB);
};

it(
  'goes on for all others while one device sends spoilt packets and payloads',
  () =>
    besideWitness('fuzz-mqtt', async (isLate) => {
      let packets = 0;
      const isEnough = () => (MINUTES > 0 ? isLate() : packets >= PACKETS);
      await attack(conversation(spoiler), isEnough, async (given) => {
        await converse(ports.mqtt, given);
        packets += given.packets;
      });
      return packets;
    }),
  MAX_RUN_MS,
);

it(
  'answers spoilt requests with what is wrong with them, and never with a failure of its own',
  () =>
    besideWitness('fuzz-http', async (isLate) => {
      let requests = 0;
      const failed: string[] = [];
      const isEnough = () => (MINUTES > 0 ? isLate() : requests >= REQUESTS);
      await attack(request([token, 'x.y.z']), isEnough, async (bytes) => {
        const statuses = await send(ports.http, bytes);
        requests++;
        // HTTP answers 501 to an unknown method or encoding.
        if (statuses.some((status) => status >= 500 && status !== 501))
          failed.push(`${statuses} ${bytes.toString('latin1').slice(0, 2_000)}`);
      });
      expect(failed).toEqual([]);
      return requests;
    }),
  MAX_RUN_MS,
);

it('has stored every frame of the witness that it acknowledged, once', async () => {
  const ask = async (path: string) => {
    const response = await fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
    return (await response.json()) as { content: { id: number }[]; totalElements: number };
  };
  const [meter] = (await ask('/meters?code=WITNESS')).content;
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const period = `startTime=${day(START)}&endTime=${day(START + 6 * DAY_MS)}`;
  const { totalElements } = await ask(`/history/meter-readings?${period}&meterId=${meter?.id}&size=1`);
  expect(totalElements).toBe(acknowledged);
}, 120_000);
