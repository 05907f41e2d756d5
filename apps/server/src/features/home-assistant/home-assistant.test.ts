import { isoTime } from '@airdeck/domain/calendar';
import mqtt, { type MqttClient } from 'mqtt';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFeed, type Feed } from '../../feed/feed.ts';
import { aCredential } from '../../testing/device-server.ts';
import { openDevicesRole } from '../../testing/devices-role.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aPurifier,
  aUser,
  type TestMeter,
  type TestOrganization,
} from '../../testing/factory.ts';
import { type HomeAssistant, openHomeAssistant } from '../../testing/home-assistant.ts';
import { type Ask, type Body, logIn } from '../../testing/signed-in.ts';
import { SITE_ACCOUNT, SITE_BROKERS, type SiteBroker } from '../../testing/site-broker.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openWebServer, type WebServer } from '../../testing/web-server.ts';

interface Place {
  organization: TestOrganization;
  ask: Ask;
  meters: TestMeter[];
  devices: MqttClient[];
}

const WAYS = [
  { name: 'an account of the own broker', open: null },
  ...SITE_BROKERS.map(({ name, open }) => ({ name: `a local server: ${name}`, open })),
];

let database: TestDatabase;
let web: WebServer;
let role: Awaited<ReturnType<typeof openDevicesRole>>;
let feed: Feed;
const places: Place[] = [];
const clients: MqttClient[] = [];

const alarmFor = (meterId: number, organizationId: number) =>
  database.db.query(sql`
    insert into alarm (organization_id, meter_id, category, code, source, severity, description, since_time,
      occurred_time)
    values (${organizationId}, ${meterId}, 'METER', 'MT00', 'SILENCE', 'MAJOR', 'x', now(), now())`);

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const logins: { username: string; password: string }[][] = [];
  const users: Awaited<ReturnType<typeof aUser>>[] = [];
  // One more for the test of the fields.
  for (const _ of [...WAYS, null]) {
    const organization = await anOrganization(db);
    users.push(await aUser(db, { organization, authority: 'SUPER_ADMIN' }));
    const department = await aDepartment(db, { organizationId: organization.id });
    const meters = [
      await aMeter(db, {
        department,
        name: '회의실',
        sensors: ['CO2', 'PM2.5', 'TEMPERATURE', 'HUMIDITY', 'HCHO', 'CO2'],
      }),
      await aMeter(db, { department, sensors: ['PM10', 'PM1.0'] }),
    ];
    for (const { id } of meters) await aPurifier(db, id, 1);
    const [, second] = meters;
    if (second) await alarmFor(second.id, organization.id);
    places.push({ organization, ask: () => Promise.reject(new Error('not logged in')), meters, devices: [] });
    logins.push(await Promise.all(meters.map(({ id, code }) => aCredential(db, { organization, code, meterId: id }))));
  }
  web = await openWebServer(database, ['--local-server-allow', '127.0.0.1']);
  role = await openDevicesRole(database, web.dataDir);
  feed = createFeed({ db, log: pino({ level: 'silent' }), random: () => 0, monotonic: () => performance.now() });
  for (const [i, place] of places.entries()) {
    for (const login of logins[i] ?? []) place.devices.push(await connect(role.port, login));
    const user = users[i];
    if (user) place.ask = await logIn(web.base, user);
  }
});
afterAll(async () => {
  for (const client of clients) await client.endAsync(true);
  await role.close();
  await web.close();
  await database.close();
});

const connect = async (port: number, login: { username: string; password: string }): Promise<MqttClient> => {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { ...login, reconnectPeriod: 0 });
  clients.push(client);
  return client;
};
const eventually = (read: () => unknown, timeout = 15_000) => expect.poll(read, { timeout, interval: 50 });

/** A place, its door and Home Assistant behind it. */
interface Rig {
  place: Place;
  door: Body;
  site: SiteBroker | null;
  newClient(): Promise<MqttClient>;
}

