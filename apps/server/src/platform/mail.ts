import type { Log } from './log.ts';

export interface MailSettings {
  /** smtp: or smtps:, with user and password if the server needs them. */
  smtpUrl: string;
  from: string;
  /** The console's public address without a trailing slash: the beginning of links in mails. */
  publicUrl: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[];
}

export interface Mailer {
  /** Queues a mail; the caller does not wait, and a failure is logged. */
  send(mail: Mail): void;
  /** Resolves when the mail server has accepted it; `timeoutMs` limits the server's silence. @throws MailError */
  deliver(mail: Mail, timeoutMs?: number): Promise<void>;
  /** Waits for mails that are being sent. */
  stop(): Promise<void>;
}

/** A mail was not accepted. */
export class MailError extends Error {
  override name = 'MailError';
  /** Whether the mail server rejected it permanently. */
  readonly isFinal: boolean;
  /** The mail server did not answer in time. */
  readonly isTimeout: boolean;
  constructor(message: string, isFinal: boolean, isTimeout = false) {
    super(message);
    this.isFinal = isFinal;
    this.isTimeout = isTimeout;
  }
}

/** The mail server's answer, or the reason why there is none; nothing of the mail itself. */
const mailErrorOf = (error: unknown): MailError => {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return new MailError(
    responseCode === undefined ? (code ?? 'UNREACHABLE') : `SMTP ${responseCode}`,
    (responseCode ?? 0) >= 500,
    code === 'ETIMEDOUT',
  );
};

/** One connection for each notification that is sent at once: a slow answer to one mail delays no other. */
const MAX_CONNECTIONS = 16;
/** Further mails are dropped: the user has to request them again. */
const MAX_UNSENT = 100;
/** Limit of a mail server's silence, unless the caller sets another. */
const TIMEOUT_MS = 10_000;

/** Loaded for the first mail: most installations send none, and the library would stay in memory. */
const openTransport = async (url: string, timeoutMs: number) => {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

export const createMailer = ({ smtpUrl, from }: MailSettings, log: Log): Mailer => {
  /** Identified by their timeouts. */
  const transports = new Map<number, ReturnType<typeof openTransport>>();
  const unsent = new Set<Promise<unknown>>();
  const take = async ({ to, subject, text, attachments = [] }: Mail, timeoutMs = TIMEOUT_MS): Promise<unknown> => {
    const transport = transports.get(timeoutMs) ?? openTransport(smtpUrl, timeoutMs);
    transports.set(timeoutMs, transport);
    return (await transport).sendMail({
      ...{ from, to: { name: '', address: to }, subject, text, attachments: [...attachments] },
    });
  };
  return {
    async deliver(mail, timeoutMs) {
      const sending = take(mail, timeoutMs);
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
      // Neither the address nor the text is logged: they are personal data.
      const sending: Promise<unknown> = take(mail)
        .catch((error) => log.warn({ err: error }, 'a mail could not be sent'))
        .finally(() => unsent.delete(sending));
      unsent.add(sending);
    },
    async stop() {
      await Promise.allSettled(unsent);
      const opened = await Promise.allSettled(transports.values());
      for (const each of opened) if (each.status === 'fulfilled') each.value.close();
    },
  };
};
