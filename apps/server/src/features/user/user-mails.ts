import type { Language, PasswordLink } from '@airdeck/contract/user/schema';
import { DAY_MS } from '@airdeck/domain/duration';
import { mail as en } from '@airdeck/phrases/en/mail';
import { mail as ko } from '@airdeck/phrases/ko/mail';
import type { Log } from '../../platform/log.ts';
import type { Mail, Mailer } from '../../platform/mail.ts';

const TEXTS = { ko, en };

/** Whom a mail is for. */
export interface Recipient {
  login: string;
  email: string;
  language: Language;
  organization_code: string;
  organization_name: string;
  organization_name_en: string | null;
}

/** A user who can be invited by mail: with an address, and in use; else null. */
export const recipientOf = <User extends { email: string | null; use: 'Y' | 'N' }>(
  user: User,
): (User & { email: string }) | null =>
  user.email === null || user.use === 'N' ? null : { ...user, email: user.email };

export interface UserMails {
  /** One mail with the ids of an address; none without any. */
  sendIds(users: readonly Recipient[]): void;
  sendLink(to: Recipient, link: PasswordLink): void;
  /** Queues a new user's link, which lasts `lastsMs`. Returns false when too many invitations wait. */
  sendInvitation(to: Recipient, link: PasswordLink, lastsMs: number): boolean;
  /** Drops waiting invitations. */
  stop(): Promise<void>;
}

/** Invitations that are sent at the same time, so that other mails have connections. */
const MAX_SENDING = 4;
/** Invitations in memory, after large imports. The links are also in the answers of the requests. */
const MAX_INVITATIONS = 10_000;

/** Sends mails one after the other, a few at a time. */
const createQueue = (mailer: Mailer, log: Log) => {
  const waiting: Mail[] = [];
  const sending = new Set<Promise<void>>();
  const sendNext = (): void => {
    const mail = sending.size < MAX_SENDING ? waiting.shift() : undefined;
    if (!mail) return;
    // Neither the address nor the text is logged: they are personal data.
    const sent: Promise<void> = mailer
      .deliver(mail)
      .catch((error) => log.warn({ err: error }, 'an invitation could not be sent'))
      .finally(() => {
        sending.delete(sent);
        sendNext();
      });
    sending.add(sent);
  };
  return {
    add(mail: Mail): boolean {
      if (waiting.length + sending.size >= MAX_INVITATIONS) return false;
      waiting.push(mail);
      sendNext();
      return true;
    },
    async stop(): Promise<void> {
      if (waiting.length > 0) log.warn({ unsent: waiting.length }, 'invitations were dropped: the server stops');
      waiting.splice(0);
      await Promise.allSettled(sending);
    },
  };
};

/** A text with what is named in it. Nothing is read as a name that came from what was filled in. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

/** Mails to people about their own account, in their language. */
export const createUserMails = (mailer: Mailer, publicUrl: string, log: Log): UserMails => {
  const invitations = createQueue(mailer, log);
  const namesOf = ({ login, organization_code: code, ...names }: Recipient, language: Language) => {
    const english = language === 'en' ? names.organization_name_en : null;
    return { login, code, organization: english ?? names.organization_name };
  };
  return {
    sendIds(users) {
      const [to] = users;
      if (!to) return;
      const { subject, text, one } = TEXTS[to.language].id;
      const ids = users.map((user) => fill(one, namesOf(user, to.language))).join('\n\n');
      mailer.send({ to: to.email, subject, text: fill(text, { ids, console: publicUrl }) });
    },
    sendLink(to, { token }) {
      const { subject, text } = TEXTS[to.language].link;
      const link = `${publicUrl}/reset?token=${token}`;
      mailer.send({ to: to.email, subject, text: fill(text, { ...namesOf(to, to.language), link }) });
    },
    sendInvitation(to, { token }, lastsMs) {
      const { subject, text } = TEXTS[to.language].invitation;
      const values = { link: `${publicUrl}/reset?token=${token}`, days: String(lastsMs / DAY_MS) };
      return invitations.add({ to: to.email, subject, text: fill(text, { ...namesOf(to, to.language), ...values }) });
    },
    stop: invitations.stop,
  };
};
