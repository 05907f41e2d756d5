import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDataDir, type ServerProcess, startServer } from '../testing/server-process.ts';

const OPEN_FILES = 1_024;
const FLOOD = 1_100;
const OTHERS = Array.from({ length: 8 }, (_, i) => `127.0.0.${10 + i}`);
/** More than the time-out of a silent connection. */
const PATIENCE_MS = 120_000;

const dir = aDataDir();
let server: ServerProcess;
let ports: { http: number; mqtt: number };

beforeAll(async () => {
  const args = ['start', '--data', dir.path, '--port', '0', '--mqtt-port', '0', '--host', '0.0.0.0'];
  server = await startServer(args, { openFiles: OPEN_FILES });
  ports = { http: Number(new URL(server.url).port), mqtt: Number(new URL(server.mqttUrl).port) };
}, PATIENCE_MS);
afterAll(async () => {
  await server.stop();
  dir.remove();
});

/** A silent connection. */
const idle = (port: number, localAddress: string) => {
  const socket: Socket = connect({ host: '127.0.0.1', port, localAddress });
  // Refused connections end with a reset.
  socket.on('error', () => undefined);
  socket.resume();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const connected = new Promise<void>((resolve) => socket.once('connect', resolve));
  return { settled: Promise.race([connected, closed]), closed };
};

/** The console's health as seen from another address. */
const health = async (localAddress: string): Promise<number | undefined> => {
  const request = get({ host: '127.0.0.1', port: ports.http, path: '/api/v1/health', localAddress, agent: false });
  const [response] = await once(request, 'response');
  response.resume();
  return response.statusCode;
};

/** Whether the broker answers at all: without a login it refuses, which is an answer. */
const brokerAnswer = async (localAddress: string): Promise<string> => {
  const socket = () => connect({ host: '127.0.0.1', port: ports.mqtt, localAddress });
  const client = new mqtt.MqttClient(socket, { username: 'nobody', password: 'x', reconnectPeriod: 0 });
  const message = await new Promise<string>((resolve) => {
    client.once('error', (error) => resolve(error.message));
    client.once('close', () => resolve('closed without a word'));
  });
  client.end(true);
  return message;
};

/** In batches that fit into the kernel's queue of new connections: what it drops is retried only much later. */
const flood = async (port: number, addresses: readonly string[]) => {
  const connections: ReturnType<typeof idle>[] = [];
  while (connections.length < FLOOD) {
    const part = Array.from({ length: 100 }, (_, i) => idle(port, addresses[i % addresses.length] ?? ''));
    await Promise.all(part.map(({ settled }) => settled));
    connections.push(...part);
  }
  return { ended: Promise.all(connections.map(({ closed }) => closed)) };
};

const SOON = { timeout: PATIENCE_MS / 4 };
const REFUSED = 'Connection refused: Not authorized';

// Only Linux has all of 127.0.0.0/8.
describe.skipIf(process.platform !== 'linux')('idle connections, more than the process may open', () => {
  it.each(['http', 'mqtt'] as const)(
    'to %s leave room for all others, end by themselves, and never end the process',
    async (target) => {
      const one = await flood(ports[target], ['127.0.0.1']);
      expect(await health('127.0.0.2')).toBe(200);
      expect(await brokerAnswer('127.0.0.2')).toBe(REFUSED);
      const many = await flood(ports[target], OTHERS);
      // The other listener has its own limit.
      if (target === 'mqtt') expect(await health('127.0.0.2')).toBe(200);
      else expect(await brokerAnswer('127.0.0.2')).toBe(REFUSED);
      await Promise.all([one.ended, many.ended]);
      expect(server.child.exitCode).toBeNull();
      expect(server.output()).not.toContain('role exited');
      // This end sees a connection closed a moment before the server has counted it.
      const refused = () => undefined;
      await expect.poll(() => health('127.0.0.1').catch(refused), SOON).toBe(200);
      await expect.poll(() => brokerAnswer('127.0.0.1'), SOON).toBe(REFUSED);
    },
    PATIENCE_MS,
  );
});

it('says at the start what a low limit means, and how to raise it', () => {
  expect(server.output()).toMatch(/1024 .*ulimit -n/s);
});
