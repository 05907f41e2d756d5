import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import pino from 'pino';
import sql from 'sql-template-tag';
import { expect, vi } from 'vitest';
import { createConfirmation } from '../features/control/confirm.ts';
import { openDevicesRole } from './devices-role.ts';
import { aDepartment, aMeter, anOrganization, aPurifier, aUser } from './factory.ts';
import { openFeed } from './feed-rig.ts';
import { type Body, logIn } from './signed-in.ts';
import { testDatabase } from './test-database.ts';
import { openWebServer } from './web-server.ts';

const WAIT = { timeout: 60_000 };

/** A message of a device, or to it. */
export type TopicMessage = readonly [topic: string, payload: string];

/** A device behind a door of its own, bound to a purifier. */
export interface DoorPurifier {
  purifierId: number;
  deviceId: number;
  /** Messages that it received. */
  received: TopicMessage[];
  /** Publishes messages in order; each is stored when this resolves. */
  say(...messages: readonly TopicMessage[]): Promise<void>;
}

/** The roles `web` and `devices` with the confirmation of commands, and purifiers behind doors over real MQTT. */
export const openCommandRig = async (count: number, options: Parameters<typeof openDevicesRole>[2] = {}) => {
  const database = await testDatabase();
  const { db } = database;
  const own = await anOrganization(db, {});
  const user = await aUser(db, { organization: own, authority: 'SUPER_ADMIN' });
  const department = await aDepartment(db, { organizationId: own.id });
  // Registered before the processes start, which follow changes by people only.
  const free: { meterId: number; purifierId: number }[] = [];
  for (let i = 0; i < count; i++) {
    const { id: meterId } = await aMeter(db, { department });
    free.push({ meterId, purifierId: await aPurifier(db, meterId, 1) });
  }
  const web = await openWebServer(database, [], options);
  const devices = await openDevicesRole(database, web.dataDir, options);
  const rig = await openFeed(database.url);
  const confirmation = createConfirmation({
    ...{ db, feed: rig.feed, clock: { now: () => Date.now() }, log: pino({ level: 'silent' }) },
  });
  await confirmation.start();
  const session = await logIn(web.base, user);
  const clients: MqttClient[] = [];

  const ask = async (method: string, path: string, body?: object): Promise<Body> => {
    const answer = await session(method, path, body);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  const connect = async ({ account: username, secret: password }: Body): Promise<MqttClient> => {
    const login = { username, password, reconnectPeriod: 0 };
    // The broker knows a new account a moment later.
    const client = await vi.waitFor(() => mqtt.connectAsync(`mqtt://127.0.0.1:${devices.port}`, login), WAIT);
    clients.push(client);
    return client;
  };
  const reported = async (purifierId: number): Promise<Body> => {
    const { rows } = await db.query<{ state: Body }>(
      sql`select state from purifier_state where purifier_id = ${purifierId} order by time desc limit 1`,
    );
    return rows[0]?.state ?? null;
  };

  return {
    db,
    own,
    ask,
    /** The state that a purifier reported last. */
    reported,
    /**
     * A door with a device, which introduces itself and then reports the state `idle`. `search`: a word of its address, if a
     * bridge has one too; none that is in the organization's name, such as a number.
     */
    async device(
      driver: string,
      { intro = [], idle, search = '' }: { intro?: readonly TopicMessage[]; idle: TopicMessage; search?: string },
    ): Promise<DoorPurifier> {
      const place = free.pop();
      if (place === undefined) throw new Error('no purifier is left');
      const { id: doorId, credential } = await ask('POST', '/device-doors', {
        ...{ organization_id: own.id, name: `Door ${place.purifierId}`, kind: 'BROKER' },
      });
      const client = await connect(credential);
      const received: TopicMessage[] = [];
      client.on('message', (topic, payload) => received.push([topic, payload.toString()]));
      await client.subscribeAsync('#', { qos: 1 });
      const say = async (...messages: readonly TopicMessage[]): Promise<void> => {
        for (const [topic, payload] of messages) await client.publishAsync(topic, payload, { qos: 1 });
      };
      await say(...intro, idle);
      const { id, version } = await vi.waitFor(async () => {
        const [found] = (await ask('GET', `/door-devices?doorId=${doorId}&search=${encodeURIComponent(search)}`))
          .content;
        expect(found).toBeDefined();
        return found;
      }, WAIT);
      const { meterId, purifierId } = place;
      const bound = { meter_id: meterId, purifier: 1, sensors: [], blocked: 'N', driver, version };
      await ask('PUT', `/door-devices/${id}`, bound);
      // The binding reaches the role `devices` a moment later.
      await vi.waitFor(async () => {
        await say(...intro, idle);
        expect(await reported(purifierId)).not.toBeNull();
      }, WAIT);
      return { purifierId, deviceId: id, received, say };
    },
    /** Requests a command; answers its id, or the obstacle. */
    async command(purifierId: number, command: string, action: string): Promise<number | string> {
      const batch = { purifier_ids: [purifierId], command, action, batch_id: randomUUID() };
      const [result] = (await ask('POST', '/control/commands', batch)).results;
      return result.command_id ?? result.obstacle;
    },
    /** Resolves when a command of the ledger has this state. */
    async comesTo(id: number | string, state: string): Promise<Body> {
      const read = () => ask('GET', `/control/commands/${id}`);
      await expect.poll(async () => (await read()).state, WAIT).toBe(state);
      return read();
    },
    /** Lets the time of a command end. */
    async expire(id: number | string): Promise<void> {
      await db.query(sql`update command set expires_time = now() where id = ${id}`);
    },
    /** Resolves when all reports up to now were compared with the open commands. */
    async compared(): Promise<void> {
      const { rows } = await db.query<{ xid: string }>(sql`select pg_current_xact_id()::text as xid`);
      await expect
        .poll(async () => {
          const { rows: behind } = await db.query(sql`
            select from feed f join feed_consumer c on c.lane = f.lane and c.name = 'commands'
            where f.kind = any(c.kinds) and f.xid < ${rows[0]?.xid}::xid8 and (f.xid, f.seq) > (c.xid, c.seq)`);
          return behind.length;
        }, WAIT)
        .toBe(0);
    },
    async close() {
      for (const client of clients) await client.endAsync(true);
      await confirmation.stop();
      await devices.close();
      await web.close();
      await rig.close();
      await database.close();
    },
  };
};

export type CommandRig = Awaited<ReturnType<typeof openCommandRig>>;
