import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDb } from '@airdeck/server/platform/db/pool';
import mqtt, { type MqttClient } from 'mqtt';
import pino from 'pino';
import sql from 'sql-template-tag';
import { waitFor } from './wait.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const ORGANIZATION = '00000000';
const METERS = 12;
/** A device may send ten messages a second. */
const GAP_MS = 200;
const RECONNECT_MS = 250;
/** Longest wait for open acknowledgements at the end. */
const SETTLE_MS = 10_000;

/** Simulated meters, and which of their frames were acknowledged. */
export interface Ledger {
  acknowledged(): number;
  /** Whether any and every meter had a frame acknowledged that was sent after an instant of performance.now(). */
  isHeardSince(instant: number): { any: boolean; all: boolean };
  /** Stops sending, and waits for open acknowledgements. */
  stop(): Promise<void>;
  /** Acknowledged frames that the database lacks, and how many it has. */
  compare(connection: string): Promise<{ stored: number; lost: string[] }>;
}

interface Meter {
  code: string;
  client: MqttClient;
  timer: NodeJS.Timeout;
  /** When the newest acknowledged frame was sent. */
  heard: number;
}

const register = async (code: string, databaseUrl: string): Promise<{ username: string; password: string }> => {
  const place = ['--office', 'Cluster', '--department', 'Room', '--code', code, '--name', code];
  const { stdout } = await run(process.execPath, [
    join(root, 'apps/server/dist/device.js'),
    ...['add', ...place, '--sensors', 'CO2', '--organization', ORGANIZATION, '--database-url', databaseUrl],
  ]);
  const [, username = '', password = ''] = /username=(\S+) secret=(\S+)/.exec(stdout) ?? [];
  return { username, password };
};

/** Registers meters and lets each send a frame every 200 ms, again and again until it is acknowledged. */
export const startLedger = async (mqttUrl: string, databaseUrl: string): Promise<Ledger> => {
  const acknowledged = new Map<string, number>();
  let step = 0;
  let open = 0;
  const meters: Meter[] = [];
  for (let i = 1; i <= METERS; i++) {
    const code = `CLUSTER-${i}`;
    const login = await register(code, databaseUrl);
    // Frames without an acknowledgement are sent again after each connection. A machine may not know the login yet.
    const again = { reconnectPeriod: RECONNECT_MS, reconnectOnConnackError: true };
    const client = mqtt.connect(mqttUrl, { ...login, ...again, clientId: code });
    client.on('error', () => undefined);
    const send = (): void => {
      const sent = performance.now();
      const time = Date.now();
      const value = 400 + (step++ % 600);
      const text = JSON.stringify({ time, readings: { CO2: value } });
      open++;
      client.publish(`airdeck/v1/${ORGANIZATION}/${code}/readings`, text, { qos: 1 }, (error) => {
        open--;
        if (error) return;
        acknowledged.set(`${code}@${time}`, value);
        meter.heard = Math.max(meter.heard, sent);
      });
    };
    const meter: Meter = { code, client, timer: setInterval(send, GAP_MS), heard: 0 };
    meters.push(meter);
  }
  return {
    acknowledged: () => acknowledged.size,
    isHeardSince: (instant) => ({
      any: meters.some(({ heard }) => heard > instant),
      all: meters.every(({ heard }) => heard > instant),
    }),
    async stop() {
      for (const { timer } of meters) clearInterval(timer);
      await waitFor('every frame is acknowledged', SETTLE_MS, async () => open === 0).catch(() => undefined);
      await Promise.all(meters.map(({ client }) => client.endAsync(true)));
    },
    async compare(connection) {
      const db = createDb({ connection, log: pino({ level: 'silent' }) });
      const { rows } = await db.query<{ code: string; time: Date; value: number[] }>(
        sql`select m.code, f.time, f.value from frame f join meter m on m.id = f.meter_id`,
      );
      await db.close();
      const stored = new Map(rows.map(({ code, time, value }) => [`${code}@${time.getTime()}`, value[0]]));
      const lost = [...acknowledged].filter(([key, value]) => stored.get(key) !== value).map(([key]) => key);
      return { stored: stored.size, lost };
    },
  };
};
