import { topicOf } from '@airdeck/contract/protocol/topic';
import type { MqttClient } from 'mqtt';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DeviceServer, openDeviceServer } from '../../../testing/device-server.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  type TestMeter,
  type TestOrganization,
} from '../../../testing/factory.ts';
import {
  type CutProxy,
  openCutProxy,
  SITE_ACCOUNT,
  SITE_BROKERS,
  type SiteBroker,
} from '../../../testing/site-broker.ts';
import { openSiteProcess, type SiteProcess, testSeal } from '../../../testing/site-process.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { createSiteSettings, type SiteSettings } from './site-settings.ts';

const SOON = { timeout: 60_000, interval: 20 };

let database: TestDatabase;
let devices: DeviceServer;
let organization: TestOrganization;
let meter: TestMeter;
let site: SiteBroker;
let line: CutProxy;
let siteProcess: SiteProcess;
/** The code of the organization that the device used last. */
let usedCode: string;
let settings: SiteSettings;
/** Meters by the local server through which they spoke last. */
let routes: Map<number, number>;
let siteId: number;
const cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  database = await testDatabase();
  cleanups.push(database.close);
  organization = await anOrganization(database.db);
  meter = await aMeter(database.db, {
    department: await aDepartment(database.db, { organizationId: organization.id }),
  });
  devices = await openDeviceServer(database.db);
  cleanups.push(devices.close);
  const open = SITE_BROKERS.find((each) => each.open !== null)?.open;
  if (!open) throw new Error('there is no broker');
  site = await open();
  cleanups.push(site.close);
  line = await openCutProxy(site.port);
  cleanups.push(line.close);
  const { rows } = await database.db.query<{ id: number }>(sql`
    insert into local_server (organization_id, name, ip, port, account, password)
    values (${organization.id}, '병원', '127.0.0.1', ${line.port}, ${SITE_ACCOUNT.username}, ${testSeal.seal(SITE_ACCOUNT.password)})
    returning id`);
  siteId = rows[0]?.id ?? 0;
  routes = new Map([[meter.id, siteId]]);
  const siteOf = (meterId: number) => routes.get(meterId) ?? null;
  siteProcess = await openSiteProcess(database.db, devices, {
    siteOf,
    onConnected: (id) => settings.onConnected(id),
  });
  cleanups.push(siteProcess.close);
  usedCode = organization.code;
  const log = pino({ level: 'silent' });
  settings = createSiteSettings({ sites: siteProcess, siteOf, codeOf: () => usedCode, log });
  settings.start();
  cleanups.push(settings.stop);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const want = (payload: string, code = meter.code): void =>
  settings.want(meter.id, { device: { id: meter.id, code, organization }, payload });
const isConnected = () => expect.poll(() => siteProcess.connected(), SOON).toBe(1);

/** Commands for a device that subscribes now. */
const listen = async (code = meter.code, organizationCode = organization.code): Promise<string[]> => {
  const client: MqttClient = await site.connect();
  const heard: string[] = [];
  client.on('message', (_, payload) => heard.push(String(payload)));
  await client.subscribeAsync(topicOf(organizationCode, code, 'settings'), { qos: 1 });
  return heard;
};
const hears = (heard: readonly string[], last: string) => expect.poll(() => heard.at(-1), SOON).toBe(last);

it('wait at the site for a device that comes later, and change for one that listens', async () => {
  want('one');
  await hears(await listen(), 'one');
  const later = await listen();
  await hears(later, 'one');
  want('two');
  await hears(later, 'two');
});

it('go with a new name, and with what they were for', async () => {
  want('one');
  const before = await listen();
  await hears(before, 'one');
  want('two', 'NEW-CODE');
  await hears(before, '');
  const renamed = await listen('NEW-CODE');
  await hears(renamed, 'two');
  settings.want(meter.id, null);
  await hears(renamed, '');
});

it('follow a device to the code of its organization that it uses', async () => {
  want('one');
  const before = await listen();
  await hears(before, 'one');
  usedCode = '55500066';
  settings.onRerouted(meter.id);
  await hears(before, '');
  await hears(await listen(meter.code, usedCode), 'one');
});

it('come to the site when its line does', async () => {
  await isConnected();
  line.cut();
  await expect.poll(() => siteProcess.connected(), SOON).toBe(0);
  want('one');
  line.mend();
  await hears(await listen(), 'one');
});

it('come to the site when the meter is first heard through it', async () => {
  await isConnected();
  routes.clear();
  want('one');
  routes.set(meter.id, siteId);
  settings.onRerouted(meter.id);
  await hears(await listen(), 'one');
});

it('come again to a broker that forgot them', async () => {
  want('one');
  const heard = await listen();
  await hears(heard, 'one');
  const device = await site.connect();
  await device.publishAsync(topicOf(organization.code, meter.code, 'settings'), '', { qos: 1, retain: true });
  await hears(heard, '');
  line.cut();
  await expect.poll(() => siteProcess.connected(), SOON).toBe(0);
  line.mend();
  await hears(heard, 'one');
});
