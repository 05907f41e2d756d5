import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './site-broker.ts';

const PROGRAM = '/usr/lib/rabbitmq/bin/rabbitmq-server';
const START_MS = 120_000;

export interface RabbitMq {
  /** MQTT. */
  port: number;
  /** Like kill -9 of the whole machine: what it has not written is lost. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** The configuration of docs/operations for a RabbitMQ that asks at `authUrl`, with ports of its own. */
export const openRabbitMq = async (authUrl: string): Promise<RabbitMq> => {
  const folder = mkdtempSync(join(tmpdir(), 'airdeck-rabbitmq-'));
  const [port, distribution, mapper] = [await freePort(), await freePort(), await freePort()];
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    RABBITMQ_NODENAME: `airdeck${port}@localhost`,
    RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_DIST_PORT: String(distribution),
    ERL_EPMD_PORT: String(mapper),
    // It may be ended while it still knows the killed node.
    ERL_EPMD_RELAXED_COMMAND_CHECK: '1',
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_ENABLED_PLUGINS_FILE: write('enabled_plugins', '[rabbitmq_mqtt,rabbitmq_auth_backend_http].'),
    RABBITMQ_ADVANCED_CONFIG_FILE: write('advanced.config', '[{rabbitmq_mqtt, [{ignore_colons_in_username, true}]}].'),
    RABBITMQ_CONFIG_FILE: write(
      'rabbitmq.conf',
      [
        'listeners.tcp = none',
        `mqtt.listeners.tcp.1 = 127.0.0.1:${port}`,
        'mqtt.allow_anonymous = false',
        'auth_backends.1 = http',
        'auth_http.http_method = post',
        ...['user', 'vhost', 'resource', 'topic'].map((name) => `auth_http.${name}_path = ${authUrl}/${name}`),
      ].join('\n'),
    ),
  };
  let child: ChildProcess | null = null;
  const end = async (): Promise<void> => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // The script's child is the Erlang machine: both are in the group.
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  const broker: RabbitMq = {
    port,
    async start() {
      child = spawn(PROGRAM, { env, stdio: 'ignore', detached: true });
      const deadline = performance.now() + START_MS;
      while (!(await isOpen(port))) {
        if (child.exitCode !== null || performance.now() > deadline) throw new Error('RabbitMQ did not start');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async kill() {
      await end();
      while (await isOpen(port)) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    async close() {
      await broker.kill();
      execFileSync('epmd', ['-port', String(mapper), '-kill'], { stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await broker.start();
  return broker;
};
