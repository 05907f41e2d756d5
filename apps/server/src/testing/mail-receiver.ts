import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  /** Decoded. */
  text: string;
  /** As it arrived, with its attachments. */
  raw: string;
}

const decode = (raw: string): string => {
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4);
  if (/Content-Transfer-Encoding: base64/i.test(raw)) return Buffer.from(body, 'base64').toString('utf8');
  const quoted = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(quoted, 'latin1').toString('utf8');
};

/** A mail server that stores received mails. */
export const openMailReceiver = async () => {
  const inbox: ReceivedMail[] = [];
  let refusal: number | null = null;
  const held = new Set<string>();
  let release = (): void => {};
  let released = Promise.resolve();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, done) {
      let raw = '';
      try {
        for await (const chunk of stream) raw += chunk;
      } catch {
        // The sender was killed in the middle of its mail.
        return;
      }
      if (session.envelope.rcptTo.some(({ address }) => held.has(address))) await released;
      if (refusal !== null) {
        done(Object.assign(new Error('no'), { responseCode: refusal }));
        return;
      }
      inbox.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: decode(raw), raw });
      done();
    },
  });
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    inbox,
    /** The answer to the next mails; null accepts them. */
    refuse(code: number | null) {
      refusal = code;
    },
    /** Mails to these addresses are not answered until `release`. */
    hold(addresses: readonly string[]) {
      for (const each of addresses) held.add(each);
      released = new Promise((resolve) => {
        release = resolve;
      });
    },
    release() {
      held.clear();
      release();
    },
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
};
export type MailReceiver = Awaited<ReturnType<typeof openMailReceiver>>;
