import type { Log } from './log.ts';

export interface MailSettings {
  /** smtp: or smtps:, with user and password where the server wants them. */
  smtpUrl: string;
  from: string;
  /** Where people reach this console, without a slash at the end: what a mail's links begin with. */
  publicUrl: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Takes a mail to be sent; nobody waits for it, and one that cannot be sent is told to the log. */
  send(mail: Mail): void;
  /** Resolves when the mail server has taken it. @throws MailError */
  deliver(mail: Mail): Promise<void>;
  /** Waits for what is being sent. */
  stop(): Promise<void>;
}

/** A mail was not taken. */
export class MailError extends Error {
  override name = 'MailError';
  /** Whether the mail server said that it never will. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** What the mail server answered, or why there was no answer; nothing of the mail itself. */
const mailErrorOf = (error: unknown): MailError => {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return new MailError(
    responseCode === undefined ? (code ?? 'UNREACHABLE') : `SMTP ${responseCode}`,
    (responseCode ?? 0) >= 500,
  );
};

const MAX_CONNECTIONS = 2;
/** Beyond it mails are dropped: whoever asked asks again. */
const MAX_UNSENT = 100;
const PATIENCE_MS = 10_000;

/** Most installations send no mail, and what sends them would be in memory all the same: it is loaded for the first one. */
const openTransport = async (url: string) => {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

export const createMailer = ({ smtpUrl, from }: MailSettings, log: Log): Mailer => {
  let transport: ReturnType<typeof openTransport> | undefined;
  const unsent = new Set<Promise<unknown>>();
  const take = async ({ to, subject, text }: Mail): Promise<unknown> => {
    transport ??= openTransport(smtpUrl);
    return (await transport).sendMail({ from, to: { name: '', address: to }, subject, text });
  };
  return {
    async deliver(mail) {
      const sending = take(mail);
      unsent.add(sending);
      try {
        await sending;
      } catch (error) {
        throw mailErrorOf(error);
      } finally {
        unsent.delete(sending);
      }
    },
    send(mail) {
      if (unsent.size >= MAX_UNSENT) {
        log.warn({ unsent: unsent.size }, 'a mail was dropped: too many are waiting');
        return;
      }
      // Neither the address nor the text is told: they are somebody's own.
      const sending: Promise<unknown> = take(mail)
        .catch((error) => log.warn({ err: error }, 'a mail could not be sent'))
        .finally(() => unsent.delete(sending));
      unsent.add(sending);
    },
    async stop() {
      await Promise.allSettled(unsent);
      await transport?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
};
