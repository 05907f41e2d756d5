import type { CommandMessage } from '@airdeck/contract/protocol/message';
import type { CommandEvent } from '../../feed/entry.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Meter } from '../../registry/snapshot.ts';
import { claimCommands, failCommands, listUntaken, type Sendable } from './command-queries.ts';
import { publishCommandEvents } from './publish-command-events.ts';

/** A way to devices: the broker of this process, or a site's. */
export interface CommandOutlet {
  /** Whether the device of a meter is connected and subscribed to commands. */
  reaches(meter: Meter): boolean;
  /** Rejects when the message is lost. */
  publish(meter: Meter, payload: string): Promise<void>;
}

export interface DeliveryOptions {
  db: Db;
  feed: Pick<Feed, 'append' | 'wake' | 'follow'>;
  registry: Pick<Registry, 'snapshot'>;
  outlets: readonly CommandOutlet[];
  clock: Clock;
  log: Log;
}

/** Commands that are handed over in one go. */
const MAX_BATCH = 500;

interface Waiting {
  meterId: number;
  /** Epoch milliseconds; infinite while only its word is known. */
  expires: number;
  /** Handed over by this process, and not again unless the device connects again. */
  isDispatched: boolean;
}

const messageOf = (command: Sendable): CommandMessage => ({
  id: String(command.id),
  purifier: command.number,
  command: command.command,
  action: command.action,
  time: command.requested_time.toISOString(),
  expires: command.expires_time.toISOString(),
});

/**
 * Delivers commands to the devices that this process reaches. Commands for other devices wait, here as in every
 * process, until the process with the connection reports them as accepted, or they expire.
 */
export const createDelivery = ({ db, feed, registry, outlets, clock, log }: DeliveryOptions) => {
  const waiting = new Map<number, Waiting>();
  let dispatching: Promise<void> = Promise.resolve();
  let isAsked = false;

  const outletOf = (meterId: number) => {
    const meter = registry.snapshot().meters.get(meterId);
    const outlet = meter && outlets.find((each) => each.reaches(meter));
    return meter && outlet ? { meter, outlet } : null;
  };

  const hand = async (command: Sendable): Promise<number[]> => {
    const way = outletOf(command.meter_id);
    if (way === null) return [];
    try {
      await way.outlet.publish(way.meter, JSON.stringify(messageOf(command)));
      return [];
    } catch (error) {
      log.warn({ err: error, command: command.id }, 'a command was lost on its way to the device');
      return [command.id];
    }
  };

  const handOver = async (): Promise<void> => {
    const now = clock.now();
    for (const [id, { expires }] of waiting) if (expires <= now) waiting.delete(id);
    const due = [...waiting].filter(([, each]) => !each.isDispatched && outletOf(each.meterId) !== null);
    for (let at = 0; at < due.length; at += MAX_BATCH) {
      const piece = due.slice(at, at + MAX_BATCH);
      const ids = piece.map(([id]) => id);
      const { sendable } = await db.tx(async (tx) => {
        const claim = await claimCommands(tx, ids, clock.now());
        await publishCommandEvents(feed, tx, claim.claimed);
        return claim;
      });
      for (const [, each] of piece) each.isDispatched = true;
      feed.wake('command');
      const lost = (await Promise.all(sendable.map(hand))).flat();
      if (lost.length === 0) continue;
      await db.tx(async (tx) => {
        const failed = await failCommands(tx, lost, 'METER_DISCONNECT', clock.now());
        await publishCommandEvents(feed, tx, failed);
      });
      feed.wake('command');
    }
  };

  /** One at a time; requests meanwhile follow it. */
  const soon = (): void => {
    if (isAsked) return;
    isAsked = true;
    dispatching = dispatching
      .then(() => {
        isAsked = false;
        return handOver();
      })
      // Unclaimed commands are requested again with the next event, until they expire.
      .catch((error) => log.error({ err: error }, 'commands could not be handed over'));
  };

  const take = ({ commandId, meterId, state }: CommandEvent): void => {
    if (state === 'REQUESTED') {
      waiting.set(commandId, { meterId, expires: Number.POSITIVE_INFINITY, isDispatched: false });
    } else if (state !== 'SENT') {
      waiting.delete(commandId);
    }
  };

  const follower = feed.follow({
    kinds: ['command'],
    async load() {
      waiting.clear();
      for (const { id, meterId, expires } of await listUntaken(db, clock.now())) {
        waiting.set(id, { meterId, expires: expires.getTime(), isDispatched: false });
      }
      soon();
    },
    apply(entries) {
      for (const { command } of entries) take(command);
      soon();
    },
  });

  return {
    start: () => follower.start(),
    async stop(): Promise<void> {
      await follower.stop();
      await dispatching;
    },
    /** A device has subscribed: its unanswered commands are delivered, possibly for the second time. */
    onListening(isMeant: (meter: Meter) => boolean): void {
      const { meters } = registry.snapshot();
      let some = false;
      for (const each of waiting.values()) {
        const meter = meters.get(each.meterId);
        if (!meter || !isMeant(meter)) continue;
        each.isDispatched = false;
        some = true;
      }
      if (some) soon();
    },
  };
};