const openRig = async (place: Place, open: (() => Promise<SiteBroker>) | null): Promise<Rig> => {
  const fields = { organization_id: place.organization.id, name: 'Home Assistant', home_assistant: 'en' };
  if (open === null) {
    const { body: door } = await place.ask('POST', '/device-doors', {
      ...fields,
      kind: 'BROKER',
      filters: ['none/#'],
    });
    const login = { username: door.credential.account, password: door.credential.secret };
    const newClient = async (): Promise<MqttClient> => {
      let client: MqttClient | null = null;
      await eventually(async () => {
        client = await connect(role.port, login).catch(() => null);
        return client !== null;
      }).toBe(true);
      if (client === null) throw new Error('not connected');
      return client;
    };
    return { place, door, site: null, newClient };
  }
  const site = await open();
  const { username, password } = SITE_ACCOUNT;
  const { body: server } = await place.ask('POST', '/local-servers', {
    ...{ organization_id: place.organization.id, name: `S${site.port}`, ip: '127.0.0.1', port: site.port },
    ...{ account: username, account_password: password },
  });
  const { body: door } = await place.ask('POST', '/device-doors', {
    ...{ ...fields, kind: 'SITE', local_server_id: server.id, filters: ['homeassistant/#'] },
  });
  return { place, door, site, newClient: site.connect };
};

const state = (changed: object = {}) => ({
  ...{ power: 'ON', control: 'AUTO', run: 'WORK', source: 'REMOTE', fan_speed: 'WEAK', fans: [true], ...changed },
});

