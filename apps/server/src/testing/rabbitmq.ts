import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './site-broker.ts';

const PROGRAM = '/usr/lib/rabbitmq/bin/rabbitmq-server';
const START_MS = 240_000;
/** Characters of a log that an error shows. */
const LOG_LENGTH = 4_000;

export interface RabbitNode {
  /** MQTT. */
  port: number;
  /** Like kill -9 of the whole machine: what it has not written is lost. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface RabbitMq {
  nodes: readonly RabbitNode[];
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

/** Several nodes share a machine with the tests: they should not wait for work in loops. */
const MODEST = '+S 1:1 +sbwt none +sbwtdcpu none +sbwtdio none';

/** The configuration of docs/operations for a RabbitMQ of one node or several that asks at `authUrl`, with ports of its own. */
export const openRabbitMq = async (authUrl: string, nodeCount = 1): Promise<RabbitMq> => {
  const folder = mkdtempSync(join(tmpdir(), 'airdeck-rabbitmq-'));
  const mapper = await freePort();
  const ports = await Promise.all(Array.from({ length: nodeCount }, freePort));
  const nameOf = (port: number): string => `airdeck${port}@localhost`;
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  write('.erlang.cookie', 'airdeck');
  const shared = {
    PATH: process.env.PATH,
    HOME: folder,
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: MODEST,
    ERL_EPMD_PORT: String(mapper),
    // It may be ended while it still knows the killed node.
    ERL_EPMD_RELAXED_COMMAND_CHECK: '1',
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_ENABLED_PLUGINS_FILE: write('enabled_plugins', '[rabbitmq_mqtt,rabbitmq_auth_backend_http].'),
    RABBITMQ_ADVANCED_CONFIG_FILE: write('advanced.config', '[{rabbitmq_mqtt, [{ignore_colons_in_username, true}]}].'),
  };
  const cluster = [
    'cluster_formation.peer_discovery_backend = classic_config',
    ...ports.map((port, at) => `cluster_formation.classic_config.nodes.${at + 1} = ${nameOf(port)}`),
    'mqtt.durable_queue_type = quorum',
  ];

  const createNode = async (port: number): Promise<RabbitNode> => {
    const env = {
      ...shared,
      RABBITMQ_NODENAME: nameOf(port),
      RABBITMQ_MNESIA_BASE: join(folder, `mnesia-${port}`),
      RABBITMQ_DIST_PORT: String(await freePort()),
      RABBITMQ_CONFIG_FILE: write(
        `rabbitmq-${port}.conf`,
        [
          'listeners.tcp = none',
          `mqtt.listeners.tcp.1 = 127.0.0.1:${port}`,
          'mqtt.allow_anonymous = false',
          'auth_backends.1 = http',
          'auth_http.http_method = post',
          ...['user', 'vhost', 'resource', 'topic'].map((name) => `auth_http.${name}_path = ${authUrl}/${name}`),
          ...(nodeCount > 1 ? cluster : []),
        ].join('\n'),
      ),
    };
    const log = join(folder, 'log', `${nameOf(port)}.log`);
    let child: ChildProcess | null = null;
    const end = async (): Promise<void> => {
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      // The script's child is the Erlang machine: both are in the group.
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    };
    return {
      port,
      async start() {
        const deadline = performance.now() + START_MS;
        while (!(await isOpen(port))) {
          // A node that fails to start is started again, as Debian's unit does.
          if (child === null || child.exitCode !== null || child.signalCode !== null) {
            child = spawn(PROGRAM, { env, stdio: 'ignore', detached: true });
          }
          if (performance.now() > deadline) {
            await end();
            throw new Error(`RabbitMQ did not start:\n${readFileSync(log, 'utf8').slice(-LOG_LENGTH)}`);
          }
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      },
      async kill() {
        await end();
        while (await isOpen(port)) await new Promise((resolve) => setTimeout(resolve, 20));
      },
    };
  };

  const nodes = await Promise.all(ports.map(createNode));
  const close = async (): Promise<void> => {
    for (const node of nodes) await node.kill();
    spawnSync('epmd', ['-port', String(mapper), '-kill'], { stdio: 'ignore' });
    // Helpers of a killed node may still write a file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    // The others join the first one.
    for (const node of nodes) await node.start();
  } catch (error) {
    await close();
    throw error;
  }
  return { nodes, close };
};
