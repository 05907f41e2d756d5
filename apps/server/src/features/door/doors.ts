import { type CommandAckMessage, type CommandMessage, commandMessage } from '@airdeck/contract/protocol/message';
import type { Language } from '@airdeck/contract/user/schema';
import { capabilitiesOf } from '@airdeck/drivers/register-map';
import type { DeviceMessage, Done } from '../../device-messages/device-message.ts';
import { matchesSecret } from '../../device-messages/secret.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { limitLog } from '../../platform/limit-log.ts';
import type { Log } from '../../platform/log.ts';
import type { BrokerRules, Message } from '../../platform/mqtt/broker-rules.ts';
import { createTokenBuckets } from '../../platform/mqtt/token-buckets.ts';
import { matchesFilter } from '../../platform/mqtt/topic-filter.ts';
import type { SiteAddressRule } from '../../platform/net/site-address.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Meter } from '../../registry/snapshot.ts';
import { driverOf } from './decode-arrival.ts';
import { createDecoderCommands } from './decoder-commands.ts';
import { createDeviceDecoders } from './device-decoders.ts';
import { createDoorBook, type Door, type DoorDevice } from './door-book.ts';
import { downlinkOf } from './door-downlinks.ts';
import { createDoorFacts } from './door-facts.ts';
import { createPoller } from './poller.ts';
import { createDeviceReader, polledDevice, registerMapOf } from './read-device.ts';
import { createDoorReceiver, type DoorMessage, type NativeReceivers } from './receive.ts';
import { createRegisterCommands, type RegisterCommandsOptions } from './register-commands.ts';
import { createDoorRelease } from './release.ts';

/** Messages a second of one door on average, and how many at once. */
const MESSAGES_A_SECOND = 200;
const BURST = 1_000;
/** A door this far ahead of its rate is disconnected; it resends unacknowledged messages. */
const MAX_DELAY_MS = 10_000;
const PRUNE_MS = 60_000;
/** A device is asked for something at most this often, such as for a rebirth. */
const ASK_MS = 60_000;
const LOG_LINES_A_MINUTE = 30;

/** The identity of a connection with an account of a door. */
export interface DoorIdentity {
  kind: 'DOOR';
  doorId: number;
  organizationId: number;
  secretHash: Buffer;
}

type Payload = string | Uint8Array;

export interface DoorsOptions {
  db: Db;
  feed: Pick<Feed, 'onWork'>;
  registry: Pick<Registry, 'snapshot'>;
  receivers: NativeReceivers & {
    /** Records the answer to a command. */
    acknowledge(message: DeviceMessage, done: Done): void;
  };
  /** Sends to the connections of a door's account; false: none of them subscribes to the topic. */
  sendToAccount(doorId: number, topic: string, payload: Payload): Promise<boolean>;
  /** Sends to a local server; false: this process is not connected to it, or it did not take the message. */
  sendToSite(localServerId: number, topic: string, payload: Payload): Promise<boolean>;
  /** Whether an account of a door is connected, or a local server. */
  hasAccount(doorId: number): boolean;
  hasSite(localServerId: number): boolean;
  /** Doors have changed: connections may no longer be admitted. */
  onChanged(): void;
  /** Purifiers of these meters can be reached from now on. */
  onReached(isMeant: (meter: Meter) => boolean): void;
  /** Whether the server connects to the address of a polled device. */
  isAllowed: SiteAddressRule;
  /** Opens the secrets of logins at polled devices. */
  seal: Pick<PasswordSeal, 'open'>;
  /** Supervisor of this process, by which polled devices are shared between processes. */
  holder: string;
  random(): number;
  /** Messages that are no device's: those for a door at which meters are published. */
  homeAssistant: {
    owns(topic: string): boolean;
    mayPublish(topic: string): boolean;
    receive(door: Door, message: DoorMessage, done: Done): void;
  };
  clock: Clock;
  monotonic(): number;
  log: Log;
  /** The built program of the decoders' thread, if it is not beside this program. */
  decoderProgram?: URL;
}

const USERNAME = /^([^:]+)-door-([1-9]\d{0,8})$/;
/** Topics of the native protocol and of the broker itself. */
const isReserved = (topic: string): boolean => /^(airdeck(\/|$)|\$)/.test(topic);

