import type { PurifierStateMessage } from '@airdeck/contract/protocol/message';
import { COMMANDS } from '@airdeck/domain/control/command';
import { applyBinding, type BoundFrame } from '@airdeck/drivers/binding';
import type { Decoded, Driver } from '@airdeck/drivers/types';
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
  openArrival,
  topicKey,
} from './decode-arrival.ts';
import type { DeviceDecoders } from './device-decoders.ts';
import type { BookDecoder, Door, DoorBook, DoorDevice } from './door-book.ts';
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

  const newsOf = (device: DoorDevice, lastSeenTime: number): DeviceNews => {
    const found = news.get(device.id);
    const entry = found ?? {
      ...{ id: device.id, messages: 0, lastSeenTime, model: null, sample: null, fault: null },
    };
    entry.lastSeenTime = Math.max(entry.lastSeenTime, lastSeenTime);
    news.set(device.id, entry);
    return entry;
  };

  const save = async (): Promise<void> => {
    const saving = news;
    news = new Map();
    await saveDeviceNews(db, [...saving.values()]).catch((error) => {
      // What came meanwhile is newer.
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

  const decode = (opened: OpenedMessage, door: Door, device: DoorDevice): Read =>
    decodeOpened(opened, device.driver ?? door.driver, (key) => facts.read(door.id, key));

  /** Keeps what a message says of later ones, with or without a meter. */
  const learn = (decoded: Decoded, driver: Driver | null, door: Door, device: DoorDevice, at: DoorMessage): void => {
    if (decoded.model) newsOf(device, at.receivedTime).model = decoded.model;
    for (const [key, value] of Object.entries(decoded.remember ?? {})) facts.remember(door.id, key, value);
    for (const topic of decoded.subscribe ?? []) {
      facts.remember(door.id, topicKey(topic), { address: device.address, driver: driver?.id ?? null });
    }
    if (decoded.ask) ask(door, device, decoded.ask);
  };

  /** Hands the parts of a decoded message to the receivers of the native protocol. */
  const deliver = (
    { decoded, driver }: Read,
    door: Door,
    device: DoorDevice,
    meter: Meter,
    at: DoorMessage,
    done: Done,
  ): void => {
    learn(decoded, driver, door, device, at);
    const { frames, refused } = applyBinding(decoded.frames, device.sensors);
    const entry = newsOf(device, at.receivedTime);
    const fault = decoded.warnings[0] ?? refused[0]?.sample;
    if (fault !== undefined) entry.fault = fault.slice(0, MAX_FAULT_LENGTH);

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
      const capabilities = driver?.capabilities?.(facts.read(door.id, device.address));
      const state: PurifierStateMessage = {
        ...report,
        ...(filter_use_h && { filter_use_h: [...filter_use_h] }),
        ...(capabilities && { commands: COMMANDS.filter((command) => capabilities[command] !== undefined) }),
      };
      receivers.purifier(encode(state), part, { number: device.purifier });
    }
    if (decoded.status !== undefined) receivers.status(encode({ status: decoded.status }), part);
  };

  const store = (door: Door, device: DoorDevice, at: DoorMessage, done: Done): void =>
    hold(insertMessage(db, { ...at, doorId: door.id, deviceId: device.id }), done);

  const keep = (door: Door, device: DoorDevice, opened: OpenedMessage, at: DoorMessage, done: Done): void => {
    const { decoded, driver } = decode(opened, door, device);
    learn(decoded, driver, door, device, at);
    // A status, or a description of devices: nothing that could join a meter later.
    if (driver !== null && decoded.frames.length === 0 && decoded.purifier === undefined) return done();
    store(door, device, at, done);
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
  const decodeWith = async (
    decoder: BookDecoder,
    opened: OpenedMessage,
    door: Door,
    device: DoorDevice,
    meter: Meter,
    at: DoorMessage,
    done: Done,
  ): Promise<void> => {
    const input = decoderInputOf(opened, at.receivedTime);
    if (input === null) return done();
    const outcome = await decoders.decode(decoder, input).catch((error: Error) => error);
    // The process stops: the sender repeats the message.
    if (outcome instanceof Error) return done(outcome);
    deliver({ decoded: decodedOfOutcome(outcome, opened.uplink), driver: null }, door, device, meter, at, done);
  };

  const handle = (
    door: Door,
    device: DoorDevice,
    opened: OpenedMessage,
    at: DoorMessage,
    done: Done,
  ): Promise<void> | undefined => {
    if (device.isBlocked) return void done();
    const decoder = decoders.of(door, device);
    const meter = device.meterId === null ? undefined : registry.snapshot().meters.get(device.meterId);
    if (meter === undefined) {
      // A sign of life.
      if (opened.message === null) return void done();
      return void (decoder === null ? keep(door, device, opened, at, done) : store(door, device, at, done));
    }
    if (meter.use === 'N') return void done();
    if (decoder === null) return void deliver(decode(opened, door, device), door, device, meter, at, done);
    // Decoded later, when the decoder is on again or has caught up.
    if (decoder === 'OFF' || !decoders.hasRoom(decoder)) return void store(door, device, at, done);
    return decodeWith(decoder, opened, door, device, meter, at, done);
  };

  const takeFrom = (door: Door, device: DoorDevice, opened: OpenedMessage, at: DoorMessage, done: Done): void => {
    const entry = newsOf(device, at.receivedTime);
    entry.messages += 1;
    const isSample = opened.message !== null && !device.isBlocked && at.payload.length <= MAX_SAMPLE_BYTES;
    if (isSample) entry.sample = at;
    const earlier = decoding.get(device.id);
    const running =
      earlier === undefined
        ? handle(door, device, opened, at, done)
        : // The device may have been changed meanwhile.
          earlier.then(() => handle(door, book.device(door.id, device.address) ?? device, opened, at, done));
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

  const receive = (doorId: number, at: DoorMessage, done: Done): void => {
    const door = book.door(doorId);
    if (door === undefined) return done(new Error('no such door'));
    if (held >= MAX_HELD) return done(new Error('too many messages are waiting for the database'));
    const opened = openArrival(door, arrivalOf(at.topic, at.payload, at.isRetained), (key) => facts.read(doorId, key));
    if ('ignored' in opened) {
      ignored.set(opened.ignored, (ignored.get(opened.ignored) ?? 0) + 1);
      return done();
    }
    const known = book.device(doorId, opened.address);
    if (known !== undefined) return takeFrom(door, known, opened, at, done);
    held += 1;
    book
      .add(door, opened.address)
      .finally(() => {
        held -= 1;
      })
      .then(
        (device) => {
          if (device !== undefined) return takeFrom(door, device, opened, at, done);
          logLimited('warn', { door: doorId }, 'a door has too many devices without a meter; dropping a message');
          done();
        },
        (error) => done(error),
      );
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
    receive(doorId: number, at: DoorMessage, done: Done): void {
      try {
        receive(doorId, at, done);
      } catch (error) {
        logLimited('error', { err: error, door: doorId }, 'a message of a door could not be handled');
        done();
      }
    },
    /** Messages that were ignored since the process began, by reason. */
    ignored: (): ReadonlyMap<string, number> => ignored,
  };
};

export type DoorReceiver = ReturnType<typeof createDoorReceiver>;
