import mqtt from 'mqtt';
import { afterEach, expect, it } from 'vitest';
import { aDataDir, finish, runProgram, type ServerProcess, startServer } from '../testing/server-process.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const ORGANIZATION = '00000000';

/** The enrolment secret of a new installation, and its server. */
const startWithEnrolment = async (): Promise<{ server: ServerProcess; secret: string }> => {
  const dir = aDataDir();
  cleanups.push(dir.remove);
  const options = ['start', '--data', dir.path, '--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1'];
  const first = await startServer(options);
  await first.stop();
  const made = await finish(runProgram('device', ['enrolment', '--data', dir.path, '--organization', ORGANIZATION]));
  const secret = /secret=(\S+)/.exec(made.output)?.[1];
  if (secret === undefined) throw new Error(made.output);
  const server = await startServer(options);
  cleanups.push(() => server.stop());
  return { server, secret };
};

it('goes on when devices send what is nested deep, as message or last will, and acknowledges it', async () => {
  const { server, secret } = await startWithEnrolment();
  const login = { username: `${ORGANIZATION}:NEW-1`, password: secret, reconnectPeriod: 0 };
  const topic = (rest: string) => `airdeck/v1/${ORGANIZATION}/NEW-1/${rest}`;
  const deep = Buffer.from('['.repeat(20_000) + ']'.repeat(20_000));
  const will = { topic: topic('status'), payload: deep, qos: 1, retain: false } as const;

  const device = await mqtt.connectAsync(server.mqttUrl, { ...login, will }, false);
  for (const rest of ['readings', 'status']) {
    for (const qos of [0, 1, 2] as const) await device.publishAsync(topic(rest), deep, { qos });
  }
  device.stream.destroy();

  const after = await mqtt.connectAsync(server.mqttUrl, login, false);
  await after.publishAsync(topic('readings'), '{"readings":{"CO2":500}}', { qos: 1 });
  await after.endAsync(true);
  expect((await fetch(`${server.url}/api/v1/health`)).status).toBe(200);
  expect(server.child.exitCode).toBeNull();
  expect(server.output()).not.toContain('role exited');
}, 120_000);