/** Everything that a process does for doors: admits accounts, takes messages, and sends commands. */
export const createDoors = (options: DoorsOptions) => {
  const { db, registry, receivers, sendToAccount, sendToSite, hasAccount, hasSite, clock, monotonic, log } = options;
  const { homeAssistant } = options;
  const logLimited = limitLog(log, { lines: LOG_LINES_A_MINUTE, monotonic });
  const buckets = createTokenBuckets(MESSAGES_A_SECOND, BURST);
  const waiting = new Set<NodeJS.Timeout>();
  const book = createDoorBook({
    ...{ db, log },
    onChanged() {
      release.wake();
      poller.wake();
      options.onChanged();
    },
  });

  const send = (door: Door, topic: string, payload: Payload): Promise<boolean> => {
    if (door.kind === 'SITE' && door.localServerId !== null) return sendToSite(door.localServerId, topic, payload);
    return door.kind === 'BROKER' ? sendToAccount(door.id, topic, payload) : Promise.resolve(false);
  };
  const isOpen = (door: Door, device: DoorDevice): boolean => {
    if (door.kind === 'MODBUS') return poller.holds(device.id);
    return door.kind === 'SITE' ? door.localServerId !== null && hasSite(door.localServerId) : hasAccount(door.id);
  };

  const facts = createDoorFacts(db);
  const { decoderProgram: program } = options;
  const decoders = createDeviceDecoders({ db, book, monotonic, log, ...(program && { program }) });
  /** When a device was last asked for something, by its id. */
  const asked = new Map<number, number>();
  const receiver = createDoorReceiver({
    ...{ db, registry, book, facts, decoders, receivers, monotonic, log },
    ask(door, { id }, { topic, payload }) {
      const now = monotonic();
      if (now - (asked.get(id) ?? Number.NEGATIVE_INFINITY) < ASK_MS) return;
      asked.set(id, now);
      send(door, topic, payload).catch((error) =>
        logLimited('warn', { err: error, door: door.id }, 'a request was lost'),
      );
    },
  });
  const reader = createDeviceReader({ isAllowed: options.isAllowed, seal: options.seal, monotonic });
  const poller = createPoller({
    ...{ db, book, reader, receiver, holder: options.holder, clock, monotonic, random: options.random, log },
    onClaimed(devices) {
      const meters = new Set(devices.map(({ meterId }) => meterId));
      options.onReached(({ id }) => meters.has(id));
    },
  });
  const acknowledge = (
    meter: Meter,
    { id }: CommandMessage,
    answer: Pick<CommandAckMessage, 'state' | 'reason'>,
  ): void => {
    const { organization, code: deviceCode } = meter;
    receivers.acknowledge(
      { organization, deviceCode, meter, ip: '', payload: Buffer.from(JSON.stringify({ id, ...answer })) },
      (error) => error && logLimited('warn', { err: error, command: id }, 'an answer was not recorded'),
    );
  };
  const answering: Pick<RegisterCommandsOptions, 'acknowledge' | 'noteFault'> = {
    acknowledge(answer, command, { meterId }) {
      const meter = meterId === null ? undefined : registry.snapshot().meters.get(meterId);
      if (meter !== undefined) acknowledge(meter, command, answer);
    },
    noteFault: (device, text) => receiver.noteFault(device, text, clock.now()),
  };
  const registerCommands = createRegisterCommands({
    ...{ modbus: reader.modbus, isAllowed: options.isAllowed, clock, ...answering },
    pollNow: ({ id }) => poller.pollNow(id),
  });
  const decoderCommands = createDecoderCommands({
    ...{ decoders, facts, clock, ...answering },
    send: (door, { topic, payload }) => send(door, topic, payload),
  });
  const release = createDoorRelease({ db, feed: options.feed, registry, book, decoders, receiver, clock, log });

  /** Above a door's rate the acknowledgement is delayed, and the sender keeps its messages. */
  const receive = (doorId: number, message: DoorMessage, done: Done): void => {
    const door = book.door(doorId);
    // Also at a door that publishes nothing: this server's own messages are no device.
    if (homeAssistant.owns(message.topic)) {
      if (door === undefined || door.homeAssistant === null) return done();
      return homeAssistant.receive(door, message, done);
    }
    const delay = buckets.take(String(doorId), monotonic());
    if (delay === 0) return receiver.receive(doorId, message, done);
    if (delay > MAX_DELAY_MS) {
      buckets.giveBack(String(doorId));
      logLimited('warn', { door: doorId }, 'a door exceeds its message rate; closing its connection');
      return done(new Error('too many messages'));
    }
    const timer = setTimeout(() => {
      waiting.delete(timer);
      receiver.receive(doorId, message, done);
    }, delay);
    waiting.add(timer);
  };

  const doorOfLogin = (username: string): Door | undefined => {
    const [, code, id] = USERNAME.exec(username) ?? [];
    const door = id === undefined ? undefined : book.door(Number(id));
    const organization = registry.snapshot().organizationsByCode.get(code ?? '');
    return door?.kind === 'BROKER' && door.organizationId === organization?.id ? door : undefined;
  };

  const rules: BrokerRules<DoorIdentity> = {
    admit({ username, password }) {
      const door = doorOfLogin(username);
      if (door?.secretHash == null || !matchesSecret(password, door.secretHash)) return null;
      const { id: doorId, organizationId, secretHash } = door;
      return { kind: 'DOOR', doorId, organizationId, secretHash };
    },
    now: () => clock.now(),
    mayPublish({ doorId }, topic) {
      const door = book.door(doorId);
      if (door === undefined || isReserved(topic)) return false;
      if (door.homeAssistant !== null && homeAssistant.mayPublish(topic)) return true;
      return door.filters.length === 0 || door.filters.some((filter) => matchesFilter(filter, topic));
    },
    // The server sends to a door's own connections only, so a filter reaches nothing of others.
    maySubscribe: (_, filter) => !isReserved(filter),
    receive({ doorId }, { topic, payload, ip }, done) {
      receive(doorId, { topic, payload, ip, isRetained: false, receivedTime: clock.now() }, done);
    },
  };

  const takesCommands = (door: Door, device: DoorDevice): boolean => {
    const map = registerMapOf(door, device);
    if (map !== null) return capabilitiesOf(map) !== null;
    const decoder = decoders.of(door, device);
    if (decoder === 'OFF') return false;
    if (decoder !== null) return decoder.encodes && downlinkOf(facts, door, device) !== null;
    return driverOf(device.driver ?? door.driver)?.encode !== undefined;
  };

  /** The device that is a purifier of a meter, with its door. */
  const purifierOf = (meter: Meter, number?: number): { door: Door; device: DoorDevice } | undefined => {
    for (const device of book.ofMeter(meter.id)) {
      const door = book.door(device.doorId);
      const isMeant = device.purifier !== null && (number === undefined || device.purifier === number);
      if (door !== undefined && isMeant && takesCommands(door, device)) return { door, device };
    }
    return undefined;
  };

  let pruner: NodeJS.Timeout | null = null;
  return {
    rules,
    /** Whether an account would still be admitted. */
    isAdmitted({ doorId, secretHash }: DoorIdentity): boolean {
      return book.door(doorId)?.secretHash?.equals(secretHash) === true;
    },
    isDoorLogin: (username: string): boolean => USERNAME.test(username),
    /** Takes a message of a local server's broker; false: it is one of the native protocol. */
    receiveThrough(localServerId: number, message: Message & { isRetained: boolean }, done: Done): boolean {
      const { topic, payload, ip, isRetained } = message;
      if (isReserved(topic)) return false;
      const isMeant = ({ filters, homeAssistant: language }: Door): boolean =>
        homeAssistant.owns(topic) ? language !== null : filters.some((filter) => matchesFilter(filter, topic));
      const doors = [...book.doors()].filter((door) => door.localServerId === localServerId && isMeant(door));
      // Subscriptions of a door that has gone stay in the session.
      if (doors.length === 0) done();
      // Two doors with the same topics: the older one gets the message.
      else receive(doors[0]?.id ?? 0, { topic, payload, ip, isRetained, receivedTime: clock.now() }, done);
      return true;
    },
    /** A way to purifiers behind doors, for the delivery of commands. */
    outlet: {
      reaches(meter: Meter): boolean {
        const found = purifierOf(meter);
        return found !== undefined && isOpen(found.door, found.device);
      },
      async publish(meter: Meter, payload: string): Promise<void> {
        const command = commandMessage.parse(JSON.parse(payload));
        const found = purifierOf(meter, command.purifier);
        if (found === undefined) throw new Error('no device behind a door is this purifier');
        const { door, device } = found;
        const polled = polledDevice(door, device);
        // Writing and reading back takes a while: other commands do not wait for it.
        if (polled !== null) return registerCommands.run(polled, command);
        const decoder = decoders.of(door, device);
        if (decoder !== null && decoder !== 'OFF') return decoderCommands.run({ door, device, decoder }, command);
        const request = { address: device.address, facts: facts.read(door.id, device.address), time: command.time };
        const driver = driverOf(device.driver ?? door.driver);
        const downlink = driver?.encode?.({ ...request, command: command.command, action: command.action }) ?? null;
        if (downlink !== null && !(await send(door, downlink.topic, downlink.payload))) {
          throw new Error('the door did not take the command');
        }
        // The device itself answers nothing: the state that it reports afterwards shows what it did.
        const state = downlink === null ? 'REJECTED' : 'ACCEPTED';
        acknowledge(meter, command, { state, ...(downlink === null && { reason: 'NOT_SUPPORTED' }) });
      },
    },
    /** The doors at which organizations publish their meters for Home Assistant. */
    *publishing(): Generator<{ id: number; organizationId: number; localServerId: number | null; language: Language }> {
      for (const { id, organizationId, localServerId, homeAssistant: language } of book.doors()) {
        if (language !== null) yield { id, organizationId, localServerId, language };
      }
    },
    /** Doors may have changed. */
    wake: book.wake,
    async start() {
      await facts.load();
      await book.start();
      receiver.start();
      release.start();
      poller.start();
      pruner = setInterval(() => buckets.prune(monotonic()), PRUNE_MS);
    },
    async stop() {
      if (pruner) clearInterval(pruner);
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
      await book.stop();
      // Messages that wait for a decoder fail, and their senders repeat them.
      await decoders.stop();
      await release.stop();
      await Promise.all([registerCommands.stop(), decoderCommands.stop(), reader.stop(), poller.stop()]);
      await receiver.stop();
    },
  };
};
