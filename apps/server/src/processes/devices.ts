import { randomBytes, randomUUID } from 'node:crypto';
import { MAX_DOOR_PACKET_BYTES } from '@airdeck/contract/door/schema';
import { MAX_MESSAGE_BYTES } from '@airdeck/contract/protocol/message';
import { createMessageStore } from '../device-messages/message-store.ts';
import { createAckReceiver } from '../features/control/ack-receiver.ts';
import { createDelivery } from '../features/control/delivery.ts';
import { createBrokerOutlet, createSiteOutlet, listenersOf } from '../features/control/outlets.ts';
import { requestCommands } from '../features/control/request-commands.ts';
import { createSettingsAckReceiver } from '../features/control/settings/ack-receiver.ts';
import { createSettingsDelivery } from '../features/control/settings/delivery.ts';
import { createSiteSettings } from '../features/control/settings/site-settings.ts';
import { createDeviceAccess } from '../features/device/device-access.ts';
import type { DeviceIdentity } from '../features/device/device-identity.ts';
import { createDeviceLogins } from '../features/device/device-logins.ts';
import { createDeviceUplinks } from '../features/device/device-uplinks.ts';
import { createErrorReceiver } from '../features/device/error-receiver.ts';
import { createHandOvers } from '../features/device/hand-over.ts';
import { createStatusReceiver } from '../features/device/status.ts';
import { createTakeovers } from '../features/device/takeovers.ts';
import { createDoors, type DoorIdentity } from '../features/door/doors.ts';
import { addDeviceFigures } from '../features/health/figures.ts';
import { processHealth } from '../features/health/process-health.ts';
import { deviceProblems } from '../features/health/readiness.ts';
import { createCommandReceiver } from '../features/home-assistant/commands.ts';
import { createPublisher } from '../features/home-assistant/publisher.ts';
import { createIngest } from '../features/ingestion/ingest.ts';
import { createSiteConnections } from '../features/local-server/site-connections.ts';
import { createStateReceiver } from '../features/purifier/state-receiver.ts';
import { createCertificateWatch } from '../platform/certificate-watch.ts';
import { loadSealKey } from '../platform/installation-keys.ts';
import { createDurations } from '../platform/metrics/durations.ts';
import { createBroker } from '../platform/mqtt/broker.ts';
import type { Message } from '../platform/mqtt/broker-rules.ts';
import { openFileLimit, shareOpenFiles } from '../platform/net/open-files.ts';
import { siteAddressRule } from '../platform/net/site-address.ts';
import { proxyRule } from '../platform/net/trusted-proxies.ts';
import { createPasswordSeal } from '../platform/password-seal.ts';
import { systemRandom } from '../platform/random.ts';
import type { RoleContext, RoleService } from './role.ts';

/** A device that connects again within this time, to any process, was not offline. */
const WILL_DELAY_MS = 2_000;

/**
 * The role that talks to devices: authenticates them, decodes, stores and acknowledges their messages, and sends
 * commands.
 */
