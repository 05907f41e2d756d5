import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Aedes } from 'aedes';
import mqtt, { type MqttClient } from 'mqtt';

const MOSQUITTO = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'].find(existsSync);

/** Account and password of every site's broker in tests. */
export const SITE_ACCOUNT = { username: 'airdeck', password: 'site secret' };

/** A site's broker: it keeps sessions while it is stopped. */
export interface SiteBroker {
  port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A device of the site. */
  connect(): Promise<MqttClient>;
  close(): Promise<void>;
}

/** A port that is free now. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
};

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const withDevices = (port: number) => {
  const clients: MqttClient[] = [];
  return {
    async connect() {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { ...SITE_ACCOUNT, reconnectPeriod: 0 });
      clients.push(client);
      return client;
    },
    async disconnect() {
      for (const client of clients.splice(0)) await client.endAsync(true);
    },
  };
};

/** Eclipse Mosquitto with typical settings of a site. */
const openMosquitto = async (program: string): Promise<SiteBroker> => {
  const folder = mkdtempSync(join(tmpdir(), 'airdeck-mosquitto-'));
  const port = await freePort();
  const [settings, passwords] = [join(folder, 'mosquitto.conf'), join(folder, 'passwords')];
  writeFileSync(passwords, `${SITE_ACCOUNT.username}:${SITE_ACCOUNT.password}\n`, { mode: 0o600 });
  execFileSync('mosquitto_passwd', ['-U', passwords]);
  // As root it would switch to a user who may not read the folder.
  writeFileSync(
    settings,
    `listener ${port} 127.0.0.1\npassword_file ${passwords}\npersistence true\npersistence_location ${folder}/\nuser root\n`,
  );
  let child: ChildProcess | null = null;
  const devices = withDevices(port);
  const broker: SiteBroker = {
    port,
    async start() {
      child = spawn(program, ['-c', settings], { stdio: 'ignore' });
      while (!(await isOpen(port))) {
        if (child.exitCode !== null) throw new Error(`mosquitto ended with ${child.exitCode}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async stop() {
      await devices.disconnect();
      if (child === null || child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
    connect: devices.connect,
    async close() {
      await broker.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await broker.start();
  return broker;
};

/** The broker library of the product with default settings, for machines without Mosquitto. */
const openAedes = async (): Promise<SiteBroker> => {
  const port = await freePort();
  const aedes = await Aedes.createBroker({
    authenticate: (_, username, password, done) =>
      done(null, username === SITE_ACCOUNT.username && String(password) === SITE_ACCOUNT.password),
  });
  let server: Server | null = null;
  const sockets = new Set<Socket>();
  const devices = withDevices(port);
  const broker: SiteBroker = {
    port,
    async start() {
      server = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.once('close', () => sockets.delete(socket));
        aedes.handle(socket);
      }).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async stop() {
      await devices.disconnect();
      const closing = server;
      server = null;
      if (closing === null) return;
      const closed = once(closing, 'close');
      closing.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    connect: devices.connect,
    async close() {
      await broker.stop();
      await new Promise<void>((resolve) => aedes.close(resolve));
    },
  };
  await broker.start();
  return broker;
};

/** The brokers for tests; `open` is null if the program is not installed. */
export const SITE_BROKERS: readonly { name: string; open: (() => Promise<SiteBroker>) | null }[] = [
  MOSQUITTO === undefined
    ? { name: 'Mosquitto (skipped: apt-get install mosquitto)', open: null }
    : { name: 'Mosquitto', open: () => openMosquitto(MOSQUITTO) },
  { name: 'aedes', open: openAedes },
];

export interface CutProxy {
  port: number;
  /** Cuts every connection, and accepts no new one until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A proxy between the server and a site that can be cut. */
export const openCutProxy = async (to: number): Promise<CutProxy> => {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) return void near.destroy();
    const far = connect(to, '127.0.0.1');
    keep(far);
    near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    mend() {
      isCut = false;
    },
    async close() {
      cut();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
};
