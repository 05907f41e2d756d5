import { createHash } from 'node:crypto';
import { DAY_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { Random } from '../../platform/random.ts';
import type { Pusher } from '../../platform/web-push.ts';
import { postWebhook } from '../../platform/webhook.ts';
import { type Claimed, findUserMail, type MessageRule, saveLink, type ToldAlarm } from './delivery-queries.ts';
import { alarmMailOf, testMailOf, webhookBody } from './message.ts';
import { pushToUser } from './push.ts';
import { alarmPushOf, testPushOf } from './push-message.ts';
import { SendError, sendErrorOf } from './send-error.ts';

/** A week, so that a mail of Friday evening can still be acknowledged on Monday. */
const LINK_MS = 7 * DAY_MS;
const TOKEN_BYTES = 32;

/** The token is random, so a plain fast hash is enough. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface SenderOptions {
  db: Db;
  clock: Clock;
  random: Random;
  seal: PasswordSeal;
  /** null: no mail server is configured. */
  mail: { mailer: Pick<Mailer, 'deliver'>; publicUrl: string } | null;
  pusher: Pusher;
  allowPrivate: boolean;
}

export interface MessageToSend {
  id: string;
  rule: MessageRule;
  alarms: readonly ToldAlarm[];
  to: Pick<Claimed, 'channel' | 'receiver' | 'organization_id'>;
  isEscalation: boolean;
  timeoutMs: number;
}

export const createSender = ({ db, clock, random, seal, mail, pusher, allowPrivate }: SenderOptions) => {
  const post = async (
    rule: Pick<MessageRule, 'url'>,
    secret: string | null,
    id: string,
    body: string,
    timeoutMs?: number,
  ) => {
    if (rule.url === null || secret === null) throw new SendError('NO_SECRET', true);
    const { url } = rule;
    await postWebhook({ url, secret, id, body, now: clock.now(), allowPrivate, ...(timeoutMs && { timeoutMs }) });
  };

  /** A mail address as it is, or the address of a user by login. */
  const addressOf = async (organizationId: number, receiver: string, language: MessageRule['message_language']) => {
    const found = receiver.includes('@')
      ? { email: receiver, language }
      : await findUserMail(db, organizationId, receiver);
    if (!found) throw new SendError('NO_ADDRESS', true);
    return found;
  };

  const mustMail = () => {
    if (mail === null) throw new SendError('NO_MAIL_SERVER', true);
    return mail;
  };

  const sendMail = async ({ id, rule, alarms, to, isEscalation, timeoutMs }: MessageToSend): Promise<void> => {
    const { mailer, publicUrl } = mustMail();
    const { email, language } = await addressOf(to.organization_id, to.receiver, rule.message_language);
    const token = Buffer.from(random(TOKEN_BYTES)).toString('base64url');
    await saveLink(db, {
      tokenHash: hashOf(token),
      messageId: id,
      organizationId: to.organization_id,
      receiver: to.receiver,
      address: email,
      expires: new Date(clock.now() + LINK_MS),
    });
    const acknowledgeUrl = `${publicUrl}/acknowledge?token=${token}`;
    const mail = alarmMailOf(email, { rule, alarms, language, isEscalation, publicUrl, acknowledgeUrl });
    await mailer.deliver(mail, timeoutMs);
  };

  const sendPush = ({ id, rule, alarms, to, isEscalation, timeoutMs }: MessageToSend): Promise<void> =>
    pushToUser(
      { db, clock, pusher },
      {
        organizationId: to.organization_id,
        login: to.receiver,
        timeoutMs,
        isUrgent: isEscalation || alarms.some(({ severity }) => severity === 'CRITICAL' || severity === 'MAJOR'),
        messageIn: (language) => alarmPushOf(id, { rule, alarms, language, isEscalation }, clock.now()),
      },
    );

  const guarded = async (run: () => Promise<void>): Promise<void> => {
    await run().catch((error) => {
      throw sendErrorOf(error);
    });
  };

  return {
    /** @throws SendError */
    send: (message: MessageToSend) =>
      guarded(() => {
        const { id, rule, alarms, to, timeoutMs } = message;
        if (to.channel === 'MAIL') return sendMail(message);
        if (to.channel === 'PUSH') return sendPush(message);
        const secret = rule.secret === null ? null : seal.open(rule.secret);
        return post(rule, secret, id, webhookBody({ rule, alarms }, id, clock.now()), timeoutMs);
      }),
    /** @throws SendError */
    testMail: (rule: Pick<MessageRule, 'name' | 'message_language'>, organizationId: number, receiver: string) =>
      guarded(async () => {
        const { mailer } = mustMail();
        const { email, language } = await addressOf(organizationId, receiver, rule.message_language);
        await mailer.deliver(testMailOf(email, rule.name, language));
      }),
    /** @throws SendError */
    testPush: (name: string, organizationId: number, login: string) =>
      guarded(() =>
        pushToUser(
          { db, clock, pusher },
          { organizationId, login, isUrgent: true, messageIn: (language) => testPushOf(name, language, clock.now()) },
        ),
      ),
    /** @throws SendError */
    testPost: (rule: MessageRule, secret: string | null, id: string) =>
      guarded(() => post(rule, secret, id, webhookBody({ rule, alarms: [] }, id, clock.now(), true))),
  };
};
export type Sender = ReturnType<typeof createSender>;