export const createDevices = async (
  context: RoleContext,
  { decoderProgram }: { decoderProgram?: URL } = {},
): Promise<RoleService> => {
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
  const receivers = {
    readings: ingest.receive,
    status: createStatusReceiver({ registry, db, feed, clock, store: messages, reject }),
    'purifier-state': createStateReceiver({ db, feed, clock, store: messages, reject }),
    errors: createErrorReceiver({ db, feed, clock, store: messages, reject }),
    'commands-ack': createAckReceiver({ db, feed, clock, store: messages, reject }),
    'settings-ack': createSettingsAckReceiver({ db, clock, store: messages, reject }),
  };
  const deviceAccess = createDeviceAccess({
    registry,
    clock,
    monotonic,
    log,
    receivers,
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
  const sendToAccount = async (doorId: number, topic: string, payload: string | Uint8Array): Promise<boolean> => {
    const identities = broker.identities((who) => who.kind === 'DOOR' && who.doorId === doorId);
    const sent = await Promise.all(identities.map((who) => broker.send(who, topic, payload)));
    return sent.includes(true);
  };
  const publisher = createPublisher({
    ...{ db, feed, registry, clock, monotonic, log, sendToAccount },
    doors: () => doors.publishing(),
    retainAtSite: (localServerId, topic, payload) => sites.publishTo(localServerId, topic, payload, { retain: true }),
    hasSite: (localServerId) => sites.isConnected(localServerId),
  });
  const publishing = (work: Promise<void>): void => {
    work.catch((error) => log.warn({ err: error }, 'messages for Home Assistant were not sent'));
  };
  const homeAssistant = createCommandReceiver({
    ...{ registry, monotonic, log },
    async request({ organizationId, purifierId, command, action, ip }) {
      const wanted = { batchId: randomUUID(), purifierIds: [purifierId], command, action, ip };
      const scope = { reach: 'own', organizationId } as const;
      const by = { origin: 'HOME_ASSISTANT', userId: null, description: null } as const;
      const [result] = await requestCommands({ db, feed, clock }, scope, { ...wanted, ...by });
      return result?.obstacle ?? null;
    },
    onStarted: (doorId) => publishing(publisher.repeat(doorId)),
  });
  const isAllowed = siteAddressRule(settings.config.localServerAllow);
  const sealKeys = loadSealKey(settings.config.dataDir, systemRandom, settings.config.keys.localServer);
  const seal = createPasswordSeal(sealKeys.key, systemRandom, sealKeys.earlier);
  const doors = createDoors({
    ...{ db, feed, registry, clock, monotonic, log, sendToAccount, homeAssistant },
    ...(decoderProgram && { decoderProgram }),
    receivers: {
      frames: ingest.take,
      purifier: receivers['purifier-state'],
      status: receivers.status,
      acknowledge: receivers['commands-ack'],
    },
    hasAccount: (doorId) => broker.identities((who) => who.kind === 'DOOR' && who.doorId === doorId).length > 0,
    sendToSite: (localServerId, topic, payload) => sites.publishTo(localServerId, topic, Buffer.from(payload)),
    hasSite: (localServerId) => sites.isConnected(localServerId),
    onChanged() {
      closeRefused();
      sites.wake();
      publisher.wake();
    },
    onReached: (isMeant) => delivery.onListening(isMeant),
    ...{ isAllowed, seal, holder: settings.supervisorId, random: Math.random },
  });
  const { mqttTls, trustedProxies } = settings.config;
  let lastMessage: Message | null = null;
  const takeovers = createTakeovers({ db, feed, monotonic, log });
  const broker = createBroker<DeviceIdentity | DoorIdentity>({
    port: settings.port,
    host: settings.config.host,
    tls: settings.mqttCertificate,
    maxPacketBytes: MAX_MESSAGE_BYTES,
    connections: shareOpenFiles(openFileLimit()).mqtt,
    ...(trustedProxies.length > 0 && { isProxy: proxyRule(trustedProxies) }),
    rules: {
      admit: (login) => (doors.isDoorLogin(login.username) ? doors.rules : deviceAccess.rules).admit(login),
      maxPacketBytes: (who) => (who.kind === 'DOOR' ? MAX_DOOR_PACKET_BYTES : undefined),
      mayPublish: (who, topic) =>
        who.kind === 'DOOR' ? doors.rules.mayPublish(who, topic) : deviceAccess.rules.mayPublish(who, topic),
      maySubscribe: (who, filter) =>
        who.kind === 'DOOR' ? doors.rules.maySubscribe(who, filter) : deviceAccess.rules.maySubscribe(who, filter),
      now: () => clock.now(),
      receive(who, message, done) {
        lastMessage = message;
        if (who.kind === 'DOOR') doors.rules.receive(who, message, done);
        else deviceAccess.rules.receive(who, message, done);
      },
      subscribed(who, filter) {
        const { kind } = who;
        if (who.kind === 'DOOR') {
          publishing(publisher.subscribed(who.doorId, filter, (topic, payload) => broker.send(who, topic, payload)));
        }
        if (kind === 'ENROLMENT') handOvers.wake();
        const isMeant = kind === 'DOOR' ? doors.outlet.reaches : listenersOf(filter);
        if (isMeant) delivery.onListening(isMeant);
      },
    },
    willDelayMs: WILL_DELAY_MS,
    onConnected: takeovers.connected,
    onGone: takeovers.gone,
    onAcknowledged: acknowledgements.record,
    monotonic,
    log,
  });
  const certificate =
    mqttTls && settings.mqttCertificate
      ? createCertificateWatch({
          ...{ files: mqttTls, first: settings.mqttCertificate, log },
          onChanged: broker.replaceCertificate,
        })
      : null;
  const isDevice = (who: DeviceIdentity | DoorIdentity): who is DeviceIdentity => who.kind !== 'DOOR';
  const isAdmitted = (who: DeviceIdentity | DoorIdentity): boolean =>
    isDevice(who) ? deviceAccess.isAdmitted(who) : doors.isAdmitted(who);
  const closeRefused = (): void => broker.disconnect((who) => !isAdmitted(who));
  const handOvers = createHandOvers({
    ...{ db, feed, processId: feed.processId, registry, clock, log, randomBytes },
    broker: {
      ...broker,
      identities: (which) => broker.identities((who) => isDevice(who) && which(who)).filter(isDevice),
    },
    onChanged: () => bus.emit('registry.changed', {}),
    closeRefused,
  });
  const sites = createSiteConnections({
    ...{
      db,
      clock,
      monotonic,
      log,
      random: Math.random,
      keys: sealKeys,
      holder: settings.supervisorId,
    },
    ...{ seal, isAllowed },
    receive(site, message, done) {
      lastMessage = message;
      if (doors.receiveThrough(site.localServerId, message, done)) return;
      if (message.payload.length <= MAX_MESSAGE_BYTES) return deviceAccess.receiveThrough(site, message, done);
      deviceAccess.refuseThrough(site, message.topic, 'REFUSED');
      done();
    },
    tooBig: (site, topic) => deviceAccess.refuseThrough(site, topic, 'REFUSED'),
    siteOf: routes.localServerOf,
    onConnected(site) {
      publisher.siteConnected(site.localServerId);
      siteSettings.onConnected(site);
      delivery.onListening(
        (meter) =>
          (meter.organization.id === site.organizationId && routes.localServerOf(meter.id) === site.localServerId) ||
          doors.outlet.reaches(meter),
      );
    },
  });
  bus.on('registry.changed', sites.wake);
  bus.on('registry.changed', doors.wake);
  bus.on('registry.changed', publisher.wake);
  const outlets = [doors.outlet, createBrokerOutlet(broker, logins.codeOf), createSiteOutlet(sites, logins.codeOf)];
  const delivery = createDelivery({ db, feed, registry, outlets, clock, log });
  const siteSettings = createSiteSettings({ sites, siteOf: routes.localServerOf, codeOf: logins.codeOf, log });
  const settingsDelivery = createSettingsDelivery({ db, feed, broker, siteSettings });
  bus.on('registry.changed', closeRefused);
  bus.on('registry.changed', handOvers.wake);

  let isDraining = false;
  const problems = () => deviceProblems({ broker, writer: ingest.writer });

  return {
    async start() {
      await context.follow();
      await ingest.start();
      await routes.start();
      await logins.start();
      await doors.start();
      deviceAccess.start();
      await certificate?.start();
      await takeovers.start();
      await broker.start();
      sites.start();
      await delivery.start();
      await publisher.start();
      siteSettings.start();
      await settingsDelivery.start();
      handOvers.start();
      return broker.port();
    },
    async drain() {
      isDraining = true;
      await broker.drain();
    },
    async stop() {
      await certificate?.stop();
      await handOvers.stop();
      await settingsDelivery.stop();
      await siteSettings.stop();
      await delivery.stop();
      await publisher.stop();
      await Promise.all([broker.stop(), sites.stop()]);
      await takeovers.stop();
      await doors.stop();
      deviceAccess.stop();
      await messages.stop();
      await routes.stop();
      await logins.stop();
      await ingest.stop();
      await context.stopFollowing();
    },
    problems,
    health: async () => processHealth(isDraining, problems()),
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
