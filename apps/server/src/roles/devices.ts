import { MAX_MESSAGE_BYTES } from '@airdeck/contract/protocol/message';
import { createDeviceAccess } from '../features/device/device-access.ts';
import { createErrorReceiver } from '../features/device/error-receiver.ts';
import { createMeterRoutes } from '../features/device/meter-routes.ts';
import { createStatusReceiver } from '../features/device/status.ts';
import { addDeviceFigures } from '../features/health/figures.ts';
import { deviceProblems } from '../features/health/readiness.ts';
import { createStateReceiver } from '../features/purifier/state-receiver.ts';
import { createIngest } from '../features/reading/ingest.ts';
import { createDurations } from '../platform/metrics/durations.ts';
import { createBroker } from '../platform/mqtt/broker.ts';
import type { Message } from '../platform/mqtt/broker-rules.ts';
import { openFileLimit, shareOpenFiles } from '../platform/net/open-files.ts';
import { createMessageStore } from '../registry/message-store.ts';
import type { RoleContext, RoleService } from './role.ts';

/** Speaks with devices: lets them in, decodes what they send, stores it, acknowledges it. */
export const createDevices = async (context: RoleContext): Promise<RoleService> => {
  const { settings, db, roomyDb, bus, feed, registry, clock, monotonic, log } = context;
  const acknowledgements = createDurations();
  const ingest = createIngest({ db: roomyDb, registry, bus, feed, clock, log, random: Math.random });
  const { reject } = ingest;
  const messages = createMessageStore({ log, random: Math.random, reject });
  const routes = createMeterRoutes({ db, log });
  const deviceAccess = createDeviceAccess({
    registry,
    monotonic,
    log,
    receivers: {
      readings: ingest.receive,
      status: createStatusReceiver({ registry, db, feed, clock, store: messages, reject }),
      'purifier-state': createStateReceiver({ db, feed, clock, store: messages, reject }),
      errors: createErrorReceiver({ db, feed, clock, store: messages, reject }),
    },
    onSpoken: routes.spoke,
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
    },
    onAcknowledged: acknowledgements.record,
    monotonic,
    log,
  });
  bus.on('registry.changed', () => broker.disconnect((who) => !deviceAccess.isAdmitted(who)));

  return {
    async start() {
      await context.follow();
      await ingest.start();
      await routes.start();
      deviceAccess.start();
      await broker.start();
      return broker.port();
    },
    async stop() {
      await broker.stop();
      deviceAccess.stop();
      await messages.stop();
      await routes.stop();
      await ingest.stop();
      await context.stopFollowing();
    },
    problems: () => deviceProblems({ broker, writer: ingest.writer }),
    handling: () => ({ lastMessage: lastMessage && { topic: lastMessage.topic, bytes: lastMessage.payload.length } }),
    addFigures: (metrics) =>
      addDeviceFigures(metrics, { ingest: ingest.counts, mqttConnections: broker.connections, acknowledgements }),
  };
};
