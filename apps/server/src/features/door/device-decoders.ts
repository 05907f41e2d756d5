import type { JsonObject } from '@airdeck/drivers/types';
import { createDecoderSandbox } from '../../decoder-sandbox/decoder-sandbox.ts';
import type { DecoderFailure, DecoderInput, DecoderOutcome, EncoderOutcome } from '../../decoder-sandbox/types.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { decoderIdOf } from './decode-arrival.ts';
import { type SwitchedOff, switchOff } from './device-decoder-queries.ts';
import type { BookDecoder, Door, DoorBook, DoorDevice } from './door-book.ts';

/** Messages that wait for one decoder, and for all of them. */
const MAX_WAITING_OF_DECODER = 200;
const MAX_WAITING = 1_000;
/**
 * Time after which the thread is ended. The engine ends a decoder much earlier; more than that is for a busy machine, where
 * a good decoder must not be switched off.
 */
const WALL_MS = 1_000;
/** An error of the engine is not the message's fault; after several it is treated as one. */
const MAX_TRIES = 3;

export interface DeviceDecodersOptions {
  db: Db;
  book: Pick<DoorBook, 'decoder' | 'decodersOfSource' | 'wake'>;
  monotonic(): number;
  log: Log;
  /** The built program of the sandbox's thread, if it is not beside this program. */
  program?: URL;
}

/** Runs the decoders that doors and devices use, and switches off those that run out of time again and again. */
export const createDeviceDecoders = ({ db, book, monotonic, log, program }: DeviceDecodersOptions) => {
  /** Sources that have run out of time or memory three times in a row. */
  const troubled = new Set<string>();
  const sandbox = createDecoderSandbox({
    ...{ log, monotonic, wallMs: WALL_MS, onTrouble: (hash: string) => troubled.add(hash) },
    ...(program && { program }),
  });
  /** Versions that were switched off, by decoder: the book learns of it later. */
  const off = new Map<number, number>();
  let unsaved: SwitchedOff[] = [];
  const waiting = new Map<number, number>();
  let total = 0;
  let isStopped = false;

  const save = async (): Promise<void> => {
    if (unsaved.length === 0) return;
    const saving = unsaved;
    unsaved = [];
    await switchOff(db, saving).catch((error) => {
      unsaved = [...saving, ...unsaved];
      throw error;
    });
    book.wake();
  };

  const noteTrouble = (hash: string, trouble: string): void => {
    if (!troubled.delete(hash)) return;
    for (const { id, version } of book.decodersOfSource(hash)) {
      off.set(id, version);
      unsaved.push({ id, version, trouble });
      log.warn({ decoder: id }, 'a decoder ran out of time or memory three times in a row; switching it off');
    }
    // A failed attempt is repeated with the next save of the receiver.
    save().catch((error) => log.warn({ err: error }, 'the state of a decoder is not saved; retrying'));
  };

  const attempt = async <T extends { ok: true }>(
    ask: () => Promise<T | DecoderFailure>,
  ): Promise<T | DecoderFailure> => {
    let outcome = await ask();
    for (let tries = 1; tries < MAX_TRIES && !outcome.ok && outcome.reason === 'HOST' && !isStopped; tries++) {
      outcome = await ask();
    }
    return outcome;
  };

  const run = async <T extends { ok: true }>(
    { id, hash }: BookDecoder,
    ask: () => Promise<T | DecoderFailure>,
  ): Promise<T | DecoderFailure> => {
    total += 1;
    waiting.set(id, (waiting.get(id) ?? 0) + 1);
    const outcome = await attempt(ask);
    total -= 1;
    const left = (waiting.get(id) ?? 1) - 1;
    if (left === 0) waiting.delete(id);
    else waiting.set(id, left);
    if (isStopped && !outcome.ok && outcome.reason === 'HOST') throw new Error('decoders have stopped');
    if (!outcome.ok) noteTrouble(hash, outcome.message);
    return outcome;
  };

  return {
    /** The decoder of a device; null: it uses a driver; `OFF`: its decoder is switched off or gone. */
    of(door: Door, device: DoorDevice): BookDecoder | 'OFF' | null {
      const id = decoderIdOf(device.driver ?? door.driver);
      if (id === null) return null;
      const decoder = book.decoder(id);
      const isUsable = decoder?.isOn === true && decoder.organizationId === door.organizationId;
      return isUsable && off.get(id) !== decoder.version ? decoder : 'OFF';
    },
    /** Whether a decoder takes another message now. */
    hasRoom: ({ id }: BookDecoder): boolean => total < MAX_WAITING && (waiting.get(id) ?? 0) < MAX_WAITING_OF_DECODER,
    /** @throws Error when the process stops: the sender has to repeat the message. */
    decode: (decoder: BookDecoder, input: DecoderInput): Promise<DecoderOutcome> =>
      run(decoder, () => sandbox.decode(decoder.source, input)),
    /** @throws Error when the process stops. */
    encode: (decoder: BookDecoder, data: JsonObject): Promise<EncoderOutcome> =>
      run(decoder, () => sandbox.encode(decoder.source, data)),
    save,
    async stop() {
      isStopped = true;
      await sandbox.stop();
    },
  };
};

export type DeviceDecoders = ReturnType<typeof createDeviceDecoders>;
