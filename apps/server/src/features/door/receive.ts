import { MAX_DOOR_BYTES } from '@airdeck/contract/door/schema';
import type { PurifierStateMessage } from '@airdeck/contract/protocol/message';
import { COMMANDS, type Command } from '@airdeck/domain/control/command';
import { applyBinding, type BoundFrame } from '@airdeck/drivers/binding';
import { type Decoded, type Driver, MAX_PARTS } from '@airdeck/drivers/types';
import type { DeviceMessage, Done } from '../../device-messages/device-message.ts';
import type { Db } from '../../platform/db/pool.ts';
import { limitLog } from '../../platform/limit-log.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Meter } from '../../registry/snapshot.ts';
import {
  arrivalOf,
  decodedOfOutcome,
  decodeOpened,
  decoderInputOf,
  type OpenedMessage,
  openAnswer,
  openArrival,
  topicKey,
} from './decode-arrival.ts';
import type { DeviceDecoders } from './device-decoders.ts';
import type { BookDecoder, Door, DoorBook, DoorDevice } from './door-book.ts';
import { downlinkOf, rememberDownlink } from './door-downlinks.ts';
import type { DoorFacts } from './door-facts.ts';
import { type DeviceNews, insertMessage, saveDeviceNews } from './message-queries.ts';

/** Messages that may wait for the database at once; bounds memory during an outage. */
const MAX_HELD = 1_000;
/** Counters, samples and faults of devices are saved at this interval. */
const SAVE_MS = 2_000;
/** A sample is kept up to this size. */
const MAX_SAMPLE_BYTES = 16 * 1024;
const MAX_FAULT_LENGTH = 200;
const LOG_LINES_A_MINUTE = 30;

/** A message as it came through a door. `receivedTime`: epoch milliseconds. */
export interface DoorMessage {
  topic: string;
  payload: Buffer;
  isRetained: boolean;
  receivedTime: number;
  ip: string;
  /** It waited until its device was bound, and has been counted. */
  hasWaited?: boolean;
}

/** A message of a known device. */
interface Arrived {
  door: Door;
  device: DoorDevice;
  opened: OpenedMessage;
  at: DoorMessage;
  /** Driver of the device, before the recognized one. */
  chosenDriver: string | null;
  /** The server asked for it: it does not wait for a meter, and shows that an earlier fault is over. */
  isAnswer: boolean;
}

/** Where decoded messages go: the receivers of the native protocol. */
export interface NativeReceivers {
  frames(
    message: DeviceMessage,
    decoded: {
      frames: BoundFrame[];
      rejected: { key: string; reason: 'OUT_OF_RANGE' | 'UNKNOWN_UNIT' | 'REPEATED_KEY'; sample: string }[] | null;
    },
    done: Done,
  ): void;
  purifier(message: DeviceMessage, done: Done, topic: { number: number }): void;
  status(message: DeviceMessage, done: Done): void;
}

export interface DoorReceiverOptions {
  db: Db;
  registry: Pick<Registry, 'snapshot'>;
  book: DoorBook;
  facts: DoorFacts;
  decoders: DeviceDecoders;
  receivers: NativeReceivers;
  monotonic(): number;
  log: Log;
  /** Sends a message that a driver asks for, such as a request for a rebirth. */
  ask(door: Door, device: DoorDevice, downlink: { topic: string; payload: string | Uint8Array }): void;
}

/** Calls `done` when all parts are safe; with the first error otherwise. */
const whenAll = (count: number, done: Done): Done => {
  let left = count;
  let failure: Error | undefined;
  return (error) => {
    failure ??= error;
    left -= 1;
    if (left === 0) done(failure);
  };
};

interface Read {
  decoded: Decoded;
  /** null: a decoder read it, or nothing did. */
  driver: Driver | null;
}

/**
 * Takes messages of doors: envelope → driver or decoder → binding → the checks, storage and acknowledgement of the native
 * protocol. Messages of devices without a meter, and of devices whose decoder is switched off, wait as they arrived.
 */
