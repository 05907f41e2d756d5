import { createHash } from 'node:crypto';
import { DAY_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { MailError, type Mailer } from '../../platform/mail.ts';
import type { Random } from '../../platform/password.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import { PostError, postJson } from '../../platform/post-json.ts';
import { type Claimed, findUserMail, type MessageRule, saveLink, type ToldAlarm } from './delivery-queries.ts';
import { alarmMailOf, testMailOf, webhookBody, webhookHeaders } from './message.ts';

/** Whoever gets a mail on a Friday evening acknowledges on Monday. */
const LINK_MS = 7 * DAY_MS;
const TOKEN_BYTES = 32;
const WEBHOOK_MS = 10_000;

/** The token is random, so a plain hash is enough and quick. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Why something was not sent, in a word for the record. */
export class SendError extends Error {
  override name = 'SendError';
  /** Whether another try would end the same. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

export interface SenderOptions {
  db: Db;
  clock: Clock;
  random: Random;
  seal: PasswordSeal;
  /** null: there is no mail server. */
  mail: { mailer: Pick<Mailer, 'deliver'>; publicUrl: string } | null;
  allowPrivate: boolean;
}

/** Answers that will not change by themselves; a server that is busy, or too slow, says something else. */
const FINAL_STATUS = (status: number | null): boolean =>
  status !== null && status >= 300 && status < 500 && ![408, 425, 429].includes(status);

const sendErrorOf = (error: unknown): SendError => {
  if (error instanceof SendError) return error;
  if (error instanceof MailError) return new SendError(error.message, error.isFinal);
  if (error instanceof PostError)
    return new SendError(error.message, error.code === 'PRIVATE_ADDRESS' || FINAL_STATUS(error.status));
  throw error;
};

export interface MessageToSend {
  id: string;
  rule: MessageRule;
  alarms: readonly ToldAlarm[];
  to: Pick<Claimed, 'channel' | 'receiver' | 'organization_id'>;
  isEscalation: boolean;
}

export const createSender = ({ db, clock, random, seal, mail, allowPrivate }: SenderOptions) => {
  const post = async (rule: Pick<MessageRule, 'url'>, secret: string | null, id: string, body: string) => {
    if (rule.url === null || secret === null) throw new SendError('NO_SECRET', true);
    const headers = webhookHeaders(secret, body, id, clock.now());
    await postJson(new URL(rule.url), body, { headers, timeoutMs: WEBHOOK_MS, allowPrivate });
  };

  /** An address as it is, or that of a user. */
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

  const sendMail = async ({ id, rule, alarms, to, isEscalation }: MessageToSend): Promise<void> => {
    const { mailer, publicUrl } = mustMail();
    const { email, language } = await addressOf(to.organization_id, to.receiver, rule.message_language);
    const token = Buffer.from(random(TOKEN_BYTES)).toString('base64url');
    await saveLink(db, {
      tokenHash: hashOf(token),
      messageId: id,
      organizationId: to.organization_id,
      receiver: to.receiver,
      expires: new Date(clock.now() + LINK_MS),
    });
    const acknowledgeUrl = `${publicUrl}/acknowledge?token=${token}`;
    await mailer.deliver(alarmMailOf(email, { rule, alarms, language, isEscalation, publicUrl, acknowledgeUrl }));
  };

  const guarded = async (run: () => Promise<void>): Promise<void> => {
    await run().catch((error) => {
      throw sendErrorOf(error);
    });
  };

  return {
    /** @throws SendError */
    send: (message: MessageToSend) =>
      guarded(() => {
        const { id, rule, alarms, to } = message;
        if (to.channel === 'MAIL') return sendMail(message);
        const secret = rule.secret === null ? null : seal.open(rule.secret);
        return post(rule, secret, id, webhookBody({ rule, alarms }, id, clock.now()));
      }),
    /** @throws SendError */
    testMail: (rule: Pick<MessageRule, 'name' | 'message_language'>, organizationId: number, receiver: string) =>
      guarded(async () => {
        const { mailer } = mustMail();
        const { email, language } = await addressOf(organizationId, receiver, rule.message_language);
        await mailer.deliver(testMailOf(email, rule.name, language));
      }),
    /** @throws SendError */
    testPost: (rule: MessageRule, secret: string | null, id: string) =>
      guarded(() => post(rule, secret, id, webhookBody({ rule, alarms: [] }, id, clock.now(), true))),
  };
};
export type Sender = ReturnType<typeof createSender>;
