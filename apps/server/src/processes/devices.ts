import { randomBytes } from 'node:crypto';
import { MAX_MESSAGE_BYTES } from '@airdeck/contract/protocol/message';
import { createMessageStore } from '../device-messages/message-store.ts';
import { createAckReceiver } from '../features/control/ack-receiver.ts';
import { createDelivery } from '../features/control/delivery.ts';
import { createBrokerOutlet, createSiteOutlet, listenersOf } from '../features/control/outlets.ts';
import { createSettingsAckReceiver } from '../features/control/settings/ack-receiver.ts';
import { createSettingsDelivery } from '../features/control/settings/delivery.ts';
import { createSiteSettings } from '../features/control/settings/site-settings.ts';
import { createDeviceAccess } from '../features/device/device-access.ts';
import { createDeviceLogins } from '../features/device/device-logins.ts';
import { createDeviceUplinks } from '../features/device/device-uplinks.ts';
import { createErrorReceiver } from '../features/device/error-receiver.ts';
import { createHandOvers } from '../features/device/hand-over.ts';
import { createStatusReceiver } from '../features/device/status.ts';
import { addDeviceFigures } from '../features/health/figures.ts';
import { deviceProblems } from '../features/health/readiness.ts';
import { createIngest } from '../features/ingestion/ingest.ts';
import { createSiteConnections } from '../features/local-server/site-connections.ts';
import { createStateReceiver } from '../features/purifier/state-receiver.ts';
import { createCertificateWatch } from '../platform/certificate-watch.ts';
import { createDurations } from '../platform/metrics/durations.ts';
import { createBroker } from '../platform/mqtt/broker.ts';
import type { Message } from '../platform/mqtt/broker-rules.ts';
import { openFileLimit, shareOpenFiles } from '../platform/net/open-files.ts';
import { siteAddressRule } from '../platform/net/site-address.ts';
import { createPasswordSeal, loadSealKey } from '../platform/password-seal.ts';
import { systemRandom } from '../platform/random.ts';
import type { RoleContext, RoleService } from './role.ts';

/**
 * The role that talks to devices: authenticates them, decodes, stores and acknowledges their messages, and sends
 * commands.
 */
export const createDevices = async (context: RoleContext): Promise<RoleService> => {
  const { settings, db, roomyDb, bus, feed, registry, clock, monotonic, log } = context;
  const acknowledgements = createDurations();
  const ingest = createIngest({ db: roomyDb, registry, bus, feed, clock, log, random: Math.random });
  const { reject } = ingest;
  const messages = createMessageStore({ log, random: Math.random, reject });
  const routes = createDeviceUplinks({ db, log, onChanged: (meterId) => siteSettings.onRerouted(meterId) });
  const logins = createDeviceLogins({
    ...{ db, registry, clock, log },
    onChanged: (meterId) => siteSettings.onRerouted(meterId),
  });
  const deviceAccess = createDeviceAccess({
    registry,
    clock,
    monotonic,
    log,
    receivers: {
      readings: ingest.receive,
      status: createStatusReceiver({ registry, db, feed, clock, store: messages, reject }),
      'purifier-state': createStateReceiver({ db, feed, clock, store: messages, reject }),
      errors: createErrorReceiver({ db, feed, clock, store: messages, reject }),
      'commands-ack': createAckReceiver({ db, feed, clock, store: messages, reject }),
      'settings-ack': createSettingsAckReceiver({ db, clock, store: messages, reject }),
    },
    onLogin(who) {
      logins.loggedIn(who);
      handOvers.loggedIn(who);
    },
    onMeterMessage(meter, who, organizationCode) {
      routes.spoke(meter.id, who);
      logins.spoke(meter, who, organizationCode);
    },
    reject,
  });
  let lastMessage: Message | null = null;
  const broker = createBroker({
    port: settings.port,
    host: settings.config.host,
    tls: settings.mqttCertificate,
    maxPacketBytes: MAX_MESSAGE_BYTES,
    connections: shareOpenFiles(openFileLimit()).mqtt,
    rules: {
      ...deviceAccess.rules,
      receive(identity, message, done) {
        lastMessage = message;
        deviceAccess.rules.receive(identity, message, done);
      },
      subscribed({ kind }, filter) {
        if (kind === 'ENROLMENT') handOvers.wake();
        const isMeant = listenersOf(filter);
        if (isMeant) delivery.onListening(isMeant);
      },
    },
    onAcknowledged: acknowledgements.record,
    monotonic,
    log,
  });
  const { mqttTls } = settings.config;
  const certificate =
    mqttTls && settings.mqttCertificate
      ? createCertificateWatch({
          ...{ files: mqttTls, first: settings.mqttCertificate, log },
          onChanged: broker.replaceCertificate,
        })
      : null;
  const closeRefused = (): void => broker.disconnect((who) => !deviceAccess.isAdmitted(who));
  const handOvers = createHandOvers({
    ...{ db, feed, processId: feed.processId, registry, broker, clock, log, randomBytes },
    onChanged: () => bus.emit('registry.changed', {}),
    closeRefused,
  });
  const sealKey = loadSealKey(settings.config.dataDir, systemRandom);
  const sites = createSiteConnections({
    ...{ db, clock, monotonic, log, random: Math.random, identityKey: sealKey, holder: settings.supervisorId },
    seal: createPasswordSeal(sealKey, systemRandom),
    isAllowed: siteAddressRule(settings.config.localServerAllow),
    receive(site, message, done) {
      lastMessage = message;
      deviceAccess.receiveThrough(site, message, done);
    },
    tooBig: (site, topic) => deviceAccess.refuseThrough(site, topic, 'REFUSED'),
    siteOf: routes.localServerOf,
    onConnected(localServerId) {
      siteSettings.onConnected(localServerId);
      delivery.onListening(({ id }) => routes.localServerOf(id) === localServerId);
    },
  });
  bus.on('registry.changed', sites.wake);
  const outlets = [createBrokerOutlet(broker, logins.codeOf), createSiteOutlet(sites, logins.codeOf)];
  const delivery = createDelivery({ db, feed, registry, outlets, clock, log });
  const siteSettings = createSiteSettings({ sites, siteOf: routes.localServerOf, codeOf: logins.codeOf, log });
  const settingsDelivery = createSettingsDelivery({ db, feed, broker, siteSettings });
  bus.on('registry.changed', closeRefused);
  bus.on('registry.changed', handOvers.wake);

  return {
    async start() {
      await context.follow();
      await ingest.start();
      await routes.start();
      await logins.start();
      deviceAccess.start();
      await certificate?.start();
      await broker.start();
      sites.start();
      await delivery.start();
      siteSettings.start();
      await settingsDelivery.start();
      handOvers.start();
      return broker.port();
    },
    async stop() {
      await certificate?.stop();
      await handOvers.stop();
      await settingsDelivery.stop();
      await siteSettings.stop();
      await delivery.stop();
      await Promise.all([broker.stop(), sites.stop()]);
      deviceAccess.stop();
      await messages.stop();
      await routes.stop();
      await logins.stop();
      await ingest.stop();
      await context.stopFollowing();
    },
    problems: () => deviceProblems({ broker, writer: ingest.writer }),
    facts: () => ({ certificate: certificate?.state(), clocks: ingest.clocks() }),
    handling: () => ({ lastMessage: lastMessage && { topic: lastMessage.topic, bytes: lastMessage.payload.length } }),
    addFigures: (metrics) =>
      addDeviceFigures(metrics, {
        ingest: ingest.counts,
        mqttConnections: broker.connections,
        localServers: sites.connected,
        acknowledgements,
      }),
  };
};
