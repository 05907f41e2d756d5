import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDevicesRole } from '../../testing/devices-role.ts';
import { aDepartment, aMeter, anOrganization, aPurifier, aUser, type TestOrganization } from '../../testing/factory.ts';
import { type Ask, type Body, logIn } from '../../testing/signed-in.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openWebServer, type WebServer } from '../../testing/web-server.ts';

let database: TestDatabase;
let web: WebServer;
let devices: Awaited<ReturnType<typeof openDevicesRole>>;
let own: TestOrganization;
let session: Ask;
let purifierId: number;
let meterId: number;
let client: MqttClient;

const ask = async (method: string, path: string, body: object = {}): Promise<Body> =>
  (await session(method, path, method === 'GET' ? undefined : body)).body;

const WAIT = { timeout: 60_000 };
const NAME = 'zigbee2mqtt/1층/교실 101';
/** The parts of Zigbee2MQTT's description of a STARKVIND that its driver reads. */
const BRIDGE = JSON.stringify([
  {
    ieee_address: '0x01',
    friendly_name: '1층/교실 101',
    model_id: 'STARKVIND Air purifier',
    definition: {
      model: 'E2007',
      vendor: 'IKEA',
      exposes: [
        {
          type: 'fan',
          features: [
            { name: 'state', property: 'fan_state', type: 'binary', access: 7, value_on: 'ON', value_off: 'OFF' },
            {
              ...{ name: 'mode', property: 'fan_mode', type: 'enum', access: 7 },
              values: ['off', 'auto', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
            },
          ],
        },
        { type: 'numeric', name: 'fan_speed', property: 'fan_speed', access: 5, value_min: 0, value_max: 9 },
        { type: 'numeric', name: 'pm25', property: 'pm25', access: 5, unit: 'µg/m³' },
      ],
    },
  },
]);
const report = (state: object): Promise<unknown> =>
  client.publishAsync(NAME, JSON.stringify({ pm25: 12, filter_age: 60, ...state }), { qos: 1 });
/** Messages that the device received. */
const received: { topic: string; message: Body }[] = [];

beforeAll(async () => {
  database = await testDatabase();
  own = await anOrganization(database.db, {});
  const user = await aUser(database.db, { organization: own, authority: 'SUPER_ADMIN' });
  const department = await aDepartment(database.db, { organizationId: own.id });
  meterId = (await aMeter(database.db, { department })).id;
  purifierId = await aPurifier(database.db, meterId, 1);
  web = await openWebServer(database);
  devices = await openDevicesRole(database, web.dataDir);
  session = await logIn(web.base, user);

  const door = { organization_id: own.id, name: 'Zigbee', kind: 'BROKER', filters: ['zigbee2mqtt/#'] };
  const { credential } = await ask('POST', '/device-doors', door);
  const login = { username: credential.account, password: credential.secret, reconnectPeriod: 0 };
  const connect = () => mqtt.connectAsync(`mqtt://127.0.0.1:${devices.port}`, login);
  // The broker knows a new account a moment later.
  client = await vi.waitFor(connect, WAIT);
  client.on('message', (topic, payload) => received.push({ topic, message: JSON.parse(payload.toString()) }));
  await client.subscribeAsync('zigbee2mqtt/#', { qos: 1 });
  await client.publishAsync('zigbee2mqtt/bridge/devices', BRIDGE, { qos: 1 });
  await report({ fan_state: 'OFF', fan_mode: 'off', fan_speed: 0 });
  const { id, version } = await vi.waitFor(async () => {
    const [device] = (await ask('GET', '/door-devices?search=101')).content;
    expect(device).toBeDefined();
    return device;
  }, WAIT);
  const bound = { meter_id: meterId, purifier: 1, sensors: [{ sensor: 'pm25', channel: 'PM2.5' }], version };
  // The recognized driver becomes the chosen one: commands need it.
  expect(await ask('PUT', `/door-devices/${id}`, { ...bound, driver: 'zigbee2mqtt' })).toMatchObject({ purifier: 1 });
});
afterAll(async () => {
  await client?.endAsync(true);
  await devices.close();
  await web.close();
  await database.close();
});

const send = async (command: string, action: string): Promise<number> => {
  const batch = { purifier_ids: [purifierId], command, action, batch_id: randomUUID() };
  let answer: Body;
  // A purifier counts as connected after its first report.
  await expect
    .poll(async () => {
      answer = await ask('POST', '/control/commands', { ...batch, batch_id: randomUUID() });
      return answer.results?.[0]?.command_id ?? answer;
    })
    .toEqual(expect.any(Number));
  return answer.results[0].command_id;
};
const stateOf = async (id: number): Promise<Body> => (await ask('GET', `/control/commands/${id}`)).state;

test('a fan receives a level as its own mode, and the server accepts its report', async () => {
  await report({ fan_state: 'OFF', fan_mode: 'off', fan_speed: 0 });
  const id = await send('FAN_SPEED', 'MEDIUM');
  await expect.poll(() => received.find(({ topic }) => topic === `${NAME}/set`)?.message).toEqual({ fan_mode: '5' });
  await report({ fan_state: 'ON', fan_mode: '5', fan_speed: 5 });
  expect(await stateOf(id)).toBe('ACCEPTED');
  // The role `work` confirms a command by the state that is reported after it (features/control/confirm).
  const reported = async () => {
    const { rows } = await database.db.query<{ state: Body }>(
      sql`select state from purifier_state where purifier_id = ${purifierId} order by time desc limit 1`,
    );
    return rows[0]?.state;
  };
  await expect.poll(reported).toMatchObject({ power: 'ON', fan_speed: 'MEDIUM', control: 'MANUAL' });
});

test('a list of devices that is larger than a message of a device is taken', async () => {
  const devices = JSON.parse(BRIDGE);
  const many = Array.from({ length: 40 }, (_, i) => ({
    ...devices[0],
    friendly_name: `other ${i}`,
    padding: 'x'.repeat(4_000),
  }));
  await client.publishAsync('zigbee2mqtt/bridge/devices', JSON.stringify([...devices, ...many]), { qos: 1 });
  expect(client.connected).toBe(true);
});

test('a command that the device cannot do is rejected, and says so', async () => {
  await report({ fan_state: 'ON', fan_mode: '5', fan_speed: 5 });
  const id = await ask('POST', '/control/commands', {
    ...{ purifier_ids: [purifierId], command: 'UV', action: 'ON', batch_id: randomUUID() },
  });
  // The console disables it: the device reports which commands it has.
  expect(id.results[0]).toMatchObject({ command_id: null, obstacle: expect.any(String) });
});
