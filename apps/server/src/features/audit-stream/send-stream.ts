import { randomUUID } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import { PostError } from '../../platform/post.ts';
import { postWebhook } from '../../platform/webhook.ts';
import { streamBody } from './stream-message.ts';
import { findTarget } from './stream-queries.ts';

export interface StreamSenderOptions {
  db: Db;
  clock: Clock;
  log: Log;
  seal: PasswordSeal;
  /** Whether private addresses are allowed. */
  allowPrivate: boolean;
  timeoutMs?: number;
}

/** Posts records of a stream, or a test without any. Returns a short code of the error; null: accepted. */
export type SendStream = (streamId: number, records: readonly object[], isTest?: boolean) => Promise<string | null>;

export const createStreamSender = (options: StreamSenderOptions): SendStream => {
  const { db, clock, log, seal, allowPrivate, timeoutMs } = options;

  const post = async (streamId: number, records: readonly object[], isTest: boolean): Promise<string | null> => {
    const target = await findTarget(db, streamId);
    // It was deleted meanwhile.
    if (!target) return null;
    const secret = seal.open(target.secret);
    if (secret === null) return 'NO_SECRET';
    const [id, now] = [randomUUID(), clock.now()];
    const body = streamBody(target, { id, now, records, isTest });
    await postWebhook({ url: target.url, secret, id, body, now, allowPrivate, ...(timeoutMs && { timeoutMs }) });
    return null;
  };

  return (streamId, records, isTest = false) =>
    post(streamId, records, isTest).catch((error) => {
      if (error instanceof PostError) return error.message;
      log.error({ err: error, stream: streamId }, 'sending an audit stream failed');
      return 'ERROR';
    });
};
