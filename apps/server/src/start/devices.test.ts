import { connect } from 'node:net';
import type { IConnectPacket } from 'mqtt-packet';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectPacket, publishPacket, type RawClient, rawClient } from '../testing/raw-mqtt.ts';
import { aDataDir, finish, runProgram, startServer } from '../testing/server-process.ts';

// Device messages to the real process, and the connections of devices after a change.

const ORGANIZATION = '00000000';
const cleanups: (() => unknown)[] = [];
let provision: (...command: string[]) => Promise<string>;
let login: (code: string, secret: string, given?: Partial<IConnectPacket>) => Promise<RawClient>;

beforeAll(async () => {
  const dir = aDataDir();
  cleanups.push(dir.remove);
  const ports = ['--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1'];
  const server = await startServer(['start', '--data', dir.path, ...ports]);
  cleanups.push(() => server.stop());
  // Runs `npm run device -- …`; returns the secret.
  provision = async (...command) => {
    const rest = [...command, '--organization', ORGANIZATION, '--data', dir.path];
    const { output } = await finish(runProgram('device', rest));
    const secret = /secret=(\S+)/.exec(output)?.[1];
    if (secret === undefined) throw new Error(output);
    return secret;
  };
  // The server learns of provisioned devices a moment later.
  login = (code, secret, given = {}) =>
    vi.waitFor(
      async () => {
        const socket = connect(Number(new URL(server.mqttUrl).port), '127.0.0.1');
        cleanups.push(() => socket.destroy());
        const client = rawClient(socket);
        const username = `${ORGANIZATION}:${code}`;
        client.send(connectPacket({ clientId: code, username, password: Buffer.from(secret), ...given }));
        expect(await client.next()).toBe('connack 0');
        return client;
      },
      { timeout: 60_000 },
    );
}, 120_000);
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
}, 120_000);

const topicOf = (code: string, rest = 'readings') => `airdeck/v1/${ORGANIZATION}/${code}/${rest}`;

it('ends connections of a secret that was renewed, and of a code that was registered', async () => {
  const [gateway, enrolment] = [await provision('gateway', '--code', 'GW'), await provision('enrolment')];
  const [stays, fresh] = [await login('GW', gateway), await login('FRESH', enrolment)];
  const place = ['--office', 'Office', '--department', 'Room', '--name', 'Fresh meter'];
  const own = await provision('add', '--code', 'FRESH', ...place);
  expect(await fresh.next()).toBe('closed');
  const [registered, unknown] = [await login('FRESH', own), await login('UNKNOWN', enrolment)];
  await provision('enrolment');
  expect(await unknown.next()).toBe('closed');
  for (const client of [stays, registered]) {
    client.send(publishPacket(topicOf('FRESH'), '{"readings":{"CO2":400}}', 1, 9));
    expect(await client.next()).toBe('puback 9');
  }
}, 120_000);

it('acknowledges what no receiver can bear, and lives', async () => {
  const secret = await provision('add', '--code', 'M', '--office', 'O', '--department', 'D', '--name', 'Meter');
  const payload = Buffer.from('['.repeat(20_000) + ']'.repeat(20_000));
  for (const rest of ['readings', 'status', 'purifiers/1/state', 'errors']) {
    const will = { topic: topicOf('M', rest), payload, qos: 1 as const, retain: false };
    const client = await login('M', secret, { will });
    for (const [qos, answer] of [
      [1, 'puback 5'],
      [2, 'pubrec 5'],
    ] as const) {
      client.send(publishPacket(will.topic, String(payload), qos, 5));
      expect(await client.next()).toBe(answer);
    }
    client.lose();
  }
  const after = await login('M', secret);
  after.send(publishPacket(topicOf('M'), '{"readings":{"CO2":400}}', 1, 6));
  expect(await after.next()).toBe('puback 6');
}, 120_000);
