import { randomBytes } from 'node:crypto';
import { MAX_MESSAGE_BYTES } from '@airdeck/contract/protocol/message';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import pino from 'pino';
import sql from 'sql-template-tag';
import { createMessageStore } from '../device-messages/message-store.ts';
import { hashSecret } from '../device-messages/secret.ts';
import { createAckReceiver } from '../features/control/ack-receiver.ts';
import { createDelivery } from '../features/control/delivery.ts';
import { createBrokerOutlet, listenersOf } from '../features/control/outlets.ts';
import { createSettingsAckReceiver } from '../features/control/settings/ack-receiver.ts';
import { createSettingsDelivery } from '../features/control/settings/delivery.ts';
import { createDeviceAccess, type DeviceAccess, type Receivers } from '../features/device/device-access.ts';
import { createDeviceLogins, type DeviceLogins } from '../features/device/device-logins.ts';
import { createDeviceUplinks, type DeviceUplinks } from '../features/device/device-uplinks.ts';
import { createErrorReceiver } from '../features/device/error-receiver.ts';
import { createHandOvers } from '../features/device/hand-over.ts';
import { createStatusReceiver } from '../features/device/status.ts';
import { createIngest, type Ingest } from '../features/ingestion/ingest.ts';
import { createStateReceiver } from '../features/purifier/state-receiver.ts';
import type { Feed } from '../feed/feed.ts';
import { type Bus, createBus } from '../platform/bus.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/pool.ts';
import { type Broker, createBroker } from '../platform/mqtt/broker.ts';
import type { BusEvents } from '../registry/bus-events.ts';
import { createRegistry, type Registry } from '../registry/registry.ts';
import { quietFeed } from './quiet-feed.ts';

export interface DeviceServer {
  registry: Registry;
  bus: Bus<BusEvents>;
  ingest: Ingest;
  broker: Broker;
  deviceAccess: DeviceAccess;
  routes: DeviceUplinks;
  logins: DeviceLogins;
  /** Connects as a device; rejects if it is refused. */
  connect(options: { username: string; password: string } & IClientOptions): Promise<MqttClient>;
  close(): Promise<void>;
}

/** Gives a code a credential; returns the login of its device. */
export async function aCredential(
  db: Db,
  given: { organization: { id: number; code: string }; code: string; meterId: number | null },
): Promise<{ username: string; password: string }> {
  const password = randomBytes(12).toString('hex');
  await db.query(sql`insert into device_credential (organization_id, code, kind, meter_id, secret_hash)
    values (${given.organization.id}, ${given.code}, ${given.meterId === null ? 'GATEWAY' : 'DEVICE'}, ${given.meterId},
      ${hashSecret(password)})`);
  return { username: `${given.organization.code}:${given.code}`, password };
}

/**
 * A real broker on a free port with the product's deviceAccess and receivers; `changed` replaces some. With its own feed
 * it dispatches commands and settings. Rates of devices follow `monotonic`, in milliseconds.
 */
export async function openDeviceServer(
  db: Db,
  clock: Clock = systemClock,
  changed: Partial<Receivers> = {},
  ownFeed: Feed | null = null,
  monotonic = () => performance.now(),
): Promise<DeviceServer> {
  const feed = ownFeed ?? quietFeed;
  const log = pino({ level: 'silent' });
  const bus = createBus<BusEvents>(log);
  const registry = createRegistry(db);
  await registry.reload();
  const ingest = createIngest({ db, registry, bus, feed, clock, log, random: () => 0 });
  const messages = createMessageStore({ log, random: () => 0, reject: ingest.reject });
  const routes = createDeviceUplinks({ db, log });
  const logins = createDeviceLogins({ db, registry, clock, log });
  const deviceAccess = createDeviceAccess({
    registry,
    clock,
    monotonic,
    log,
    receivers: {
      readings: ingest.receive,
      status: createStatusReceiver({ registry, db, feed, clock, store: messages, reject: ingest.reject }),
      'purifier-state': createStateReceiver({ db, feed, clock, store: messages, reject: ingest.reject }),
      errors: createErrorReceiver({ db, feed, clock, store: messages, reject: ingest.reject }),
      'commands-ack': createAckReceiver({ db, feed, clock, store: messages, reject: ingest.reject }),
      'settings-ack': createSettingsAckReceiver({ db, clock, store: messages, reject: ingest.reject }),
      ...changed,
    },
    onLogin(who) {
      logins.loggedIn(who);
      handOvers.loggedIn(who);
    },
    onMeterMessage(meter, who, organizationCode) {
      routes.spoke(meter.id, who);
      logins.spoke(meter, who, organizationCode);
    },
    reject: ingest.reject,
  });
  const broker = createBroker({
    port: 0,
    host: '127.0.0.1',
    tls: null,
    maxPacketBytes: MAX_MESSAGE_BYTES,
    rules: {
      ...deviceAccess.rules,
      subscribed({ kind }, filter) {
        if (kind === 'ENROLMENT') handOvers.wake();
        const isMeant = listenersOf(filter);
        if (isMeant) delivery?.onListening(isMeant);
      },
    },
    monotonic: () => performance.now(),
    log,
  });
  const outlets = [createBrokerOutlet(broker, logins.codeOf)];
  const delivery = ownFeed && createDelivery({ db, feed: ownFeed, registry, outlets, clock, log });
  const settings = ownFeed && createSettingsDelivery({ db, feed: ownFeed, broker });
  const closeRefused = (): void => broker.disconnect((who) => !deviceAccess.isAdmitted(who));
  const handOvers = createHandOvers({
    ...{ db, feed, processId: 'test', registry, broker, clock, log, randomBytes },
    onChanged: () => bus.emit('registry.changed', {}),
    closeRefused,
  });
  bus.on('registry.changed', closeRefused);
  bus.on('registry.changed', handOvers.wake);
  await ingest.start();
  await routes.start();
  await logins.start();
  await broker.start();
  await delivery?.start();
  await settings?.start();
  handOvers.start();
  const clients: MqttClient[] = [];
  return {
    registry,
    bus,
    ingest,
    broker,
    deviceAccess,
    routes,
    logins,
    async connect(options) {
      const client = await mqtt.connectAsync(
        `mqtt://127.0.0.1:${broker.port()}`,
        { reconnectPeriod: 0, ...options },
        false,
      );
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) await client.endAsync(true);
      await handOvers.stop();
      await settings?.stop();
      await delivery?.stop();
      await broker.stop();
      deviceAccess.stop();
      await messages.stop();
      await routes.stop();
      await logins.stop();
      await ingest.stop();
    },
  };
}