describe.each(WAYS.map((way, i) => ({ ...way, i })))('$name', ({ open, i }) => {
  test.skipIf(i > 0 && open === null)(
    'shows meters, grades and alarms, and takes commands',
    async () => {
      const place = places[i];
      const [meter, other] = place?.meters ?? [];
      const [device, otherDevice] = place?.devices ?? [];
      if (place === undefined || !meter || !other || !device || !otherDevice) throw new Error('no place');
      const { code } = place.organization;
      const topic = (rest: string, of = meter) => `airdeck/v1/${code}/${of.code}/${rest}`;
      const [id, otherId] = [`airdeck_meter_${meter.id}`, `airdeck_meter_${other.id}`];
      const readings = { CO2: 612, 'PM2.5': 8, TEMPERATURE: 22.5, HUMIDITY: 41, HCHO: 0.011, 'CO2:2': 700 };
      await device.publishAsync(topic('readings'), JSON.stringify({ readings }), { qos: 1 });
      await device.publishAsync(topic('purifiers/1/state'), JSON.stringify(state()), { qos: 1 });

      const rig = await openRig(place, open);
      const newHome = async (): Promise<HomeAssistant> => {
        const home = await openHomeAssistant(await rig.newClient());
        await home.start();
        return home;
      };
      const home = await newHome();
      await eventually(() => [home.devices.size, home.errors]).toEqual([2, []]);
      expect(home.devices.get(id)?.name).toBe('회의실');
      await eventually(() => home.state(id, 'co2')).toBe('612');
      expect(
        ['pm2_5', 'temperature', 'humidity', 'hcho', 'co2_2', 'grade', 'alarm'].map((key) => home.state(id, key)),
      ).toEqual(['8', '22.5', '41', '0.011', '700', 'Good', 'OFF']);
      await eventually(() => home.state(id, 'purifier_1')).toBe('ON');
      expect(home.state(id, 'purifier_1', 'percentage')).toBe('1');
      expect(home.state(id, 'purifier_1', 'preset_mode')).toBe('auto');
      // A meter that never measured: its alarm is shown all the same.
      expect(home.state(otherId, 'pm10')).toBe('unavailable');
      await eventually(() => home.state(otherId, 'alarm')).toBe('ON');

      // Many readings are few messages.
      const before = home.messages(id, 'co2');
      const began = Date.now();
      for (let value = 1_001; value <= 1_040; value++) {
        const time = isoTime(Date.now() + value - 1_040);
        await device.publishAsync(topic('readings'), JSON.stringify({ time, readings: { CO2: value } }), { qos: 1 });
      }
      await eventually(() => home.state(id, 'co2')).toBe('1040');
      expect(home.messages(id, 'co2') - before).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - began) / 5_000));
      expect(home.state(id, 'grade')).toBe('Bad');

      // The alarm ends.
      await database.db.tx(async (tx) => {
        await tx.query(sql`update alarm set ended_time = now() where meter_id = ${other.id}`);
        const { rows } = await tx.query<{ id: number }>(sql`select id from alarm where meter_id = ${other.id}`);
        const alarm = { alarmId: rows[0]?.id ?? 0, organizationId: place.organization.id, meterId: other.id };
        await feed.append(tx, [{ kind: 'alarm', alarm: { ...alarm, event: 'ENDED', time: Date.now() } }]);
      });
      await eventually(() => home.state(otherId, 'alarm')).toBe('OFF');

      // Commands go the way of those from the console, and nothing wrong becomes one.
      await device.subscribeAsync(topic('commands'), { qos: 1 });
      const got: Body[] = [];
      device.on('message', (_, payload) => got.push(JSON.parse(payload.toString('utf8'))));
      await home.command(id, 'purifier_1', 'percentage_command', '3');
      await home.command(id, 'purifier_1', 'preset_mode_command', 'manual');
      await home.command(id, 'purifier_1', 'command', 'EXPLODE');
      await home.command(id, 'purifier_1', 'command', 'OFF');
      await eventually(() => got.map(({ command, action }) => `${command} ${action}`).sort()).toEqual([
        ...['FAN_SPEED STRONG', 'POWER OFF', 'WORK MANUAL'],
      ]);
      const { body: commands } = await place.ask(
        'GET',
        `/control/commands?origin=HOME_ASSISTANT&organizationName=${encodeURIComponent(place.organization.name)}`,
      );
      expect(commands.content).toHaveLength(3);
      expect(commands.content[0]).toMatchObject({ origin: 'HOME_ASSISTANT', user_login: null, meter_id: meter.id });
      await device.publishAsync(topic('purifiers/1/state'), JSON.stringify(state({ power: 'OFF', fans: [false] })), {
        qos: 1,
      });
      await eventually(() => home.state(id, 'purifier_1')).toBe('OFF');
      expect(home.state(id, 'purifier_1', 'percentage')).toBe('0');

      // Home Assistant starts again and finds everything.
      const again = await newHome();
      await eventually(() => again.state(id, 'co2')).toBe('1040');
      expect(again.errors).toEqual([]);

      // This server's own messages are no devices.
      const { body: found } = await place.ask('GET', `/door-devices?doorId=${rig.door.id}`);
      expect(found.content).toEqual([]);

      // A deleted meter goes; switched off, all go.
      const row = (await place.ask('GET', `/meters/${other.id}`)).body;
      expect((await place.ask('DELETE', `/meters/${other.id}?version=${row.version}`)).status).toBe(200);
      await eventually(() => [...home.devices.keys()]).toEqual([id]);
      const { version } = (await place.ask('GET', `/device-doors/${rig.door.id}`)).body;
      const off = { name: 'Home Assistant', filters: ['none/#'], home_assistant: null, version };
      expect((await place.ask('PUT', `/device-doors/${rig.door.id}`, off)).status).toBe(200);
      await eventually(() => home.devices.size).toBe(0);
      if (rig.site !== null) {
        // Nothing stays at the broker of the site.
        await eventually(async () => (await database.db.query(sql`select from published_topic`)).rows.length).toBe(0);
        const late = await openHomeAssistant(await rig.newClient());
        await late.start();
        expect(late.devices.size).toBe(0);
        await rig.site.close();
      }
    },
    90_000,
  );
});

test('one door of an organization publishes, and only one that has a broker', async () => {
  const place = places.at(-1);
  if (place === undefined) throw new Error('no place');
  const fields = { organization_id: place.organization.id, home_assistant: 'ko' };
  expect((await place.ask('POST', '/device-doors', { ...fields, name: 'H', kind: 'HTTP' })).body).toMatchObject({
    errors: { home_assistant: 'INVALID' },
  });
  expect((await place.ask('POST', '/device-doors', { ...fields, name: 'A', kind: 'BROKER' })).status).toBe(200);
  expect((await place.ask('POST', '/device-doors', { ...fields, name: 'B', kind: 'BROKER' })).body).toMatchObject({
    errors: { home_assistant: 'DUPLICATE' },
  });
});
