import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import {
  type Claimed,
  claimMessage,
  deleteOld,
  dropNeedless,
  findMessageRule,
  listTold,
  markFailed,
  markSent,
} from './delivery-queries.ts';
import type { Sender } from './send.ts';
import { SendError } from './send-error.ts';

/** Somebody is told soon after what is due. */
const REST_MS = 1_000;
const AFTER_ERROR_MS = 10_000;
/** Longer than a message takes: who claimed it has failed or is dead. */
const LEASE_MS = 2 * MINUTE_MS;
/** More to one receiver in a minute are a storm: the rest waits and becomes one message. */
const PER_MINUTE = 10;
/** After 1, 2, 4 … minutes: the last one some four hours after the first. */
const MAX_TRIES = 9;
const KEPT_MS = 400 * DAY_MS;

export interface DelivererOptions {
  db: Db;
  clock: Clock;
  log: Log;
  sender: Pick<Sender, 'send'>;
}

/**
 * Sends what is due. Several processes share the work: whoever claims a message sends it. One that dies between sending and
 * writing that down sends it again two minutes later, so that nothing is lost.
 */
export const createDeliverer = ({ db, clock, log, sender }: DelivererOptions) => {
  let cleanedAt = Number.NEGATIVE_INFINITY;

  const failed = async (claimed: readonly Claimed[], error: unknown): Promise<void> => {
    const { message, isFinal } = error instanceof SendError ? error : { message: 'ERROR', isFinal: false };
    if (!(error instanceof SendError)) log.error({ err: error }, 'a notification could not be sent');
    for (const tries of new Set(claimed.map((each) => each.tries))) {
      const ids = claimed.flatMap((each) => (each.tries === tries ? [each.id] : []));
      const isOver = isFinal || tries >= MAX_TRIES;
      const again = isOver ? null : clock.now() + MINUTE_MS * 2 ** (tries - 1);
      await markFailed(db, ids, message, again);
    }
  };

  const send = async (messageId: string, claimed: readonly Claimed[], first: Claimed): Promise<void> => {
    const ids = claimed.map(({ id }) => id);
    try {
      const rule = await findMessageRule(db, first.rule_id);
      if (!rule) return;
      const alarms = await listTold(db, [...new Set(claimed.map(({ alarm_id }) => alarm_id))]);
      const isEscalation = claimed.every(({ step }) => step > 0);
      await sender.send({ id: messageId, rule, alarms, to: first, isEscalation });
    } catch (error) {
      await failed(claimed, error);
      return;
    }
    await markSent(db, ids, clock.now());
  };

  /** Sends one message. Answers whether there was one. */
  const deliverOne = async (): Promise<boolean> => {
    const messageId = randomUUID();
    const now = clock.now();
    const claimed = await claimMessage(db, { now, leaseMs: LEASE_MS, messageId, perMinute: PER_MINUTE });
    const [first] = claimed;
    if (!first) return false;
    await send(messageId, claimed, first);
    return true;
  };

  /** Sends everything that is due. */
  const deliver = async (): Promise<void> => {
    await dropNeedless(db, clock.now());
    while (await deliverOne());
  };

  const clean = async (): Promise<void> => {
    const now = clock.now();
    if (now - cleanedAt < HOUR_MS) return;
    cleanedAt = now;
    while (await deleteOld(db, { before: now - KEPT_MS, now }));
  };

  const loop = createLoop(
    async () => {
      await deliver();
      await clean();
      return REST_MS;
    },
    (error) => {
      log.error({ err: error }, 'notifications could not be sent; trying again');
      return AFTER_ERROR_MS;
    },
  );
  return { start: loop.start, wake: loop.wake, stop: loop.stop, deliver };
};
