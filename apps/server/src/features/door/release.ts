import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { Registry } from '../../registry/registry.ts';
import type { DeviceDecoders } from './device-decoders.ts';
import type { DoorBook } from './door-book.ts';
import {
  deleteMessages,
  deleteMessagesBefore,
  listReleasable,
  lockNewMessages,
  lockWaitingMessages,
  type NewMessageRow,
  type WaitingMessageRow,
} from './message-queries.ts';
import type { DoorReceiver } from './receive.ts';

/** Requests wake this process; those whose process died before it could are found at this interval. */
const INBOX_MS = 10_000;
const IDLE_MS = 5_000;
const RETRY_MS = 1_000;
const PAGE = 200;
const KEEP_MS = 7 * DAY_MS;

export interface DoorReleaseOptions {
  db: Db;
  feed: Pick<Feed, 'onWork'>;
  book: Pick<DoorBook, 'door' | 'device' | 'wake'>;
  registry: Pick<Registry, 'snapshot'>;
  decoders: Pick<DeviceDecoders, 'of' | 'hasRoom'>;
  receiver: Pick<DoorReceiver, 'receive'>;
  clock: Clock;
  log: Log;
}

/**
 * Decodes stored messages: requests that were acknowledged before they were decoded, and messages that waited until
 * their device was bound to a meter, or until its decoder was switched on. A message is deleted after its values are
 * committed: done twice it does no harm.
 */
export const createDoorRelease = (options: DoorReleaseOptions) => {
  const { db, feed, registry, book, decoders, receiver, clock, log } = options;
  const take = (row: WaitingMessageRow, hasWaited: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const { door_id, topic, payload, is_retained: isRetained, received_time } = row;
      const message = { topic, payload, isRetained, receivedTime: received_time.getTime(), ip: '', hasWaited };
      receiver.receive(door_id, message, (error) => (error ? reject(error) : resolve()));
    });

  /** Takes messages of a page, and returns their number. */
  const takePage = <Row extends WaitingMessageRow>(
    lock: (tx: Tx) => Promise<Row[]>,
    takeRow: (row: Row) => Promise<'TAKEN' | 'LATER' | 'STOP'>,
  ): Promise<number> =>
    db.tx(async (tx) => {
      const taken: number[] = [];
      // One after the other: a driver may remember what an earlier message said.
      for (const row of await lock(tx)) {
        const outcome = await takeRow(row);
        if (outcome === 'STOP') break;
        if (outcome === 'TAKEN') taken.push(row.id);
      }
      if (taken.length > 0) await deleteMessages(tx, taken);
      return taken.length;
    });

  const takeRequest = async (row: NewMessageRow): Promise<'TAKEN' | 'LATER'> => {
    const isKnown = book.door(row.door_id) !== undefined;
    // The door is newer than what this process knows; the book wakes this loop again.
    if (!isKnown && row.is_open) {
      book.wake();
      return 'LATER';
    }
    // A door that went out of use keeps nothing.
    if (isKnown) await take(row, false);
    return 'TAKEN';
  };
  const inbox = createLoop(
    async () => {
      const taken = await takePage((tx) => lockNewMessages(tx, PAGE), takeRequest);
      return taken === PAGE ? 0 : INBOX_MS;
    },
    (error) => {
      log.warn({ err: error }, 'decoding the requests of doors failed; retrying');
      return RETRY_MS;
    },
  );

  let prunedTime = 0;
  const releaser = createLoop(
    async () => {
      for (const { id, door_id, address, meter_id } of await listReleasable(db)) {
        // A binding or a decoder that has not reached this process yet: the messages would wait again.
        const isReady = (): boolean => {
          const door = book.door(door_id);
          const device = book.device(door_id, address);
          if (device?.meterId !== meter_id || !registry.snapshot().meters.has(meter_id)) return false;
          const decoder = door === undefined ? null : decoders.of(door, device);
          return decoder !== 'OFF' && (decoder === null || decoders.hasRoom(decoder));
        };
        const takeWaiting = async (row: WaitingMessageRow): Promise<'TAKEN' | 'STOP'> => {
          if (!isReady()) return 'STOP';
          await take(row, true);
          return 'TAKEN';
        };
        while (isReady() && (await takePage((tx) => lockWaitingMessages(tx, id, PAGE), takeWaiting)) === PAGE) {
          // The next page.
        }
      }
      if (clock.now() - prunedTime > HOUR_MS) {
        await deleteMessagesBefore(db, clock.now() - KEEP_MS);
        prunedTime = clock.now();
      }
      return IDLE_MS;
    },
    (error) => {
      log.warn({ err: error }, 'releasing messages that waited for a meter failed; retrying');
      return RETRY_MS;
    },
  );

  let unsubscribe = (): void => {};
  return {
    start() {
      unsubscribe = feed.onWork('door_request', inbox.wake);
      inbox.start();
      releaser.start();
    },
    /** Devices may have been bound, or doors added. */
    wake() {
      inbox.wake();
      releaser.wake();
    },
    async stop() {
      unsubscribe();
      await Promise.all([inbox.stop(), releaser.stop()]);
    },
  };
};
