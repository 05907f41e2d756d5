import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS } from '@airdeck/domain/duration';
import mqtt, { type MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { openStore } from '../operations/cli/open-store.ts';
import { createLog } from '../platform/log.ts';
import { readFrames } from '../store/packed/read-frames-queries.ts';
import { aDataDir, finish, runProgram, type ServerProcess, startServer } from './server-process.ts';

const METERS = ['C-1', 'C-2', 'C-3', 'C-4'];
const ORGANIZATION = '00000000';
/** Five days ago: closed, so the packer packs it after each start, and late frames unpack it; but no back-fill. */
const START = Math.floor(Date.now() / DAY_MS - 5) * DAY_MS;
const CO2 = channelOf('CO2', 1);
const WINDOW = 20;
/** Per message: a device may send few messages a second, but many frames in each. */
const FRAMES = 25;

export interface Sender {
  /** `code@time → value` of the acknowledged readings. */
  acknowledged: Map<string, number>;
  /** False once its connection has ended. */
  isConnected(): boolean;
  stop(): Promise<void>;
}

const PATIENCE_MS = 30_000;

/** A login created by a command is valid in the server a moment later. */
const connectWhenKnown = async (url: string, login: { username: string; password: string }): Promise<MqttClient> => {
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    try {
      return await mqtt.connectAsync(url, { ...login, reconnectPeriod: 0 }, false);
    } catch (error) {
      const isUnknown = error instanceof Error && error.message.includes('Not authorized');
      if (!isUnknown || Date.now() > deadline) throw error;
    }
  }
};

/** Sends frames of these meters as fast as they are acknowledged, starting at `next`; each has its own time. */
export const sendUntilStopped = async (
  url: string,
  login: { username: string; password: string },
  next: () => number,
  meters: readonly string[] = METERS,
): Promise<Sender> => {
  const client = await connectWhenKnown(url, login);
  const acknowledged = new Map<string, number>();
  let isOver = false;
  client.on('error', () => {
    isOver = true;
  });
  client.on('close', () => {
    isOver = true;
  });
  const sendOne = (): void => {
    if (isOver) return;
    const code = meters[next() % meters.length] ?? '';
    const frames = Array.from({ length: FRAMES }, () => {
      const step = next();
      return { time: START + step * 1000, readings: { CO2: 400 + (step % 600) } };
    });
    client.publish(`airdeck/v1/${ORGANIZATION}/${code}/readings`, JSON.stringify(frames), { qos: 1 }, (error) => {
      if (!error && !isOver) {
        for (const { time, readings } of frames) acknowledged.set(`${code}@${time}`, readings.CO2);
      }
      sendOne();
    });
  };
  for (let i = 0; i < WINDOW; i++) sendOne();
  return {
    acknowledged,
    isConnected: () => !isOver,
    async stop() {
      isOver = true;
      await client.endAsync(true);
    },
  };
};

/** A data directory, or the URL of an outside database. */
type DatabasePlace = string;
const isUrl = (place: DatabasePlace): boolean => place.startsWith('postgresql://');

/** The stored frames of the meters, of a stopped or running server. */
export const storedFrames = async (place: DatabasePlace): Promise<Map<string, { count: number; value: number }>> => {
  const given = isUrl(place) ? { dataDir: '', databaseUrl: place } : { dataDir: place };
  const store = await openStore({ ...given, log: createLog({ level: 'error' }) });
  try {
    const { rows: meters } = await store.db.query<{ id: number; code: string }>(sql`select id, code from meter`);
    const spans = meters.map(({ id }) => ({ meterId: id, start: START, end: START + 366 * DAY_MS }));
    const stored = new Map<string, { count: number; value: number }>();
    for (const [at, { times, channels }] of (await readFrames(store.db, spans, [CO2])).entries()) {
      for (const [i, time] of times.entries()) {
        const key = `${meters[at]?.code}@${time}`;
        stored.set(key, { count: (stored.get(key)?.count ?? 0) + 1, value: channels.get(CO2)?.[i] ?? 0 });
      }
    }
    return stored;
  } finally {
    await store.close();
  }
};

/** Compares acknowledged with stored frames: those that are missing, and those with another value or more than once. */
export const compareStored = async (
  place: DatabasePlace,
  acknowledged: ReadonlyMap<string, number>,
): Promise<Pick<CrashResult, 'lost' | 'wrong'>> => {
  const stored = await storedFrames(place);
  const wrong = [...acknowledged].filter(([key, value]) => {
    const found = stored.get(key);
    return found && (found.count !== 1 || found.value !== value);
  });
  return { lost: [...acknowledged.keys()].filter((key) => !stored.has(key)), wrong: wrong.map(([key]) => key) };
};

/** Registers the meters; returns the login of a gateway that sends for them. */
export const registerSenders = async (
  place: DatabasePlace,
  runDevice = (args: string[]) => runProgram('device', args),
  meters: readonly string[] = METERS,
): Promise<{ username: string; password: string }> => {
  const where = [isUrl(place) ? '--database-url' : '--data', place];
  const run = (args: string[]) => finish(runDevice([...args, '--organization', ORGANIZATION, ...where]));
  for (const code of meters) {
    await run([
      'add',
      '--office',
      'Crash',
      '--department',
      'Crash',
      '--code',
      code,
      '--name',
      code,
      '--sensors',
      'CO2',
    ]);
  }
  const { output } = await run(['gateway', '--code', 'GW']);
  const [, username = '', password = ''] = /username=(\S+) secret=(\S+)/.exec(output) ?? [];
  return { username, password };
};

export interface CrashResult {
  acknowledged: number;
  /** Acknowledged, but missing. */
  lost: string[];
  /** Stored with another value, or more than once. */
  wrong: string[];
  /** Time from each start after a kill until the server was ready, ms. */
  starts: number[];
}

/**
 * Kills the server with SIGKILL at random moments while frames arrive, restarts it, and compares acknowledged with
 * stored frames.
 */
export const crashRepeatedly = async (times: number, random: () => number): Promise<CrashResult> => {
  const dir = aDataDir();
  const args = ['start', '--data', dir.path, '--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1'];
  const acknowledged = new Map<string, number>();
  const starts: number[] = [];
  let step = 0;
  let server: ServerProcess = await startServer(args);
  try {
    const login = await registerSenders(dir.path);
    for (let i = 0; i < times; i++) {
      const sender = await sendUntilStopped(server.mqttUrl, login, () => step++);
      await new Promise((resolve) => setTimeout(resolve, 50 + random() * 1_450));
      await server.kill();
      await sender.stop();
      for (const [key, value] of sender.acknowledged) acknowledged.set(key, value);
      const started = performance.now();
      server = await startServer(args);
      starts.push(Math.round(performance.now() - started));
    }
    return { acknowledged: acknowledged.size, ...(await compareStored(dir.path, acknowledged)), starts };
  } finally {
    await server.stop();
    dir.remove();
  }
};