export const createDoorReceiver = (options: DoorReceiverOptions) => {
  const { db, registry, book, facts, decoders, receivers, monotonic, log, ask } = options;
  const logLimited = limitLog(log, { lines: LOG_LINES_A_MINUTE, monotonic });
  let news = new Map<number, DeviceNews>();
  let held = 0;
  const ignored = new Map<string, number>();
  /** The last message of a device that a decoder has not answered yet. */
  const decoding = new Map<number, Promise<void>>();

  const newsOf = (device: DoorDevice): DeviceNews => {
    const entry = news.get(device.id) ?? {
      ...{ id: device.id, messages: 0, lastSeenTime: null, model: null, sample: null, fault: null },
    };
    news.set(device.id, entry);
    return entry;
  };
  const noteFault = (device: DoorDevice, text: string | undefined, time: number): void => {
    if (text !== undefined) newsOf(device).fault = { text: text.slice(0, MAX_FAULT_LENGTH), time };
  };

  const save = async (): Promise<void> => {
    const saving = news;
    news = new Map();
    await saveDeviceNews(db, [...saving.values()]).catch((error) => {
      // A newer entry wins.
      for (const [id, entry] of saving) {
        const newer = news.get(id);
        if (newer) newer.messages += entry.messages;
        else news.set(id, entry);
      }
      throw error;
    });
  };
  const saver = createLoop(
    async () => {
      await save();
      await facts.save();
      await decoders.save();
      return SAVE_MS;
    },
    (error) => {
      log.warn({ err: error }, 'saving the state of devices behind doors failed; retrying');
      return SAVE_MS;
    },
  );

  const decode = ({ door, opened, chosenDriver }: Arrived): Read =>
    decodeOpened(opened, chosenDriver, (key) => facts.read(door.id, key));

  /** Keeps what a message says of later ones, with or without a meter. */
  const learn = ({ decoded, driver }: Read, { door, device }: Arrived): void => {
    if (decoded.model) newsOf(device).model = decoded.model;
    for (const [key, value] of Object.entries(decoded.remember ?? {})) facts.remember(door.id, key, value);
    for (const topic of decoded.subscribe ?? []) {
      facts.remember(door.id, topicKey(topic), { address: device.address, driver: driver?.id ?? null });
    }
    if (decoded.ask) ask(door, device, decoded.ask);
  };

  /** The commands that a purifier takes; undefined: those that match what it reports. */
  const commandsOf = ({ decoded, driver }: Read, arrived: Arrived): readonly Command[] | undefined => {
    const { door, device, chosenDriver, isAnswer } = arrived;
    // Nothing can be sent to a device that only sends requests, or whose local API is only read.
    if (door.kind === 'POLL' || door.kind === 'HTTP') return [];
    // A recognized driver reads messages; commands need a chosen one.
    if (chosenDriver === null && !isAnswer) return [];
    if (decoded.commands) return decoded.commands;
    const capabilities = driver?.capabilities?.(facts.read(door.id, device.address)) ?? undefined;
    return capabilities && COMMANDS.filter((command) => capabilities[command] !== undefined);
  };

  /** Hands the parts of a decoded message to the receivers of the native protocol. */
  const deliver = (read: Read, arrived: Arrived, meter: Meter, done: Done): void => {
    const { device, at } = arrived;
    const { decoded } = read;
    learn(read, arrived);
    const { frames, refused } = applyBinding(decoded.frames, device.sensors);
    noteFault(device, decoded.warnings[0] ?? refused[0]?.sample, at.receivedTime);

    const base = {
      organization: meter.organization,
      deviceCode: meter.code,
      meter,
      ip: at.ip,
      isRetained: at.isRetained,
    };
    // A retained value without a time is no new reading; any other message without one is of its arrival.
    const timed = frames.map((frame) => ({ ...frame, time: frame.time ?? (at.isRetained ? null : at.receivedTime) }));
    const isPurifier = decoded.purifier !== undefined && device.purifier !== null;
    const parts = 1 + Number(isPurifier) + Number(decoded.status !== undefined);
    const part = whenAll(parts, done);
    const encode = (payload: object) => ({ ...base, payload: Buffer.from(JSON.stringify(payload)) });
    if (timed.length > 0 || refused.length > 0) {
      receivers.frames(
        { ...base, payload: at.payload },
        { frames: timed, rejected: refused.length > 0 ? refused : null },
        part,
      );
    } else part();
    if (isPurifier && decoded.purifier && device.purifier !== null) {
      const { filter_use_h, ...report } = decoded.purifier;
      const commands = commandsOf(read, arrived);
      const state: PurifierStateMessage = {
        ...report,
        ...(filter_use_h && { filter_use_h: [...filter_use_h] }),
        ...(commands && { commands: [...commands] }),
        // A state that waited is not the present one, and confirms no command.
        ...(at.hasWaited && { time: at.receivedTime }),
      };
      receivers.purifier(encode(state), part, { number: device.purifier });
    }
    if (decoded.status !== undefined) receivers.status(encode({ status: decoded.status }), part);
  };

  const store = ({ door, device, at }: Arrived, done: Done): void => {
    if (at.payload.length > MAX_DOOR_BYTES) {
      noteFault(device, `a message of ${at.payload.length} bytes is not kept`, at.receivedTime);
      return done();
    }
    hold(insertMessage(db, { ...at, doorId: door.id, deviceId: device.id }), done);
  };

  const keep = (arrived: Arrived, done: Done): void => {
    const { device, at } = arrived;
    const read = decode(arrived);
    const { decoded, driver } = read;
    learn(read, arrived);
    // The next answer of a polled device comes soon.
    if (arrived.isAnswer) {
      noteFault(device, decoded.warnings[0], at.receivedTime);
      return done();
    }
    // A status, or a description of devices: nothing that could join a meter later.
    if (driver !== null && decoded.frames.length === 0 && decoded.purifier === undefined) return done();
    store(arrived, done);
  };

  /** Acknowledges after the write; the sender repeats a message whose write failed. */
  const hold = (write: Promise<void>, done: Done): void => {
    held += 1;
    write
      .finally(() => {
        held -= 1;
      })
      .then(
        () => done(),
        (error) => done(error),
      );
  };

  /** Decodes with a decoder of the organization. A message on which it fails stores nothing, and is acknowledged. */
  const decodeWith = async (decoder: BookDecoder, arrived: Arrived, meter: Meter, done: Done): Promise<void> => {
    const { door, device, opened, at } = arrived;
    const input = decoderInputOf(opened, at.receivedTime);
    if (input === null) return done();
    const outcome = await decoders.decode(decoder, input).catch((error: Error) => error);
    // The process stops: the sender repeats the message.
    if (outcome instanceof Error) return done(outcome);
    const decoded = decodedOfOutcome(outcome, opened.uplink);
    if (device.purifier !== null) rememberDownlink(facts, door, opened);
    const takesCommands = decoder.encodes && downlinkOf(facts, door, device) !== null;
    deliver({ decoded: takesCommands ? decoded : { ...decoded, commands: [] }, driver: null }, arrived, meter, done);
  };

  const handle = (arrived: Arrived, done: Done): Promise<void> | undefined => {
    const { door, device, opened, isAnswer } = arrived;
    if (device.isBlocked) return void done();
    const decoder = decoders.of(door, device);
    const meter = device.meterId === null ? undefined : registry.snapshot().meters.get(device.meterId);
    if (meter === undefined) {
      // A sign of life.
      if (opened.message === null) return void done();
      return void (decoder === null || isAnswer ? keep(arrived, done) : store(arrived, done));
    }
    if (meter.use === 'N') return void done();
    if (decoder === null) return void deliver(decode(arrived), arrived, meter, done);
    // Decoded later, when the decoder is on again or has caught up.
    if (decoder === 'OFF' || !decoders.hasRoom(decoder)) return void (isAnswer ? done() : store(arrived, done));
    return decodeWith(decoder, arrived, meter, done);
  };

  const takeFrom = (arrived: Arrived, done: Done): void => {
    const { door, device, opened, at } = arrived;
    const entry = newsOf(device);
    if (!at.hasWaited) entry.messages += 1;
    entry.lastSeenTime = Math.max(entry.lastSeenTime ?? 0, at.receivedTime);
    if (arrived.isAnswer) entry.fault = { text: null, time: at.receivedTime };
    const isSample = opened.message !== null && !device.isBlocked && !at.hasWaited;
    if (isSample && at.payload.length <= MAX_SAMPLE_BYTES) entry.sample = at;
    const earlier = decoding.get(device.id);
    const running =
      earlier === undefined
        ? handle(arrived, done)
        : // The device may have been changed meanwhile.
          earlier.then(() => handle({ ...arrived, device: book.device(door.id, device.address) ?? device }, done));
    if (running === undefined) return;
    const last = running
      .catch((error) => {
        logLimited('error', { err: error, door: door.id }, 'a message of a door could not be handled');
        done();
      })
      .finally(() => {
        if (decoding.get(device.id) === last) decoding.delete(device.id);
      });
    decoding.set(device.id, last);
  };

  const noteIgnored = (reason: string, count = 1): void => {
    ignored.set(reason, (ignored.get(reason) ?? 0) + count);
  };

  const receive = (doorId: number, at: DoorMessage, done: Done): void => {
    const door = book.door(doorId);
    if (door === undefined) return done(new Error('no such door'));
    if (held >= MAX_HELD) return done(new Error('too many messages are waiting for the database'));
    const opened = openArrival(door, arrivalOf(at.topic, at.payload, at.isRetained), (key) => facts.read(doorId, key));
    if ('ignored' in opened) {
      noteIgnored(opened.ignored);
      return done();
    }
    if ('parts' in opened) {
      const parts = opened.parts.slice(0, MAX_PARTS);
      const rest = opened.parts.length - parts.length;
      if (rest > 0) {
        noteIgnored('TOO_MANY_PARTS', rest);
        logLimited('warn', { door: doorId, parts: rest }, 'a message is for too many devices; dropping the rest of it');
      }
      if (parts.length === 0) return done();
      const part = whenAll(parts.length, done);
      for (const { topic, json } of parts) {
        const message = { ...at, topic, payload: Buffer.from(JSON.stringify(json)) };
        guarded(doorId, part, () => receive(doorId, message, part));
      }
      return;
    }
    const take = (device: DoorDevice): void =>
      takeFrom({ ...{ door, device, opened, at, isAnswer: false }, chosenDriver: device.driver ?? door.driver }, done);
    const known = book.device(doorId, opened.address);
    if (known !== undefined) return take(known);
    held += 1;
    book
      .add(door, opened.address)
      .finally(() => {
        held -= 1;
      })
      .then(
        (device) => {
          if (device !== undefined) return take(device);
          logLimited('warn', { door: doorId }, 'a door has too many devices without a meter; dropping a message');
          done();
        },
        (error) => done(error),
      );
  };

  /** A message that cannot be handled is acknowledged too. */
  const guarded = (door: number, done: Done, take: () => void): void => {
    try {
      take();
    } catch (error) {
      logLimited('error', { err: error, door }, 'a message of a door could not be handled');
      done();
    }
  };

  return {
    start: saver.start,
    async stop() {
      await saver.stop();
      await Promise.all([save(), facts.save()]).catch((error) =>
        log.warn({ err: error }, 'the state of devices behind doors is not saved'),
      );
    },
    /** Takes a message. `done` when all of it is safe; a message that cannot be handled is acknowledged too. */
    receive: (doorId: number, at: DoorMessage, done: Done): void =>
      guarded(doorId, done, () => receive(doorId, at, done)),
    /** Takes the answer of a device that the server asked, decoded by this driver, or by the recognized one. */
    answer(door: Door, device: DoorDevice, driver: Driver | null, at: DoorMessage, done: Done): void {
      guarded(door.id, done, () => {
        const opened = openAnswer(device.address, driver, at);
        takeFrom({ ...{ door, device, opened, at, isAnswer: true }, chosenDriver: null }, done);
      });
    },
    /** Records why a device could not be asked, or did not do something. */
    noteFault,
    /** Messages that were ignored since the process began, by reason. */
    ignored: (): ReadonlyMap<string, number> => ignored,
  };
};

export type DoorReceiver = ReturnType<typeof createDoorReceiver>;
