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

/** Poll interval: a due notification is sent within a second. */
const REST_MS = 1_000;
const AFTER_ERROR_MS = 10_000;
/** Longer than any send takes. A claim that expires belongs to a failed or dead process. */
const LEASE_MS = 2 * MINUTE_MS;
/** More than this to one receiver in a minute is a storm: the rest waits and is merged into one message. */
const PER_MINUTE = 10;
/** Concurrent sends of this process and of one organization, so that a slow receiver does not delay the others. */
const MAX_SENDS = 16;
const PER_ORGANIZATION = 4;
/** Concurrent sends of one channel. A mail server that does not answer leaves slots for webhooks and pushes. */
const PER_CHANNEL = 14;
const CHANNELS = ['MAIL', 'WEBHOOK', 'PUSH'] as const;
/** Targets whose last message failed are claimed only while at least half of the slots are free. */
const MAX_SENDS_BEFORE_RETRY = MAX_SENDS / 2;
const PER_ORGANIZATION_BEFORE_RETRY = PER_ORGANIZATION / 2;
const FIRST_TIMEOUT_MS = 4_000;
const TIMEOUT_MS = 10_000;
/** Maximum number of slow receivers to remember. */
const MAX_SLOW = 10_000;
/** Retries after 1, 2, 4 … minutes; the last one about four hours after the first try. */
const MAX_TRIES = 9;
const KEPT_MS = 400 * DAY_MS;

export interface DelivererOptions {
  db: Db;
  clock: Clock;
  log: Log;
  sender: Pick<Sender, 'send'>;
  /** Timeout of a first try. A slower receiver is retried behind the others, with the full timeout. */
  firstTimeoutMs?: number;
}

/**
 * Sends due notifications. Several processes share the work: the process that claims a message sends it. If that
 * process crashes between sending and recording the result, the message is sent again two minutes later: delivery is at
 * least once.
 */
export const createDeliverer = ({ db, clock, log, sender, firstTimeoutMs = FIRST_TIMEOUT_MS }: DelivererOptions) => {
  let cleanedAt = Number.NEGATIVE_INFINITY;
  const sending = new Map<Promise<void>, Claimed['channel']>();
  /** Receivers that exceeded the timeout of a first try. */
  const slow = new Set<string>();
  /** Messages that were sent or failed so far. */
  let ended = 0;

  const remember = (receiver: string, isSlow: boolean): void => {
    slow.delete(receiver);
    if (isSlow) slow.add(receiver);
    for (const oldest of slow) {
      if (slow.size <= MAX_SLOW) break;
      slow.delete(oldest);
    }
  };

  const failed = async (claimed: readonly Claimed[], error: unknown, isTooSlow: boolean): Promise<void> => {
    const { message, isFinal } = error instanceof SendError ? error : { message: 'ERROR', isFinal: false };
    if (!(error instanceof SendError)) log.error({ err: error }, 'sending a notification failed');
    for (const tries of new Set(claimed.map((each) => each.tries))) {
      const ids = claimed.flatMap((each) => (each.tries === tries ? [each.id] : []));
      const isOver = isFinal || tries >= MAX_TRIES;
      const waitMs = isTooSlow ? 0 : MINUTE_MS * 2 ** (tries - 1);
      const again = isOver ? null : clock.now() + waitMs;
      await markFailed(db, ids, message, again);
    }
  };

  const send = async (messageId: string, claimed: readonly Claimed[], first: Claimed): Promise<void> => {
    const ids = claimed.map(({ id }) => id);
    const receiver = `${first.channel}/${first.organization_id}/${first.receiver}`;
    const isFirst = claimed.every(({ tries }) => tries === 1) && !slow.has(receiver);
    const timeoutMs = isFirst ? firstTimeoutMs : TIMEOUT_MS;
    const began = performance.now();
    const isSlow = (): boolean => performance.now() - began >= firstTimeoutMs;
    try {
      const rule = await findMessageRule(db, first.rule_id);
      if (!rule) return;
      const alarms = await listTold(db, [...new Set(claimed.map(({ alarm_id }) => alarm_id))]);
      const isEscalation = claimed.every(({ step }) => step > 0);
      await sender.send({ id: messageId, rule, alarms, to: first, isEscalation, timeoutMs });
    } catch (error) {
      const isTimeout = error instanceof SendError && error.isTimeout;
      if (isTimeout) remember(receiver, true);
      await failed(claimed, error, isTimeout && isFirst);
      return;
    }
    remember(receiver, isSlow());
    await markSent(db, ids, clock.now());
  };

  const launch = (messageId: string, claimed: readonly Claimed[], first: Claimed): void => {
    const promise = send(messageId, claimed, first)
      // The claim expires and the message is sent again.
      .catch((error) => log.error({ err: error }, 'saving the result of a notification failed; it will be sent again'))
      .finally(() => {
        sending.delete(promise);
        ended += 1;
        loop.wake();
      });
    sending.set(promise, first.channel);
  };

  /** Starts sending due messages while slots are free. Returns whether it started any. */
  const pump = async (): Promise<boolean> => {
    await dropNeedless(db, clock.now());
    let hasSent = false;
    while (sending.size < MAX_SENDS) {
      const messageId = randomUUID();
      const endedBefore = ended;
      const under = [...sending.values()];
      const claimed = await claimMessage(db, {
        ...{ now: clock.now(), messageId, leaseMs: LEASE_MS, perMinute: PER_MINUTE },
        ...{ perOrganization: PER_ORGANIZATION, perOrganizationRetries: PER_ORGANIZATION_BEFORE_RETRY },
        allowsRetries: under.length < MAX_SENDS_BEFORE_RETRY,
        channels: CHANNELS.filter((channel) => under.filter((each) => each === channel).length < PER_CHANNEL),
      });
      const [first] = claimed;
      // A send that ended during the claim freed a slot that the claim may not have seen.
      if (!first && ended === endedBefore) break;
      if (!first) continue;
      launch(messageId, claimed, first);
      hasSent = true;
    }
    return hasSent;
  };

  /** Sends everything that is due. Resolves when all of it was sent or has failed. */
  const deliver = async (): Promise<void> => {
    while ((await pump()) || sending.size > 0) if (sending.size > 0) await Promise.race(sending.keys());
  };

  const clean = async (): Promise<void> => {
    const now = clock.now();
    if (now - cleanedAt < HOUR_MS) return;
    cleanedAt = now;
    while (await deleteOld(db, { before: now - KEPT_MS, now }));
  };

  const loop = createLoop(
    async () => {
      await pump();
      await clean();
      return REST_MS;
    },
    (error) => {
      log.error({ err: error }, 'sending notifications failed; retrying');
      return AFTER_ERROR_MS;
    },
  );
  return {
    start: loop.start,
    wake: loop.wake,
    /** Waits for the sends in progress. */
    async stop(): Promise<void> {
      await loop.stop();
      await Promise.all(sending.keys());
    },
    deliver,
  };
};
